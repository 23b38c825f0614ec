import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fileProblems } from '@tanker/parameters/check-file-values'
import { DEVICE_FILES } from '@tanker/parameters/device-files'
import { elscfg } from '@tanker/parameters/device-files/elscfg'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import type { FieldValues } from '@tanker/parameters/file-values'
import type { TransparentUp } from '@tanker/protocol/messages/transparent.message'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { writeParameterFile } from '@tanker/protocol/tanker-extension/write-parameter-file'
import { afterEach, expect, test } from 'vitest'
import { API_VALVE, MANHOLE } from '@tanker/domain/devices/probe-type'
import { watchOccasions } from '../camera/truck-photos.ts'
import { createRandom } from '../random.ts'
import { createFleet } from '../test-fleet.ts'
import { loadWorld } from '../world.ts'
import { type APlatform, aPlatform } from './a-platform.ts'
import type { FileFault } from './device-files.ts'
import { ownFiles, type WrittenFiles } from './own-files.ts'
import { photoEvents } from './photo-roll.ts'
import { createTerminal, type Terminal } from './terminal.ts'

const world = loadWorld(join(import.meta.dirname, '../../world'))
const lives = (trucks = 1) => createFleet({ world, seed: 3, startAt: Date.UTC(2026, 9, 12, 1), trucks }).lives

/** The file with changed fields, as the platform writes it. */
function changed(file: DeviceFile, bytes: Uint8Array, fields: FieldValues): Uint8Array {
  const text = readParameterFile(file, bytes)
  return writeParameterFile(file, { ...text.values, fields: { ...text.values.fields, ...fields } }, text)
}

test('every truck of the fleet has its eleven files, which say of it what it is and hold nothing that a form would refuse', () => {
  for (const life of lives(8)) {
    const files = ownFiles(life, {}, () => {})
    const { row, probes, compartments } = life.body
    for (const file of DEVICE_FILES) {
      const { values, problems } = readParameterFile(file, files.read(file.number) ?? new Uint8Array())
      expect(problems).toEqual([])
      const checked = { compartments: compartments.length, by: 'staff', before: values } as const
      expect(fileProblems(file, values, checked), `${row.plate} ${file.name}`).toEqual([])
      if (file === syscfg)
        expect(values.fields).toMatchObject({ tankTruckSn: row.plate, devSn: row.consoleCode, cabinCount: compartments.length })
      if (file === elscfg) expect(values.groups['probes']?.map(({ type }) => type)).toEqual(probes.map(({ type }) => type))
      if (file === tlscfg) expect(values.groups['products']?.map(({ ptNo }) => ptNo)).toEqual(row.products.map(({ oilCode }) => oilCode))
    }
  }
})

test('what the platform writes takes effect, and again after a restart', () => {
  const [life] = lives()
  if (!life) throw new Error('no truck')
  let written: WrittenFiles = {}
  const files = ownFiles(life, written, (all) => (written = all))
  const system = changed(syscfg, files.read(syscfg.number)!, { uploadInterval: 30, heartbeatInterval: 20 })
  expect(files.take(syscfg.number, system)?.fields).toMatchObject({ uploadInterval: 30 })
  expect([life.body.uploadS, files.read(syscfg.number)]).toEqual([30, Buffer.from(system)])

  const gauges = readParameterFile(tlscfg, files.read(tlscfg.number)!)
  const oilCode = life.body.compartments[0]!.product.oilCode
  const products = gauges.values.groups['products']!.map((one) => (one['ptNo'] === oilCode ? { ...one, ptDensity: 0.7801 } : one))
  files.take(tlscfg.number, writeParameterFile(tlscfg, { ...gauges.values, groups: { ...gauges.values.groups, products } }, gauges))
  expect(life.body.compartments[0]!.product.densityKgM3).toBeCloseTo(780.1, 6)

  const [again] = lives()
  if (!again) throw new Error('no truck')
  expect(ownFiles(again, written, () => {}).heartbeatS).toBe(20)
  expect([again.body.uploadS, again.body.compartments[0]!.product.densityKgM3]).toEqual([30, expect.closeTo(780.1, 6)])
})

test('its cameras are in its file, are set from the platform, and take photos on the occasions that it says', () => {
  const [life] = lives()
  if (!life) throw new Error('no truck')
  const { body } = life
  const { manhole, api, cab } = body.row.cameraChannels
  if (manhole === null || api === null || cab === null) throw new Error('a truck without cameras')
  let written: WrittenFiles = {}
  const files = ownFiles(life, written, (all) => (written = all))
  const has = () => readParameterFile(syscfg, files.read(syscfg.number)!).values.fields
  expect(has()).toMatchObject({
    camSim: body.row.terminalPhone,
    camCount: body.row.channelCount,
    recEn: 1,
    [`camMask${manhole}`]: 2,
    [`camMask${api}`]: 0,
  })

  const occasions = watchOccasions()
  const cover = (type: number, open: boolean, now: number) => {
    for (const probe of body.probes) if (probe.type === type) probe.open = open
    return occasions(body, now).map(({ channel, event }) => [channel, event])
  }
  expect(cover(MANHOLE, false, 0)).toEqual([])
  expect(cover(MANHOLE, true, 1_000)).toEqual([[manhole, photoEvents.doorOpened]])
  expect(cover(MANHOLE, true, 700_000)).toEqual([])
  expect(cover(API_VALVE, true, 701_000)).toEqual([])
  cover(MANHOLE, false, 702_000)
  cover(API_VALVE, false, 703_000)

  const other = {
    recEn: 1,
    recStart: '2000',
    recEnd: '0600',
    rtMask: 1,
    [`camMask${manhole}`]: 0,
    [`camMask${api}`]: 1,
    [`camMask${cab}`]: 1 + 64,
  }
  expect(files.take(syscfg.number, changed(syscfg, files.read(syscfg.number)!, other))).not.toBeNull()
  expect(has()).toMatchObject(other)
  expect(cover(MANHOLE, true, 1_400_000)).toEqual([])
  const opened = [api, cab].toSorted((one, two) => one - two).map((channel) => [channel, photoEvents.doorOpened])
  expect(cover(API_VALVE, true, 1_500_000)).toEqual(opened)
  // Opened again within ten minutes.
  cover(API_VALVE, false, 1_600_000)
  expect(cover(API_VALVE, true, 1_700_000)).toEqual([])
  body.alarmBits = 1
  expect(occasions(body, 2_400_000)).toEqual([{ channel: cab, event: photoEvents.emergency }])

  const [again] = lives()
  if (!again) throw new Error('no truck')
  ownFiles(again, written, () => {})
  expect(again.body.photoMasks).toEqual(body.photoMasks)
})

test('a file with a value that is not permitted, or that contradicts the truck, is refused and changes nothing', () => {
  const [life] = lives()
  if (!life) throw new Error('no truck')
  const files = ownFiles(life, {}, () => expect.unreachable())
  const had = files.read(syscfg.number)!
  expect(files.take(syscfg.number, changed(syscfg, had, { uploadInterval: 9999 }))).toBeNull()
  expect(files.take(syscfg.number, changed(syscfg, had, { cabinCount: life.body.compartments.length + 1 }))).toBeNull()
  expect([life.body.uploadS, files.read(syscfg.number)]).toEqual([10, had])
})

let platform: APlatform | null = null
let terminal: Terminal | null = null
afterEach(async () => {
  terminal?.close()
  await platform?.close()
})

async function aConsole(fault: FileFault | null) {
  const [life] = lives()
  if (!life) throw new Error('no truck')
  const files = ownFiles(life, {}, () => {})
  platform = await aPlatform()
  let next = fault
  terminal = createTerminal({
    host: '127.0.0.1',
    port: platform.port,
    phone: '14408001002',
    version: 2019,
    terminalId: 'TK81002',
    plate: '苏B12346',
    plateColour: 2,
    random: createRandom(1),
    authCode: null,
    ownFiles: files,
    fileFault() {
      const one = next
      next = null
      return one
    },
  })
  const mine = platform
  await mine.until(({ kind }) => kind === 'authentication')
  const ask = (of: Uint8Array, action: number, offset: number, data: Uint8Array) =>
    mine.order({
      kind: 'transparent-down',
      type: 0xf6,
      content: 'tanker-file',
      version: 1,
      action,
      file: elscfg.number,
      subject: 0,
      total: of.length,
      crc32: of.length === 0 ? 0 : crc32(of),
      offset,
      data,
    })
  const heard = (): Extract<TransparentUp, { content: 'tanker-file' }>[] =>
    mine.received.flatMap(({ message }) => (message.kind === 'transparent-up' && message.content === 'tanker-file' ? [message] : []))
  const answers = async (count: number) => {
    await mine.until(() => heard().length >= count)
    return heard()
  }
  return { ask, answers, had: files.read(elscfg.number)!, mine }
}

const nothing = new Uint8Array(0)

test('a console is read in parts with its CRC and length, and says when the file is another by now', async () => {
  const { ask, answers, had } = await aConsole(null)
  ask(nothing, 2, 0, nothing)
  const [first] = await answers(1)
  expect(first).toMatchObject({ crc32: crc32(had), total: had.length, result: had.length > 800 ? 0 : 1 })
  const parts = [first!.data]
  for (let at = 800; at < had.length; at += 800) {
    ask(had, 2, at, nothing)
    parts.push((await answers(parts.length + 1)).at(-1)!.data)
  }
  expect(Buffer.concat(parts)).toEqual(Buffer.from(had))
  const other = changed(elscfg, had, { sampleInterval: 15 })
  for (let at = 0; at < other.length; at += 800) ask(other, 1, at, other.subarray(at, at + 800))
  const written = parts.length + Math.ceil(other.length / 800)
  expect((await answers(written)).at(-1)).toMatchObject({ result: 1 })
  ask(had, 2, 800, nothing)
  expect((await answers(written + 1)).at(-1)).toMatchObject({ result: 3 })
})

test.each([
  ['bad-crc', { total: expect.any(Number), result: 0 }],
  ['partial', { result: 1 }],
  ['twice', { result: 0 }],
] as const)('a console at fault answers wrongly: %s', async (fault, first) => {
  const { ask, answers, had } = await aConsole(fault)
  ask(nothing, 2, 0, nothing)
  const heard = await answers(fault === 'twice' ? 2 : 1)
  expect(heard[0]).toMatchObject(first)
  if (fault === 'twice') expect(heard[1]).toEqual(heard[0])
  else expect(Buffer.from(heard[0]!.data).equals(had.subarray(0, 800))).toBe(false)
})

test('a console that restarts in the middle gives no answer and signs in again', async () => {
  const { ask, answers, mine } = await aConsole('reboot')
  ask(nothing, 2, 0, nothing)
  const signIns = () => mine.received.filter(({ message }) => message.kind === 'authentication').length
  await mine.until(() => signIns() === 2)
  ask(nothing, 2, 0, nothing)
  expect(await answers(1)).toHaveLength(1)
})
