import type { ByteReader } from '../byte-reader.ts'
import { byte, message, paddedText, remainingText, struct, tail, word, type Field, type StructOf } from '../layout.ts'

const layout2011 = registrationLayout(5, 8, 7)
const layout2013 = registrationLayout(5, 20, 7)
const layout2019 = registrationLayout(11, 30, 30)

/** 2011: 25 bytes before the plate; 2013: 37; 2019: 76. */
type RegistrationFields = StructOf<{
  province: typeof word
  city: typeof word
  maker: Field<string>
  terminalModel: Field<string>
  terminalId: Field<string>
  plateColour: typeof byte
  plate: Field<string>
}>

const registrationLayoutOfAnyEdition: Field<RegistrationFields> = {
  read: (reader, context) => layoutOf(reader, context.version === 2019).read(reader, context),
  write(writer, value, context) {
    const layout = context.version === 2019 ? layout2019 : context.version === 2011 ? layout2011 : layout2013
    layout.write(writer, value, context)
  },
  shape: layout2011.shape,
}

/**
 * 0x0100, JT/T 808-2019 section 8.6. The header does not distinguish 2011 from 2013: a body that is too
 * short for 2013, or whose colour and plate make sense only at the places of 2011, is of 2011.
 */
export const registration = message(0x0100, 'registration', registrationLayoutOfAnyEdition, { to: 'registration' })

/** 0x8100, JT/T 808-2019 section 8.7. */
export const registrationAnswer = message(
  0x8100,
  'registration-answer',
  struct({
    replySerial: word,
    /** See `registrationResults`. */
    result: byte,
    /** Only when the result is 0; never send an empty one. */
    authCode: tail(remainingText),
  }),
)

function registrationLayout(maker: number, terminalModel: number, terminalId: number) {
  return struct({
    /** GB/T 2260, first two digits; 0 leaves the platform's default. */
    province: word,
    /** GB/T 2260, last four digits. */
    city: word,
    maker: paddedText(maker),
    terminalModel: paddedText(terminalModel),
    terminalId: paddedText(terminalId),
    /** 0 none (the plate is then the VIN), 1 blue, 2 yellow, 3 black, 4 white, 5 green, 9 other. */
    plateColour: byte,
    plate: remainingText,
  })
}

function layoutOf(reader: ByteReader, is2019: boolean) {
  if (is2019 && reader.remaining >= 76) return layout2019
  if (reader.remaining < 37) return layout2011
  return isPlateAt(reader, 36) || !isPlateAt(reader, 24) ? layout2013 : layout2011
}

/** A colour, then text without NULs in it. */
function isPlateAt(reader: ByteReader, offset: number): boolean {
  const at = reader.position + offset
  const colour = reader.bytes[at] ?? 0xff
  if (colour > 9 && !(colour >= 91 && colour <= 99)) return false
  const plate = reader.bytes.subarray(at + 1, reader.end)
  const firstPad = plate.indexOf(0)
  return firstPad !== 0 && (firstPad < 0 || plate.subarray(firstPad).every((padding) => padding === 0))
}
