import { crc32 } from 'node:zlib'
import { decodeReading } from '@tanker/protocol/reading'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { locationOf } from '../scripted-truck.ts'
import { type APlatform, aPlatform } from './a-platform.ts'
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.ts'

let platform: APlatform
let terminal: Terminal
beforeEach(async () => {
  platform = await aPlatform()
})
afterEach(async () => {
  terminal.close()
  await platform.close()
})

/** Resolves as soon as it holds; the deadline is the test's. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const aTerminal = (changes: Partial<TerminalOptions> = {}) =>
  createTerminal({
    host: '127.0.0.1',
    port: platform.port,
    phone: '14408001001',
    version: 2019,
    terminalId: 'TK81001',
    plate: '苏B12345',
    plateColour: 2,
    random: createRandom(1),
    authCode: null,
    ...changes,
  })

test.each([2013, 2019] as const)('registers, authenticates, reports and has it acknowledged (%i)', async (version) => {
  const sent: string[] = []
  const acked: string[] = []
  let code = ''
  terminal = aTerminal({
    version,
    onAuthCode: (given) => (code = given),
    onSent: (key) => sent.push(key),
    onAcked: (key) => acked.push(key),
  })
  const key = terminal.report(locationOf({ lat: 31.5, lng: 120.3, speedKmh: 61 }))
  await until(() => acked.length === 1)
  expect(platform.received.map(({ message }) => message.kind)).toEqual(['registration', 'authentication', 'location-report'])
  expect(platform.received[0]?.message).toMatchObject({ plate: '苏B12345', terminalId: 'TK81001' })
  expect(code).toBe('code-14408001001')
  expect([sent, acked]).toEqual([[key], [key]])
  expect(terminal.kept).toBe(0)
})

test('authenticates at once when it has a code, and registers anew when the platform does not know it', async () => {
  terminal = aTerminal({ authCode: 'code-14408001001' })
  await platform.until(({ kind }) => kind === 'authentication')
  expect(platform.received.some(({ message }) => message.kind === 'registration')).toBe(false)
})

test('what was not acknowledged goes again after the connection broke', async () => {
  const acked: string[] = []
  platform.silent = true
  terminal = aTerminal({ onAcked: (key) => acked.push(key) })
  const keys = [terminal.report(locationOf({ lat: 31.5, lng: 120.3 })), terminal.report(locationOf({ lat: 31.6, lng: 120.3 }))]
  await until(() => platform.received.filter(({ message }) => message.kind === 'location-report').length === 2)
  expect(acked).toEqual([])
  platform.silent = false
  platform.cutAll()
  await until(() => acked.length === 2)
  expect(acked).toEqual(keys)
})

test('positions of a blind zone come back in one 0x0704 of type 1', async () => {
  const acked: string[] = []
  terminal = aTerminal({ onAcked: (key) => acked.push(key) })
  await until(() => terminal.online)
  terminal.setLink(false)
  const at = Date.now()
  for (let minutes = 9; minutes > 6; minutes--) terminal.report(locationOf({ lat: 31.5, lng: 120.3, at: at - minutes * 60_000 }))
  terminal.setLink(true)
  await until(() => acked.length === 3)
  const batch = await platform.until(({ kind }) => kind === 'location-batch')
  if (batch.kind !== 'location-batch') throw new Error('unreachable')
  expect([batch.type, batch.items.length]).toEqual([1, 3])
  const reading = decodeReading(batch.items[0]!, { receivedAt: at, resent: true })
  expect(reading).toMatchObject({ at: Math.floor((at - 9 * 60_000) / 1_000) * 1_000, resent: true })
})

test('obeys orders: parameters, attributes, location, control, text', async () => {
  terminal = aTerminal()
  terminal.report(locationOf({ lat: 31.5, lng: 120.3 }))
  await platform.until(({ kind }) => kind === 'location-report')
  platform.order({ kind: 'set-parameters', parameters: [{ id: 0x0055, value: Uint8Array.of(0, 0, 0, 75) }] })
  platform.order({ kind: 'query-parameters', ids: [0x0055] })
  const parameters = await platform.until(({ kind }) => kind === 'parameters-answer')
  expect(parameters).toMatchObject({ parameters: [{ id: 0x0055, value: Uint8Array.of(0, 0, 0, 75) }] })
  platform.order({ kind: 'query-attributes' })
  expect(await platform.until(({ kind }) => kind === 'attributes-answer')).toMatchObject({ terminalId: 'TK81001' })
  platform.order({ kind: 'location-query' })
  expect(await platform.until(({ kind }) => kind === 'location-answer')).toMatchObject({ location: { lat: 31.5 } })
  platform.order({ kind: 'vehicle-control', items: [{ type: 1, parameter: 1 }] })
  await platform.until(({ kind }) => kind === 'vehicle-control-answer')
  platform.order({ kind: 'send-text', flag: 4, textType: 2, text: '请注意安全' })
  await platform.until((message) => message.kind === 'terminal-reply' && message.replyId === 0x8300 && message.result === 0)
  platform.order({ kind: 'start-live-video', host: '127.0.0.1', tcpPort: 1, udpPort: 0, channel: 1, dataType: 0, stream: 0 })
  await platform.until((message) => message.kind === 'terminal-reply' && message.replyId === 0x9101 && message.result === 3)
})

test('takes a tank table in chunks and gives it back', async () => {
  terminal = aTerminal()
  await until(() => terminal.online)
  const file = new TextEncoder().encode('0,0\n10,7.4\n20,20.9\n')
  const head = {
    kind: 'transparent-down',
    type: 0xf6,
    content: 'tanker-file',
    version: 1,
    file: 32,
    subject: 2,
    total: file.length,
    crc32: crc32(file),
  } as const
  platform.order({ ...head, action: 1, offset: 0, data: file.subarray(0, 8) })
  platform.order({ ...head, action: 1, offset: 8, data: file.subarray(8) })
  await platform.until(
    (message) => message.kind === 'transparent-up' && message.content === 'tanker-file' && message.action === 1 && message.result === 1,
  )
  platform.order({ ...head, action: 2, offset: 0, data: new Uint8Array(0) })
  const answer = await platform.until(
    (message) => message.kind === 'transparent-up' && message.content === 'tanker-file' && message.action === 2,
  )
  expect(answer).toMatchObject({ data: file, result: 1, crc32: crc32(file) })
})

test('a reset order makes it dial in again', async () => {
  terminal = aTerminal()
  await until(() => terminal.online)
  platform.order({ kind: 'terminal-control', command: 4, parameters: '' })
  await until(() => platform.received.filter(({ message }) => message.kind === 'authentication').length === 2)
})
