import { expect, test } from 'vitest'
import { replyResults } from '@tanker/protocol/codes'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import { tanker1 } from '@tanker/protocol/models/tanker-1.model'
import type { Payload } from './define-device-command.ts'
import { MessageTransfer } from './message-transfer.ts'

const protocol = { version: 2019, model: tanker1 } as const
const SEND_TEXT = 0x8300
const shortText: Message = { kind: 'send-text', flag: 4, textType: 1, text: 'return to the depot' }

const acked = (message: Message = shortText) => new MessageTransfer({ done: 'ack', message }, protocol)
const answered = (matches: Extract<Payload, { done: 'reply' }>['matches']) =>
  new MessageTransfer({ done: 'reply', message: { kind: 'query-all-parameters' }, matches }, protocol)
const reply = (replySerial: number, result: number, replyId = SEND_TEXT): Message => ({
  kind: 'terminal-reply',
  replySerial,
  replyId,
  result,
})

test('a message is sent in one packet and done when the terminal acknowledges it', () => {
  const transfer = acked()
  const [packet, ...more] = transfer.packets(() => 7)
  expect(more).toEqual([])
  expect(packet).toEqual({ ...encodeMessage(shortText, 2019, tanker1), serial: 7 })
  expect(transfer.heard(reply(7, replyResults.ok))).toEqual({ do: 'done' })
})

test('the acknowledgement of another message, of an earlier serial or of nothing sent yet is not its own', () => {
  const transfer = acked()
  expect(transfer.heard(reply(7, replyResults.ok))).toBeNull()
  transfer.packets(() => 7)
  expect(transfer.heard(reply(6, replyResults.ok))).toBeNull()
  expect(transfer.heard(reply(8, replyResults.ok))).toBeNull()
  expect(transfer.heard(reply(7, replyResults.ok, 0x8103))).toBeNull()
  expect(transfer.heard({ kind: 'heartbeat' })).toBeNull()
  transfer.packets(() => 9)
  expect(transfer.heard(reply(7, replyResults.ok))).toBeNull()
  expect(transfer.heard(reply(9, replyResults.ok))).toEqual({ do: 'done' })
})

test('a terminal that does not know the message ends the command, one that failed is asked again', () => {
  const transfer = acked()
  transfer.packets(() => 7)
  expect(transfer.heard(reply(7, replyResults.unsupported))).toEqual({ do: 'fail', result: 'refused' })
  expect(transfer.heard(reply(7, replyResults.badMessage))).toEqual({ do: 'fail', result: 'refused' })
  expect(transfer.heard(reply(7, replyResults.failed))).toEqual({ do: 'again', because: 'refused' })
})

test('a message with an answer of its own is done by that answer, not by the acknowledgement', () => {
  const transfer = answered((message, isOurs) => message.kind === 'parameters-answer' && isOurs(message.replySerial))
  transfer.packets(() => 0xffff)
  expect(transfer.heard(reply(0xffff, replyResults.ok, 0x8104))).toEqual({ do: 'wait' })
  expect(transfer.heard({ kind: 'parameters-answer', replySerial: 3, parameters: [] })).toBeNull()
  expect(transfer.heard({ kind: 'parameters-answer', replySerial: 0xffff, parameters: [] })).toEqual({ do: 'done' })
})

test('a long message goes in parts with consecutive serials, and the acknowledgement of any part counts', () => {
  const transfer = acked({ ...shortText, text: 'x'.repeat(2_500) } as Message)
  const packets = transfer.packets((count) => {
    expect(count).toBe(3)
    return 0xffff
  })
  expect(packets.map(({ serial, fragment }) => [serial, fragment])).toEqual([
    [0xffff, { total: 3, index: 1 }],
    [0, { total: 3, index: 2 }],
    [1, { total: 3, index: 3 }],
  ])
  expect(packets.every(({ body }) => body.length <= 1_000)).toBe(true)
  expect(transfer.heard(reply(2, replyResults.ok))).toBeNull()
  expect(transfer.heard(reply(1, replyResults.ok))).toEqual({ do: 'done' })
})
