import { byte, countedBytes, countedText, doubleWord, message, paddedText, struct } from '../layout.ts'

/** 0x8108, JT/T 808-2019 section 8.17: nearly always in parts. */
export const upgradePackage = message(
  0x8108,
  'upgrade-package',
  struct({
    /** 0 the terminal, 12 its IC-card reader, 52 its BeiDou module. */
    type: byte,
    maker: paddedText(5),
    version: countedText(byte),
    package: countedBytes(doubleWord),
  }),
)

/** 0x0108 */
export const upgradeResult = message(
  0x0108,
  'upgrade-result',
  struct({
    type: byte,
    /** See `upgradeResults`. */
    result: byte,
  }),
  { to: 'commands', acknowledged: true },
)
