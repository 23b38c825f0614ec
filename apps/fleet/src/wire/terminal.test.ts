import { crc32 } from 'node:zlib'
import { decodeReading } from '@tanker/protocol/reading'
import { encodeFirmwareHead } from '@tanker/protocol/tanker-extension/firmware-file'
import { encodeTankTableFile, type TankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { locationOf } from '../scripted-truck.ts'
import { type APlatform, aPlatform } from './a-platform.ts'
import { AS_MADE, type Runs } from './on-board.ts'

import { createTerminal, type Terminal } from './terminal.ts'
import type { CommandEffect, TerminalOptions } from './terminal-options.ts'

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

test('authenticates at once when it has a code, and registers again when the platform does not know it', async () => {
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

test('stored days fly as eight messages at a time, a short blind zone as two', async () => {
  platform.silent = true
  const flights = async (positions: number): Promise<number> => {
    const serials = new Set<string>()
    terminal?.close()
    terminal = aTerminal({ onSent: (_key, frame) => serials.add(Buffer.from(frame).toString('hex')) })
    await until(() => terminal.online)
    const from = Date.now() - 86_400_000
    terminal.remember(Array.from({ length: positions }, (_, n) => locationOf({ lat: 31.5, lng: 120.3, at: from + n * 10_000 })))
    await until(() => serials.size > 1)
    return serials.size
  }
  expect(await flights(100)).toBe(2)
  expect(await flights(2_000)).toBe(8)
})

test('obeys orders: parameters, attributes, location, control, text', async () => {
  terminal = aTerminal()
  terminal.report(locationOf({ lat: 31.5, lng: 120.3 }))
  await platform.until(({ kind }) => kind === 'location-report')
  platform.order({ kind: 'set-parameters', parameters: [{ id: 0x0055, value: Uint8Array.of(0, 0, 0, 75) }] })
  platform.order({ kind: 'query-parameters', ids: [0x0055] })
  const parameters = await platform.until(({ kind }) => kind === 'parameters-answer')
  expect(parameters).toMatchObject({ parameters: [{ id: 0x0055, value: Uint8Array.of(0, 0, 0, 75) }] })
  // A speed that no truck drives is refused and changes nothing.
  platform.order({ kind: 'set-parameters', parameters: [{ id: 0x0055, value: Uint8Array.of(0, 0, 1, 44) }] })
  await platform.until((message) => message.kind === 'terminal-reply' && message.replyId === 0x8103 && message.result === 1)
  platform.order({ kind: 'query-all-parameters' })
  const every = await platform.until((message) => message.kind === 'parameters-answer' && message.parameters.length > 1)
  expect(every).toMatchObject({ parameters: expect.arrayContaining([{ id: 0x0055, value: Uint8Array.of(0, 0, 0, 75) }]) as unknown })
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

/** What the platform sends of a file, and what the console has answered so far. */
const fileOf = (file: Uint8Array, compartment = 2) => ({
  kind: 'transparent-down' as const,
  type: 0xf6 as const,
  content: 'tanker-file' as const,
  version: 1,
  file: 32,
  subject: compartment,
  total: file.length,
  crc32: crc32(file),
})
const answers = () =>
  platform.received.flatMap(({ message }) =>
    message.kind === 'transparent-up' && message.content === 'tanker-file' ? [{ result: message.result, next: message.next }] : [],
  )
const aTable: TankTableFile = {
  compartment: 2,
  serial: '25080000012',
  effectiveAt: Date.UTC(2026, 5, 1),
  tankHeightMm: 20,
  capacityL: 21,
  pipeL: 2,
  restart: false,
  clearFiles: false,
  table: { levelsMm: [0, 10, 20], volumesL: [0, 7.4, 20.9] },
}
const nothing = new Uint8Array(0)

test('takes a tank table in chunks, measures with it and gives it back', async () => {
  const effects: CommandEffect[] = []
  terminal = aTerminal({ onEffect: (effect) => effects.push(effect) })
  await until(() => terminal.online)
  const file = encodeTankTableFile(aTable)
  const head = fileOf(file)
  platform.order({ ...head, action: 1, offset: 0, data: nothing })
  platform.order({ ...head, action: 1, offset: 0, data: file.subarray(0, 80) })
  platform.order({ ...head, action: 1, offset: 80, data: file.subarray(80) })
  await until(() => answers().length === 4)
  expect(answers()).toEqual([
    { result: 0, next: 0 },
    { result: 0, next: 80 },
    { result: 7, next: file.length },
    { result: 1, next: file.length },
  ])
  expect(effects).toEqual([{ kind: 'tank-table', file: aTable }])
  platform.order({ ...head, action: 2, offset: 0, data: nothing })
  const answer = await platform.until(
    (message) => message.kind === 'transparent-up' && message.content === 'tanker-file' && message.action === 2,
  )
  expect(answer).toMatchObject({ data: file, result: 1, crc32: crc32(file) })
})

test('says where a tank table is to go on after the connection was cut, and that it has it when it has', async () => {
  terminal = aTerminal()
  await until(() => terminal.online)
  const file = encodeTankTableFile(aTable)
  const head = fileOf(file)
  platform.order({ ...head, action: 1, offset: 0, data: file.subarray(0, 80) })
  await until(() => answers().length === 1)
  platform.cutAll()
  await until(() => !terminal.online)
  await until(() => terminal.online)
  platform.order({ ...head, action: 1, offset: 0, data: nothing })
  await until(() => answers().length === 2)
  expect(answers().at(-1)).toEqual({ result: 0, next: 80 })
  platform.order({ ...head, action: 1, offset: 80, data: file.subarray(80) })
  platform.order({ ...head, action: 1, offset: 0, data: nothing })
  await until(() => answers().length === 5)
  expect(answers().at(-1)).toEqual({ result: 1, next: file.length })
})

test('clears what has come in part only, and keeps the table that it uses', async () => {
  terminal = aTerminal()
  await until(() => terminal.online)
  const used = encodeTankTableFile(aTable)
  platform.order({ ...fileOf(used), action: 1, offset: 0, data: used })
  await until(() => answers().length === 2)
  const half = encodeTankTableFile({ ...aTable, serial: '25080000013' })
  platform.order({ ...fileOf(half), action: 1, offset: 0, data: half.subarray(0, 80) })
  platform.order({ ...fileOf(nothing, 0), file: 0, crc32: 0, action: 3, offset: 0, data: nothing })
  platform.order({ ...fileOf(half), action: 1, offset: 0, data: nothing })
  platform.order({ ...fileOf(used), action: 1, offset: 0, data: nothing })
  await until(() => answers().length === 6)
  expect(answers().slice(2)).toEqual([
    { result: 0, next: 80 },
    { result: 1, next: 0 },
    { result: 0, next: 0 },
    { result: 1, next: used.length },
  ])
})

test.each([
  ['for another compartment', { ...aTable, compartment: 3 }, 5],
  ['with a pipe as large as the tank', { ...aTable, pipeL: 15 }, 6],
])('refuses a tank table %s', async (_, table, result) => {
  const effects: CommandEffect[] = []
  terminal = aTerminal({ onEffect: (effect) => effects.push(effect) })
  await until(() => terminal.online)
  const file = encodeTankTableFile(table)
  platform.order({ ...fileOf(file), action: 1, offset: 0, data: file })
  await until(() => answers().length === 2)
  expect([answers().at(-1)?.result, effects]).toEqual([result, []])
})

test('a tank table whose bytes were changed on the way is not taken', async () => {
  terminal = aTerminal()
  await until(() => terminal.online)
  const file = encodeTankTableFile(aTable)
  const changed = file.slice()
  changed[file.length - 2] = 0x31
  platform.order({ ...fileOf(file), action: 1, offset: 0, data: changed })
  await until(() => answers().length === 1)
  expect(answers()).toEqual([{ result: 3, next: 0 }])
})

test('a reset order makes it dial in again', async () => {
  terminal = aTerminal()
  await until(() => terminal.online)
  platform.order({ kind: 'terminal-control', command: 4, parameters: '' })
  await until(() => platform.received.filter(({ message }) => message.kind === 'authentication').length === 2)
})

const attributes = () => platform.received.flatMap(({ message }) => (message.kind === 'attributes-answer' ? [message.firmware] : []))
const outcomes = () => platform.received.flatMap(({ message }) => (message.kind === 'upgrade-result' ? [message.result] : []))
const aPackage = { kind: 'upgrade-package', type: 0, maker: 'TKFLT', version: 'FW2.7.0', package: new Uint8Array(5_000).fill(7) } as const

test('takes a package of firmware, answers every part, is away while it starts, and comes back with its outcome and the new version', async () => {
  const runs: Runs[] = []
  terminal = aTerminal({ rebootMs: 50, onUpgraded: (now) => runs.push(now) })
  await until(() => terminal.online)
  platform.order(aPackage)
  await until(() => !terminal.online)
  const parts = () => platform.received.filter(({ message }) => message.kind === 'terminal-reply' && message.replyId === 0x8108)
  await until(() => parts().length === 6)
  await until(() => terminal.online)
  await until(() => outcomes().length === 1)
  platform.order({ kind: 'query-attributes' })
  await until(() => attributes().length === 1)
  expect([outcomes(), attributes()]).toEqual([[0], ['FW2.7.0']])
  expect(runs).toEqual([{ ...AS_MADE, console: 'FW2.7.0' }])
})

test.each([
  ['that it cannot start with', aPackage, false],
  ['of another maker', { ...aPackage, maker: 'OTHER' }, true],
])('goes on with what it ran after a package %s, and says so', async (_, given, upgradeWorks) => {
  terminal = aTerminal({ upgradeWorks: () => upgradeWorks })
  await until(() => terminal.online)
  platform.order(given)
  await until(() => outcomes().length === 1)
  platform.order({ kind: 'query-attributes' })
  await until(() => attributes().length === 1)
  expect([outcomes(), attributes(), terminal.online]).toEqual([[1], ['FW2.6.0'], true])
})

const firmware = (more: { maker?: string; hardware?: string } = {}): Uint8Array => {
  const bytes = new Uint8Array(300).fill(9)
  return Uint8Array.of(...encodeFirmwareHead({ maker: 'TKFLT', hardware: 'CB2', version: 'CT1.5.0', bytes: 300, ...more }), ...bytes)
}
const toController = (file: Uint8Array) => ({ ...fileOf(file, 0), file: 33, action: 1, offset: 0, data: file })
const runsNow = async (): Promise<string> => {
  platform.order({ ...fileOf(nothing, 0), file: 36, action: 2, offset: 0, data: nothing })
  const answer = await platform.until(
    (message) => message.kind === 'transparent-up' && message.content === 'tanker-file' && message.file === 36,
  )
  return answer.kind === 'transparent-up' && answer.content === 'tanker-file' ? Buffer.from(answer.data).toString('latin1') : ''
}

test('passes firmware on to its controller and says what that runs from then on, and what the others did in its earlier life', async () => {
  terminal = aTerminal({ runs: { ...AS_MADE, gauge: 'LG9' } })
  await until(() => terminal.online)
  platform.order(toController(firmware()))
  await until(() => answers().length === 2)
  expect(answers().map(({ result }) => result)).toEqual([7, 1])
  expect(await runsNow()).toContain('controller TKFLT CB2 CT1.5.0\n')
  expect(await runsNow()).toContain('gauge TKFLT LG1 LG9\n')
})

test.each([
  ['for other hardware', firmware({ hardware: 'CB1' }), true, [2]],
  ['of another maker', firmware({ maker: 'OTHER' }), true, [2]],
  ['that it cannot start with', firmware(), false, [7, 8]],
  ['without a head', new Uint8Array(300), true, [2]],
])('its controller goes on with what it ran after firmware %s', async (_, file, upgradeWorks, results) => {
  terminal = aTerminal({ upgradeWorks: () => upgradeWorks })
  await until(() => terminal.online)
  platform.order(toController(file))
  await until(() => answers().length === results.length)
  expect(answers().map(({ result }) => result)).toEqual(results)
  expect(await runsNow()).toContain('controller TKFLT CB2 CT1.4.2\n')
})
