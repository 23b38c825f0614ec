import { byte, countedText, message, paddedText, remainingText, struct, type Field } from '../layout.ts'

type Authentication = {
  authCode: string
  /** 2019 only. */
  imei?: string
  /** 2019 only: the terminal's software version. */
  software?: string
}

const until2013 = struct({ authCode: remainingText })
const since2019 = struct({ authCode: countedText(byte), imei: paddedText(15), software: paddedText(20) })

const authenticationLayout: Field<Authentication> = {
  read(reader, context) {
    if (context.version !== 2019) return until2013.read(reader, context)
    // terminals with a 2019 header and the older body: the first byte is then no length
    const codeLength = reader.bytes[reader.position] ?? 0
    const isOlderBody = reader.remaining < 1 + codeLength + 35
    return (isOlderBody ? until2013 : since2019).read(reader, context)
  },
  write(writer, value, context) {
    const { authCode, imei, software } = value
    if (context.version !== 2019) until2013.write(writer, { authCode }, context)
    else since2019.write(writer, { authCode, imei: imei ?? '', software: software ?? '' }, context)
  },
  shape: { kind: 'named', name: 'authentication' },
}

/** 0x0102, JT/T 808-2019 section 8.9: the first message of every connection but the very first. */
export const authentication = message(0x0102, 'authentication', authenticationLayout, { to: 'authentication' })
