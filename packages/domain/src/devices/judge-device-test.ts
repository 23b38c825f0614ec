import { type DeviceStep, type ProbeTrial, type StepState, stepsFor, TEST_LIMITS, type TestedEquipment } from './device-test.ts'
import type { CompartmentReading, MeterReading, ProbeReading, Reading } from '../reading.ts'
import type { Text } from '../texts/text.ts'

/** What a test is judged by. Times in ms since 1970 UTC. */
export type Evidence = {
  readonly startedAt: number
  /** Now; of a test that is over, its end. */
  readonly until: number
  /** When the console last spoke, heartbeats too; null: never. */
  readonly contactAt: number | null
  /** In any order; what is older than the test does not count. */
  readonly readings: readonly Reading[]
}

/** What a person entered for a step. */
export type StepEntry = {
  /** `passed` counts only where a person judges. */
  readonly verdict?: 'passed' | 'failed' | 'not-applicable'
  readonly remark: string
  /** The level off the dip stick, mm, and when it was entered. */
  readonly dip?: { readonly levelMm: number; readonly at: number }
  readonly at: number
}

/** By the key of the step. */
export type StepEntries = Readonly<Record<string, StepEntry>>

export type JudgedStep = Omit<DeviceStep, 'about'> & {
  readonly state: StepState
  /** What was seen; null while nothing was. */
  readonly actual: Text | null
  /** When it was seen, by the clock of who saw it. */
  readonly at: number | null
  readonly remark: string
}

type Seen = Pick<JudgedStep, 'state' | 'actual' | 'at'>

const NOTHING: Seen = { state: 'pending', actual: null, at: null }

/**
 * The state of every step, from the readings since the test began and the entries. The order of the readings does not matter.
 * A probe seen in both states stays passed; voltages, clock, memory and connection are judged by the newest reading.
 */
export function judgeDeviceTest(equipment: TestedEquipment, evidence: Evidence, entries: StepEntries): JudgedStep[] {
  const readings = evidence.readings
    .filter((reading) => counts(reading, evidence))
    .toSorted((a, b) => a.at - b.at || a.receivedAt - b.receivedAt)
  const found = { ...evidence, readings, ...sightingsIn(readings) }
  const probes = new Set([...equipment.probes.map(probeKey), ...found.probes.keys()])
  return stepsFor({ ...equipment, probes: [...probes].map(probeOf) }).map((step) => {
    const entry = entries[step.key]
    const { about: _, ...shown } = step
    return { ...shown, ...judged(step, found, entry), remark: entry?.remark ?? '' }
  })
}

/** Live readings since the test began; of resent ones those that the truck took since then. */
const counts = ({ at, receivedAt, resent }: Reading, { startedAt, until }: Evidence): boolean =>
  (resent ? at : receivedAt) >= startedAt && receivedAt <= until

type Sighting<T> = { readonly at: number; readonly seen: T }

/** What the readings say of each probe, compartment and meter, oldest first: looked up by each step of a test of a whole day. */
type Sightings = {
  readonly probes: ReadonlyMap<number, readonly Sighting<ProbeReading>[]>
  readonly levels: ReadonlyMap<number, readonly Sighting<CompartmentReading>[]>
  readonly meters: ReadonlyMap<number, readonly Sighting<MeterReading>[]>
}

const probeKey = ({ compartment, type }: { readonly compartment: number; readonly type: number }): number => compartment * 256 + type

const probeOf = (key: number) => ({ compartment: key >> 8, type: key & 0xff })

function sightingsIn(readings: readonly Reading[]): Sightings {
  const probes = new Map<number, Sighting<ProbeReading>[]>()
  const levels = new Map<number, Sighting<CompartmentReading>[]>()
  const meters = new Map<number, Sighting<MeterReading>[]>()
  for (const reading of readings) {
    for (const seen of reading.probes) note(probes, probeKey(seen), { at: reading.at, seen })
    for (const seen of reading.compartments) note(levels, seen.compartment, { at: reading.at, seen })
    for (const seen of reading.meters ?? []) note(meters, seen.meter, { at: reading.at, seen })
  }
  return { probes, levels, meters }
}

function note<T>(into: Map<number, Sighting<T>[]>, key: number, sighting: Sighting<T>): void {
  const known = into.get(key)
  if (known) known.push(sighting)
  else into.set(key, [sighting])
}

type Found = Evidence & Sightings

function judged(step: DeviceStep, evidence: Found, entry: StepEntry | undefined): Seen {
  const seen = seenBy(step, evidence, entry)
  // A person may mark a step as not applicable or failed, and may pass only steps that are not judged by readings.
  if (entry?.verdict === undefined || (entry.verdict === 'passed' && step.judgedBy !== 'person')) return seen
  return { ...seen, state: entry.verdict, at: seen.at ?? entry.at }
}

function seenBy({ about, compartment }: DeviceStep, evidence: Found, entry: StepEntry | undefined): Seen {
  const { readings } = evidence
  switch (about.kind) {
    case 'online':
      return connection(evidence)
    case 'clock':
      return clock(readings)
    case 'memory':
      return memory(readings)
    case 'supply':
      return newest(readings, ({ power }) => power && volts(power.externalV, isSupply(power.externalV)))
    case 'battery':
      return newest(readings, ({ power }) => power && volts(power.backupV, power.backupV >= TEST_LIMITS.batteryLeastV))
    case 'fix':
      return fix(readings)
    case 'probe':
      return probe(evidence.probes.get(probeKey({ compartment, type: about.type })) ?? [], about.trial)
    case 'gauge':
      return gauge(evidence.levels.get(compartment) ?? [], entry?.dip)
    case 'meter':
      return meter(evidence.meters.get(about.meter) ?? [])
    case 'silent-cover':
      return { ...NOTHING, actual: { zh: '探头未上报', en: 'No probe has reported' } }
    case 'hand':
      return NOTHING
  }
}

/** What the newest reading that says anything of it says. */
function newest(readings: readonly Reading[], read: (reading: Reading) => Omit<Seen, 'at'> | undefined): Seen {
  for (let i = readings.length - 1; i >= 0; i -= 1) {
    const reading = readings[i] as Reading
    const seen = read(reading)
    if (seen) return { ...seen, at: reading.at }
  }
  return NOTHING
}

const passedIf = (isGood: boolean, actual: Text): Omit<Seen, 'at'> => ({ state: isGood ? 'passed' : 'failed', actual })

function connection({ contactAt, startedAt, until }: Evidence): Seen {
  if (contactAt === null || contactAt < startedAt) return NOTHING
  const isOnline = until - contactAt <= TEST_LIMITS.onlineWithinS * 1000
  return { ...passedIf(isOnline, isOnline ? { zh: '在线', en: 'Online' } : { zh: '失去通信', en: 'Contact lost' }), at: contactAt }
}

function clock(readings: readonly Reading[]): Seen {
  return newest(readings, ({ at, receivedAt, clockError, resent }) => {
    if (resent) return undefined
    if (clockError) return passedIf(false, { zh: '时间错误', en: 'Wrong time' })
    const slowS = Math.round((receivedAt - at) / 1000)
    const offS = Math.abs(slowS)
    const actual = slowS < 0 ? { zh: `快 ${offS} 秒`, en: `${offS} s fast` } : { zh: `慢 ${offS} 秒`, en: `${offS} s slow` }
    return passedIf(offS <= TEST_LIMITS.clockOffS, actual)
  })
}

function memory(readings: readonly Reading[]): Seen {
  const live = readings.filter(({ resent }) => !resent)
  const last = live.at(-1)
  if (!last) return NOTHING
  const resentAt = readings.filter(({ resent }) => resent).map(({ receivedAt }) => receivedAt)
  const heardAt = live.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0)
  const isEmpty = resentAt.every((at) => heardAt - at >= TEST_LIMITS.memoryQuietS * 1000)
  const actual = { zh: `补传 ${resentAt.length} 条`, en: `${resentAt.length} resent` }
  return { state: isEmpty ? 'passed' : 'pending', actual, at: last.at }
}

const isSubset = (value: number, { least, most }: { readonly least: number; readonly most: number }): boolean =>
  value >= least && value <= most
const isSupply = (externalV: number): boolean => isSubset(externalV, TEST_LIMITS.supply12V) || isSubset(externalV, TEST_LIMITS.supply24V)

const volts = (value: number, isGood: boolean): Omit<Seen, 'at'> => {
  const shown = `${value.toFixed(2)} V`
  return passedIf(isGood, { zh: shown, en: shown })
}

function fix(readings: readonly Reading[]): Seen {
  const good = readings.findLast(
    ({ position: { located, lat, lng, satellites } }) =>
      located && (lat !== 0 || lng !== 0) && (satellites === undefined || satellites >= TEST_LIMITS.satellites),
  )
  if (!good) return newest(readings, () => passedIf(false, { zh: '未定位', en: 'No fix' }))
  const { lat, lng, satellites } = good.position
  const place = `${lat.toFixed(5)}, ${lng.toFixed(5)}`
  const actual =
    satellites === undefined ? { zh: place, en: place } : { zh: `${satellites} 颗卫星，${place}`, en: `${satellites} satellites, ${place}` }
  return { state: 'passed', actual, at: good.at }
}

const SILENT: Text = { zh: '无应答', en: 'Does not answer' }

const BOTH = {
  switch: {
    both: { zh: '已打开、已关闭', en: 'Opened and shut' },
    on: { zh: '只见打开', en: 'Seen open only' },
    off: { zh: '只见关闭', en: 'Seen shut only' },
  },
  liquid: {
    both: { zh: '已浸湿、已干燥', en: 'Wet and dry' },
    on: { zh: '只见浸湿', en: 'Seen wet only' },
    off: { zh: '只见干燥', en: 'Seen dry only' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Text>>>>

function probe(sightings: readonly Sighting<ProbeReading>[], trial: ProbeTrial): Seen {
  if (trial === 'answer') return answer(sightings, ANSWERS)
  // A probe that hesitates between its states proves neither.
  const isCertain = ({ seen }: Sighting<ProbeReading>): boolean => seen.answering && !seen.uncertain
  const isOn = ({ seen }: Sighting<ProbeReading>): boolean => (trial === 'liquid' ? seen.wet : seen.open)
  const on = sightings.find((sighting) => isCertain(sighting) && isOn(sighting))
  const off = sightings.find((sighting) => isCertain(sighting) && !isOn(sighting))
  const words = BOTH[trial]
  if (on && off) return { state: 'passed', actual: words.both, at: Math.max(on.at, off.at) }
  const last = sightings.at(-1)
  if (!last) return NOTHING
  if (!last.seen.answering) return { state: 'failed', actual: SILENT, at: last.at }
  if (!on && !off) return { state: 'failed', actual: { zh: '状态不明', en: 'Uncertain' }, at: last.at }
  return { state: 'pending', actual: on ? words.on : words.off, at: last.at }
}

const ANSWERS = (): Text => ({ zh: '有应答', en: 'Answers' })

/** Passed once it answered; shows its first answer. */
function answer<T extends { readonly answering: boolean }>(sightings: readonly Sighting<T>[], describe: (seen: T) => Text): Seen {
  const heard = sightings.find(({ seen }) => seen.answering)
  if (heard) return { state: 'passed', actual: describe(heard.seen), at: heard.at }
  const last = sightings.at(-1)
  return last ? { state: 'failed', actual: SILENT, at: last.at } : NOTHING
}

const shownMm = (value: number): string => value.toFixed(1)

function gauge(levels: readonly Sighting<CompartmentReading>[], dip: StepEntry['dip']): Seen {
  const last = levels.at(-1)
  const isFault = last !== undefined && last.seen.fault !== 0
  const nowSeen: Seen = !last
    ? NOTHING
    : isFault
      ? { state: 'failed', actual: { zh: `液位仪故障 ${last.seen.fault}`, en: `Gauge fault ${last.seen.fault}` }, at: last.at }
      : {
          state: 'pending',
          actual: { zh: `当前 ${shownMm(last.seen.levelMm)} mm`, en: `${shownMm(last.seen.levelMm)} mm now` },
          at: last.at,
        }
  if (!dip) return nowSeen
  // The level may change as soon as the stick is out: what counts is the reading nearest to the entry.
  const near = levels
    .filter(({ at, seen }) => seen.fault === 0 && Math.abs(at - dip.at) <= TEST_LIMITS.dipWithinS * 1000)
    .toSorted((a, b) => Math.abs(a.at - dip.at) - Math.abs(b.at - dip.at))[0]
  if (!near) {
    const waiting = { zh: `油尺 ${shownMm(dip.levelMm)} mm，等待液位仪`, en: `Dip stick ${shownMm(dip.levelMm)} mm, waiting for the gauge` }
    return isFault ? nowSeen : { state: 'pending', actual: waiting, at: dip.at }
  }
  // Gauges say tenths of a millimetre; what lies below is the arithmetic's.
  const offMm = Math.round((near.seen.levelMm - dip.levelMm) * 10) / 10
  const off = `${offMm > 0 ? '+' : ''}${shownMm(offMm)} mm`
  const [read, stick] = [shownMm(near.seen.levelMm), shownMm(dip.levelMm)]
  const actual = { zh: `液位仪 ${read} mm，油尺 ${stick} mm，差 ${off}`, en: `Gauge ${read} mm, dip stick ${stick} mm: ${off}` }
  return { ...passedIf(Math.abs(offMm) <= TEST_LIMITS.gaugeOffMm, actual), at: near.at }
}

const meter = (sightings: readonly Sighting<MeterReading>[]): Seen =>
  answer(sightings, ({ totalL }) => ({ zh: `有应答，累计 ${totalL.toFixed(1)} L`, en: `Answers, ${totalL.toFixed(1)} L in all` }))
