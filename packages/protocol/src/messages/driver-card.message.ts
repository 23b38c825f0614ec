import { byte, countedText, digits, message, paddedText, struct, tail, time } from '../layout.ts'

/** 0x0702, JT/T 808-2019 section 8.48. */
export const driverCard = message(
  0x0702,
  'driver-card',
  struct({
    /** 1 put in, 2 taken out. */
    status: byte,
    time,
    /** By the standard only when put in; some send it always. 0 read, 1 key, 2 locked, 3 pulled, 4 checksum. */
    readResult: tail(byte),
    driver: tail(countedText(byte)),
    certificate: tail(paddedText(20)),
    authority: tail(countedText(byte)),
    /** YYYYMMDD */
    expiry: tail(digits(4)),
    /** 2019; some older ones send it too. */
    identityCard: tail(paddedText(20)),
  }),
)

/** 0x8702 */
export const queryDriverCard = message(0x8702, 'query-driver-card', struct({}))
