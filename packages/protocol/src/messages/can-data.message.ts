import { digits, doubleWord, fixedBytes, list, message, struct, word, type Field } from '../layout.ts'

const item = struct({
  /** Bit 31 bus, 30 extended, 29 averaged, 28–0 the CAN id. */
  canId: doubleWord,
  data: fixedBytes(8),
})

type CanItem = { canId: number; data: Uint8Array }
type CanData = {
  /** hhmmss and four digits of milliseconds, of the first item. */
  firstAt: string
  items: CanItem[]
}

const canTime = digits(5)
const items = list(word, item)

/** The count stands before the time, the items behind it. */
const canDataLayout: Field<CanData> = {
  read(reader, context) {
    const count = reader.u16()
    const firstAt = canTime.read(reader, context)
    const read: CanItem[] = []
    while (read.length < count && !reader.short) read.push(item.read(reader, context))
    return { firstAt, items: read }
  },
  write(writer, value, context) {
    writer.u16(value.items.length)
    canTime.write(writer, value.firstAt, context)
    for (const one of value.items) item.write(writer, one, context)
  },
  shape: { kind: 'struct', fields: { firstAt: canTime, items } },
}

/** 0x0705, JT/T 808-2019 section 8.50. */
export const canData = message(0x0705, 'can-data', canDataLayout)
