import { replyResults } from '@tanker/protocol/codes'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import { tanker1 } from '@tanker/protocol/models/tanker-1.model'
import { describe, expect, test } from 'vitest'
import { ParameterSetting } from './parameter-setting.ts'

const protocol = { version: 2019, model: tanker1 } as const
const HEARTBEAT = 1
const SPEED = 0x55
const wanted = { [HEARTBEAT]: 90, [SPEED]: 80 }
const QUERY = encodeMessage({ kind: 'query-parameters', ids: [HEARTBEAT, SPEED] }, 2019, tanker1)

const setting = (hasKept = false) => new ParameterSetting({ hasKept }, { done: 'parameters', values: wanted }, protocol)

const doubleWord = (value: number): Uint8Array => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const answer = (replySerial: number, values: Readonly<Record<number, number>>): Message => ({
  kind: 'parameters-answer',
  replySerial,
  parameters: Object.entries(values).map(([id, value]) => ({ id: Number(id), value: doubleWord(value) })),
})
const reply = (replySerial: number, result: number, replyId: number): Message => ({ kind: 'terminal-reply', replySerial, replyId, result })
const json = (values: object): Buffer => Buffer.from(JSON.stringify(values))

describe('terminal parameters', () => {
  test('are read and kept, set, and read back', () => {
    const transfer = setting()
    expect(transfer.packets(() => 7)).toEqual([{ ...QUERY, serial: 7 }])
    expect(transfer.heard(answer(7, { [HEARTBEAT]: 60, [SPEED]: 80 }))).toEqual({ do: 'keep', had: json({ 1: 60, 85: 80 }) })
    const set: Message = {
      kind: 'set-parameters',
      parameters: [
        { id: HEARTBEAT, value: doubleWord(90) },
        { id: SPEED, value: doubleWord(80) },
      ],
    }
    expect(transfer.packets(() => 8)).toEqual([{ ...encodeMessage(set, 2019, tanker1), serial: 8 }])
    expect(transfer.heard(reply(8, replyResults.ok, 0x8103))).toEqual({ do: 'send', ackedBytes: 0 })
    expect(transfer.packets(() => 9)).toEqual([{ ...QUERY, serial: 9 }])
    expect(transfer.heard(answer(9, { [HEARTBEAT]: 90, [SPEED]: 80 }))).toEqual({ do: 'done', answer: json({ 1: 90, 85: 80 }) })
  })

  test('that the terminal has already are not set', () => {
    const transfer = setting()
    transfer.packets(() => 7)
    expect(transfer.heard(answer(7, { [HEARTBEAT]: 90, [SPEED]: 80 }))).toEqual({ do: 'done', answer: json({ 1: 90, 85: 80 }) })
  })

  test('that are read back as others are a failure with what the terminal has', () => {
    const transfer = setting()
    transfer.packets(() => 7)
    transfer.heard(answer(7, { [HEARTBEAT]: 60 }))
    transfer.packets(() => 8)
    transfer.heard(reply(8, replyResults.ok, 0x8103))
    transfer.packets(() => 9)
    expect(transfer.heard(answer(9, { [HEARTBEAT]: 90, [SPEED]: 70 }))).toEqual({
      do: 'fail',
      result: 'read-back',
      answer: json({ 1: 90, 85: 70 }),
    })
  })

  test('a terminal that refuses to read or to set ends the order', () => {
    const unread = setting()
    unread.packets(() => 7)
    expect(unread.heard(reply(7, replyResults.unsupported, 0x8106))).toEqual({ do: 'fail', result: 'refused' })
    const unset = setting()
    unset.packets(() => 7)
    unset.heard(answer(7, { [HEARTBEAT]: 60 }))
    unset.packets(() => 8)
    expect(unset.heard(reply(8, replyResults.failed, 0x8103))).toEqual({ do: 'fail', result: 'refused' })
  })

  test('whose acknowledgement was lost are asked for, and set again only if the terminal has not got them', () => {
    const transfer = setting()
    transfer.packets(() => 7)
    transfer.heard(answer(7, { [HEARTBEAT]: 60 }))
    transfer.packets(() => 8)
    transfer.askAgain()
    expect(transfer.packets(() => 9)).toEqual([{ ...QUERY, serial: 9 }])
    expect(transfer.heard(answer(9, { [HEARTBEAT]: 90, [SPEED]: 80 }))).toMatchObject({ do: 'done' })

    // After a restart of the gateway what was kept stays as it was before the first attempt.
    const again = setting(true)
    again.packets(() => 3)
    expect(again.heard(answer(3, { [HEARTBEAT]: 60 }))).toEqual({ do: 'send', ackedBytes: 0 })
    expect(again.packets(() => 4)[0]?.id).toBe(0x8103)
  })

  test('answers to other questions are not theirs', () => {
    const transfer = setting()
    expect(transfer.heard(answer(7, wanted))).toBeNull()
    transfer.packets(() => 7)
    expect(transfer.heard(answer(6, wanted))).toBeNull()
    expect(transfer.heard(reply(7, replyResults.ok, 0x8103))).toBeNull()
    expect(transfer.heard({ kind: 'heartbeat' })).toBeNull()
    // An acknowledgement before the answer changes nothing.
    expect(transfer.heard(reply(7, replyResults.ok, 0x8106))).toEqual({ do: 'wait' })
  })
})
