import { ByteReader } from '../byte-reader.ts'
import { byte, countedText, digits, message, paddedText, struct, word, type Context, type Field, type StructOf } from '../layout.ts'

/** 0x8107, JT/T 808-2019 section 8.14. */
export const queryAttributes = message(0x8107, 'query-attributes', struct({}))

const layout2013 = attributesLayout(5, 20, 7)
const layout2019 = attributesLayout(5, 30, 30)
/** Makers of 2019 terminals disagree on the lengths, and some send them under a 2013 header. */
const editions = [layout2013, layout2019, attributesLayout(11, 30, 30), attributesLayout(5, 20, 30)]

type Attributes = StructOf<{
  type: typeof word
  maker: Field<string>
  terminalModel: Field<string>
  terminalId: Field<string>
  iccid: Field<string>
  hardware: Field<string>
  firmware: Field<string>
  gnss: typeof byte
  communication: typeof byte
}>

const attributes: Field<Attributes> = {
  read(reader, context) {
    const exact = [ownLayout(context), ...editions].find((layout) => fits(layout, reader, context))
    return (exact ?? ownLayout(context)).read(reader, context)
  },
  write: (writer, value, context) => ownLayout(context).write(writer, value, context),
  shape: layout2013.shape,
}

/** 0x0107, JT/T 808-2019 section 8.15. */
export const attributesAnswer = message(0x0107, 'attributes-answer', attributes, { to: 'commands', acknowledged: false })

function attributesLayout(maker: number, terminalModel: number, terminalId: number) {
  return struct({
    /** Bits: 0 passenger, 1 dangerous goods, 2 freight, 3 taxi, 6 disk recorder, 7 split, 8 trailer (2019). */
    type: word,
    maker: paddedText(maker),
    terminalModel: paddedText(terminalModel),
    terminalId: paddedText(terminalId),
    /** 20 digits. */
    iccid: digits(10),
    hardware: countedText(byte),
    firmware: countedText(byte),
    /** Bits 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo. */
    gnss: byte,
    /** Bits 0 GPRS, 1 CDMA, 2 TD-SCDMA, 3 WCDMA, 4 CDMA2000, 5 TD-LTE, 7 other. */
    communication: byte,
  })
}

function ownLayout(context: Context): typeof layout2013 {
  return context.version === 2019 ? layout2019 : layout2013
}

/** Whether the layout takes up the body to the last byte. */
function fits(layout: Field<Attributes>, body: ByteReader, context: Context): boolean {
  const trial = new ByteReader(body.bytes, body.position, body.end)
  layout.read(trial, context)
  return !trial.short && trial.remaining === 0
}
