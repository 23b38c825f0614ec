import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'

const TRIES = { min: 1, max: 3, usual: 3 } as const

/** What is stored with the command. */
export type TruckText = { readonly text: string; readonly urgent: boolean; readonly show: boolean; readonly speak: boolean }

/** Bits of the flag, JT/T 808-2019 table 36 and JT/T 808-2013 table 38. */
const SHOW = 0b0100
const SPEAK = 0b1000
const URGENT_2013 = 0b0001
const KIND_2019 = { urgent: 0b10, notice: 0b11 } as const
/** The type of a text since 2019: a notice. */
const NOTICE = 1

/** Shows a text on the display of a terminal, or has it read out (0x8300); done when the terminal acknowledges it. */
export const truckTextCommand = defineDeviceCommand({
  kind: 'send-text',
  label: { zh: '文本下发', en: 'Send a text' },
  permission: 'texts:send',
  form: z.object({ text: z.string(), urgent: z.boolean(), show: z.boolean(), speak: z.boolean() }),
  encode: ({ text, urgent, show, speak }, _command, { version }) => {
    const kind = version === 2019 ? KIND_2019[urgent ? 'urgent' : 'notice'] : urgent ? URGENT_2013 : 0
    const flag = kind | (show ? SHOW : 0) | (speak ? SPEAK : 0)
    return { done: 'ack', message: { kind: 'send-text', flag, ...(version === 2019 ? { textType: NOTICE } : {}), text } }
  },
  timeoutS: 15,
  installS: 15,
  tries: TRIES,
  goesFirst: true,
  // Each text says itself how long it is of use.
  expiryS: null,
  follow: null,
})
