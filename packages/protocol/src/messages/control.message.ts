import type { ByteReader } from '../byte-reader.ts'
import { byte, doubleWord, message, remainingText, since2019, struct, tail, word, type Field } from '../layout.ts'

/** 0x8105, JT/T 808-2019 section 8.16. */
export const terminalControl = message(
  0x8105,
  'terminal-control',
  struct({
    /** See `terminalCommands`. */
    command: byte,
    /** Fields between ';', empty ones kept; only commands 1 and 2 have them. */
    parameters: tail(remainingText),
  }),
)

/** A day: what a tracking request may ask for. */
export const MAX_TRACKING_S = 86_400

/** 0x8202, JT/T 808-2019 section 8.21: a report every `intervalS` for `validityS`; 0 stops. */
export const trackingControl = message(0x8202, 'tracking-control', struct({ intervalS: word, validityS: tail(doubleWord) }))

/** 0x8203, JT/T 808-2019 section 8.22. */
export const confirmAlarm = message(
  0x8203,
  'confirm-alarm',
  struct({
    /** Of the report with the alarm; 0 for all of these kinds. */
    replySerial: word,
    /** Bits of the alarm word: 0, 3, 20, 21, 22, 27, 28 can be confirmed. */
    alarmBits: doubleWord,
  }),
)

/** 0x8300, JT/T 808-2019 section 8.24. */
export const sendText = message(
  0x8300,
  'send-text',
  struct({
    /** 2013: bits 0 urgent, 2 display, 3 speech, 4 advertising screen, 5 CAN fault code. 2019: bits 0–1 kind. */
    flag: byte,
    /** 2019: 1 notice, 2 service. */
    textType: since2019(byte, 2),
    text: remainingText,
  }),
)

/** 0x8400, JT/T 808-2019 section 8.34. */
export const callBack = message(
  0x8400,
  'call-back',
  struct({
    /** 0 a call, 1 listening in. */
    mode: byte,
    number: remainingText,
  }),
)

type VehicleControl = {
  /** Before 2019: bit 0 locks the doors (1) or unlocks them (0). */
  flag?: number
  /** Since 2019: type 1 is the doors, parameter 1 locks. */
  items?: { type: number; parameter: number }[]
}

const vehicleControlLayout: Field<VehicleControl> = {
  read(reader, context) {
    if (context.version !== 2019) return { flag: reader.u8() }
    // some leave the count off
    const counted = reader.remaining >= 2 && reader.remaining - 2 === wordAhead(reader) * 3
    if (counted) reader.u16()
    const items: { type: number; parameter: number }[] = []
    while (reader.remaining > 0 && !reader.short) items.push({ type: reader.u16(), parameter: reader.u8() })
    return { items }
  },
  write(writer, value, context) {
    if (context.version !== 2019) {
      writer.u8(value.flag ?? value.items?.find(({ type }) => type === 1)?.parameter ?? 0)
      return
    }
    const items = value.items ?? [{ type: 1, parameter: value.flag ?? 0 }]
    writer.u16(items.length)
    for (const { type, parameter } of items) {
      writer.u16(type)
      writer.u8(parameter)
    }
  },
  shape: { kind: 'named', name: 'vehicleControl' },
}

/** 0x8500, JT/T 808-2019 section 8.36. */
export const vehicleControl = message(0x8500, 'vehicle-control', vehicleControlLayout)

function wordAhead(reader: ByteReader): number {
  return ((reader.bytes[reader.position] ?? 0) << 8) | (reader.bytes[reader.position + 1] ?? 0)
}
