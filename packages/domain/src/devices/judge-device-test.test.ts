import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSettled, reportNumberText, resultOf, type TestedEquipment } from './device-test.ts'
import { type Evidence, judgeDeviceTest, type JudgedStep, type StepEntries } from './judge-device-test.ts'
import { API_VALVE, BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER, BOTTOM_VALVE_WET, BOX_DOOR, MANHOLE } from './probe-type.ts'
import type { CompartmentReading, MeterReading, ProbeReading, Reading } from '../reading.ts'

const start = Date.UTC(2026, 10, 21, 2, 0, 0)
const s = 1_000

const aProbe = (compartment: number, type: number, more: Partial<ProbeReading> = {}): ProbeReading => ({
  compartment,
  type,
  line: 0,
  answering: true,
  open: false,
  wet: false,
  uncertain: false,
  sealCount: 0,
  ...more,
})
const aLevel = (compartment: number, levelMm: number, fault = 0): CompartmentReading => ({
  compartment,
  dataType: 'TT',
  oilCode: 92,
  rawLevelMm: levelMm,
  levelMm,
  waterMm: 0,
  volumeL: 0,
  v20L: 0,
  temperatureC: 20,
  densityKgM3: 735,
  fault,
})
const aMeter = (answering: boolean): MeterReading => ({
  meter: 1,
  oilCode: 92,
  mode: 0,
  answering,
  deliveryL: 0,
  deliveryV20L: 0,
  deliveryKg: 0,
  totalL: 1234.5,
  temperatureC: 20,
  flowLpm: 0,
  receipt: 0,
})
/** What a truck sends so many seconds after the start of the test. */
const sent = (afterS: number, more: Partial<Reading> = {}): Reading => ({
  at: start + afterS * s,
  receivedAt: start + afterS * s,
  clockError: false,
  resent: false,
  kind: 0x0200,
  digest: 0n,
  position: {
    lat: 31.9,
    lng: 119.8,
    altitudeM: 5,
    speedKmh: 0,
    headingDeg: 0,
    located: true,
    accOn: true,
    alarmBits: 0,
    statusBits: 2,
    satellites: 12,
  },
  power: { externalV: 27.4, backupV: 4.05 },
  compartments: [],
  probes: [],
  events: [],
  safety: [],
  ...more,
})

const tanker: TestedEquipment = { model: 'oil-tanker', compartments: [1], probes: [], meters: 1, cameras: ['cab', '', 'api'] }
const after = (readings: readonly Reading[], afterS = 600, more: Partial<Evidence> = {}): Evidence => ({
  startedAt: start,
  until: start + afterS * s,
  contactAt: readings.at(-1)?.receivedAt ?? null,
  readings,
  ...more,
})
const judge = (readings: readonly Reading[], entries: StepEntries = {}, equipment = tanker, evidence = after(readings)) =>
  new Map(judgeDeviceTest(equipment, evidence, entries).map((step) => [step.key, step]))
const stateOf = (steps: ReadonlyMap<string, JudgedStep>, key: string) => steps.get(key)?.state
const stateAndTextOf = (steps: ReadonlyMap<string, JudgedStep>, key: string) => [steps.get(key)?.state, steps.get(key)?.actual?.en ?? null]

test('the steps are those of this truck: covers that its model has, probes that it reports, gauge, meter and cameras', () => {
  expect([...judge([]).keys()]).toEqual(
    `online clock memory supply battery fix cover-1-api cover-1-manhole cover-1-bottom-valve gauge-1 cover-0-box-door meter-1
      printer buzzer seals camera-1 camera-3`.split(/\s+/),
  )
  // What a probe reports takes the place of the cover that nothing was known of; a transmitter sees the bottom valve too.
  const probes = [
    aProbe(1, API_VALVE),
    aProbe(1, BOTTOM_VALVE_TRANSMITTER),
    aProbe(1, BOTTOM_VALVE_WET),
    aProbe(0, BOX_DOOR),
    aProbe(0, 28),
  ]
  expect([...judge([sent(5, { probes })]).keys()].filter((key) => /^(probe|cover)/.test(key))).toEqual(
    'probe-1-0 probe-1-3 probe-1-12 cover-1-manhole probe-0-13 probe-0-28'.split(' '),
  )
  const sprinkler = { ...tanker, model: 'sprinkler', meters: 0, cameras: [] }
  expect([...judge([], {}, sprinkler).keys()].filter((key) => key.startsWith('cover'))).toEqual(['cover-1-manhole', 'cover-1-bottom-valve'])
  const bus = { ...tanker, model: 'bus', compartments: [], meters: 0, cameras: [] }
  expect([...judge([], {}, bus).keys()].filter((key) => /-/.test(key))).toEqual([])
})

test('before the truck has sent anything every step waits', () => {
  expect(new Set([...judge([]).values()].map(({ state }) => state))).toEqual(new Set(['pending']))
  expect(resultOf([...judge([]).values()])).toBe('failed')
})

test('a cover passes when it was seen open and shut, in either order, and stays passed', () => {
  const shut = sent(10, { probes: [aProbe(1, MANHOLE)] })
  const open = sent(20, { probes: [aProbe(1, MANHOLE, { open: true })] })
  expect(stateAndTextOf(judge([shut]), 'probe-1-1')).toEqual(['pending', 'Seen shut only'])
  expect(stateAndTextOf(judge([open]), 'probe-1-1')).toEqual(['pending', 'Seen open only'])
  for (const readings of [
    [shut, open],
    [open, { ...shut, at: start + 30 * s }],
  ]) {
    const silent = sent(60, { probes: [aProbe(1, MANHOLE, { answering: false })] })
    expect(stateAndTextOf(judge([...readings, silent]), 'probe-1-1')).toEqual(['passed', 'Opened and shut'])
  }
  expect(judge([shut, open]).get('probe-1-1')?.at).toBe(start + 20 * s)
})

test('a probe that does not answer or cannot decide proves nothing', () => {
  const readings = [
    sent(10, { probes: [aProbe(1, MANHOLE, { answering: false })] }),
    sent(20, { probes: [aProbe(1, MANHOLE, { open: true, uncertain: true })] }),
  ]
  expect(stateAndTextOf(judge(readings.slice(0, 1)), 'probe-1-1')).toEqual(['failed', 'Does not answer'])
  expect(stateAndTextOf(judge(readings), 'probe-1-1')).toEqual(['failed', 'Uncertain'])
})

test('a pipe probe passes wet and dry, opening means nothing to it; an alarm probe only has to answer', () => {
  const dry = sent(10, { probes: [aProbe(1, BOTTOM_VALVE_WET), aProbe(0, 28)] })
  const open = sent(20, { probes: [aProbe(1, BOTTOM_VALVE_WET, { open: true })] })
  const wet = sent(30, { probes: [aProbe(1, BOTTOM_VALVE_WET, { wet: true })] })
  expect(stateAndTextOf(judge([dry, open]), 'probe-1-3')).toEqual(['pending', 'Seen dry only'])
  expect(stateAndTextOf(judge([dry, open, wet]), 'probe-1-3')).toEqual(['passed', 'Wet and dry'])
  expect(stateAndTextOf(judge([dry]), 'probe-0-28')).toEqual(['passed', 'Answers'])
})

test('what came before the test counts for nothing, what was taken during it and resent later counts', () => {
  const probes = [aProbe(1, MANHOLE, { open: true })]
  const before = sent(-5, { probes })
  const shut = sent(5, { probes: [aProbe(1, MANHOLE)] })
  expect(stateOf(judge([before, shut]), 'probe-1-1')).toBe('pending')
  // Received in the test, taken before it.
  expect(stateOf(judge([{ ...before, resent: true, receivedAt: start + 8 * s }, shut]), 'probe-1-1')).toBe('pending')
  expect(stateOf(judge([sent(6, { probes, resent: true, receivedAt: start + 90 * s }), shut]), 'probe-1-1')).toBe('passed')
  // A console whose clock is slow says a time before the start, and is live all the same.
  expect(stateOf(judge([{ ...before, receivedAt: start + 20 * s }, shut]), 'probe-1-1')).toBe('passed')
  expect(stateOf(judge([shut, sent(601, { probes })]), 'probe-1-1')).toBe('pending')
})

test('console, clock and memory: heard of within three minutes, at most a minute off, and nothing resent for a minute', () => {
  const live = sent(30)
  expect(stateAndTextOf(judge([live], {}, tanker, after([live], 210)), 'online')).toEqual(['passed', 'Online'])
  expect(stateAndTextOf(judge([live], {}, tanker, after([live], 211)), 'online')).toEqual(['failed', 'Contact lost'])
  expect(stateOf(judge([], {}, tanker, after([], 60, { contactAt: start - s })), 'online')).toBe('pending')

  expect(stateAndTextOf(judge([{ ...live, at: live.receivedAt - 60 * s }]), 'clock')).toEqual(['passed', '60 s slow'])
  expect(stateAndTextOf(judge([{ ...live, at: live.receivedAt - 61 * s }]), 'clock')).toEqual(['failed', '61 s slow'])
  expect(stateAndTextOf(judge([{ ...live, at: live.receivedAt + 200 * s }]), 'clock')).toEqual(['failed', '200 s fast'])
  expect(stateAndTextOf(judge([{ ...live, clockError: true }]), 'clock')).toEqual(['failed', 'Wrong time'])

  const resent = sent(10, { resent: true, receivedAt: start + 40 * s })
  expect(stateAndTextOf(judge([live]), 'memory')).toEqual(['passed', '0 resent'])
  expect(stateAndTextOf(judge([live, resent, sent(99)]), 'memory')).toEqual(['pending', '1 resent'])
  expect(stateAndTextOf(judge([live, resent, sent(100)]), 'memory')).toEqual(['passed', '1 resent'])
})

test('voltages are those of the newest reading, of 12 V and 24 V trucks', () => {
  const at = (externalV: number, backupV = 4.05) => [sent(10), sent(20, { power: { externalV, backupV } }), sent(5)]
  for (const [volts, state] of [
    [10.4, 'failed'],
    [10.5, 'passed'],
    [16, 'passed'],
    [16.1, 'failed'],
    [20.9, 'failed'],
    [21, 'passed'],
    [32, 'passed'],
    [32.1, 'failed'],
  ] as const)
    expect(stateAndTextOf(judge(at(volts)), 'supply')).toEqual([state, `${volts.toFixed(2)} V`])
  expect([stateOf(judge(at(24, 3.5)), 'battery'), stateOf(judge(at(24, 3.4)), 'battery')]).toEqual(['passed', 'failed'])
})

test('one good fix is enough: four satellites, or no number of satellites, and not the point where no coordinate is', () => {
  const { position } = sent(0)
  const at = (more: Partial<Reading['position']>) => sent(10, { position: { ...position, ...more } })
  expect(stateAndTextOf(judge([at({})]), 'fix')).toEqual(['passed', '12 satellites, 31.90000, 119.80000'])
  expect(stateOf(judge([at({}), { ...at({ located: false }), at: start + 20 * s }]), 'fix')).toBe('passed')
  for (const bad of [{ located: false }, { satellites: 3 }, { lat: 0, lng: 0 }])
    expect(stateAndTextOf(judge([at(bad)]), 'fix')).toEqual(['failed', 'No fix'])
})

test('a gauge is compared with the dip stick by the reading nearest to the entry, not by later levels', () => {
  const readings = [
    sent(60, { compartments: [aLevel(1, 812.4)] }),
    sent(90, { compartments: [aLevel(1, 815.1)] }),
    sent(120, { compartments: [aLevel(1, 1_400)] }),
  ]
  const dipped = (levelMm: number, afterS: number): StepEntries => ({
    'gauge-1': { remark: '', dip: { levelMm, at: start + afterS * s }, at: start + afterS * s },
  })
  expect(stateAndTextOf(judge(readings.slice(0, 1)), 'gauge-1')).toEqual(['pending', '812.4 mm now'])
  expect(stateAndTextOf(judge(readings, dipped(812, 70)), 'gauge-1')).toEqual(['passed', 'Gauge 812.4 mm, dip stick 812.0 mm: +0.4 mm'])
  expect(stateAndTextOf(judge(readings, dipped(812, 80)), 'gauge-1')).toEqual(['failed', 'Gauge 815.1 mm, dip stick 812.0 mm: +3.1 mm'])
  expect(stateOf(judge(readings, dipped(812.1, 80)), 'gauge-1')).toBe('passed')
  expect(stateAndTextOf(judge(readings, dipped(1_403.1, 120)), 'gauge-1')).toEqual([
    'failed',
    'Gauge 1400.0 mm, dip stick 1403.1 mm: -3.1 mm',
  ])
  expect(stateAndTextOf(judge(readings, dipped(1_400, 421)), 'gauge-1')).toEqual(['pending', 'Dip stick 1400.0 mm, waiting for the gauge'])
  const broken = [sent(60, { compartments: [aLevel(1, 812, 3)] })]
  expect(stateAndTextOf(judge(broken, dipped(812, 60)), 'gauge-1')).toEqual(['failed', 'Gauge fault 3'])
})

test('a meter passes when it answered', () => {
  expect(stateAndTextOf(judge([sent(1, { meters: [aMeter(false)] })]), 'meter-1')).toEqual(['failed', 'Does not answer'])
  expect(stateAndTextOf(judge([sent(1, { meters: [aMeter(true)] }), sent(2, { meters: [aMeter(false)] })]), 'meter-1')).toEqual([
    'passed',
    'Answers, 1234.5 L in all',
  ])
})

test('a person passes what only a person can judge, objects to anything and says what does not apply', () => {
  const readings = [sent(1, { probes: [aProbe(1, MANHOLE)] }), sent(2, { probes: [aProbe(1, MANHOLE, { open: true })] })]
  const entry = (verdict: 'passed' | 'failed' | 'not-applicable', remark = '') => ({ verdict, remark, at: start })
  const steps = judge(readings, {
    printer: entry('passed'),
    buzzer: entry('failed', 'stays mute'),
    'probe-1-1': entry('failed', 'hangs loose'),
    'cover-1-api': entry('passed'),
    'cover-1-bottom-valve': entry('not-applicable', 'none fitted'),
  })
  expect(['printer', 'buzzer', 'probe-1-1', 'cover-1-api', 'cover-1-bottom-valve'].map((key) => stateOf(steps, key))).toEqual([
    'passed',
    'failed',
    'failed',
    'pending',
    'not-applicable',
  ])
  expect(steps.get('probe-1-1')).toMatchObject({ remark: 'hangs loose', actual: { en: 'Opened and shut' }, at: start + 2 * s })
})

test('a test passes when every step passed or does not apply, and not when nothing applies', () => {
  const of = (...states: JudgedStep['state'][]) => resultOf(states.map((state) => ({ state })))
  expect(of('passed', 'not-applicable')).toBe('passed')
  expect([of('passed', 'pending'), of('passed', 'failed'), of('not-applicable'), of()]).toEqual(['failed', 'failed', 'failed', 'failed'])
})

test('the number of a report says the day where the truck is, and its place in the row', () => {
  // 22:30 UTC is the next morning in Beijing.
  expect(reportNumberText(3, Date.UTC(2026, 10, 20, 22, 30), 480)).toBe('DT-20261121-003')
  expect(reportNumberText(1_234, Date.UTC(2026, 10, 20, 22, 30), 0)).toBe('DT-20261120-1234')
})

const anyProbe = fc
  .record({
    compartment: fc.constantFrom(0, 1),
    type: fc.constantFrom(API_VALVE, MANHOLE, BOTTOM_VALVE, BOTTOM_VALVE_WET, BOX_DOOR, 28),
    answering: fc.boolean(),
    open: fc.boolean(),
    wet: fc.boolean(),
    uncertain: fc.boolean(),
  })
  .map(({ compartment, type, ...more }) => aProbe(compartment, type, more))
const anyReading = fc
  .record({
    afterS: fc.integer({ min: -100, max: 500 }),
    lateS: fc.integer({ min: 0, max: 100 }),
    resent: fc.boolean(),
    probes: fc.array(anyProbe, { maxLength: 5 }),
    meters: fc.array(fc.boolean().map(aMeter), { maxLength: 1 }),
    // Two readings of one moment could not be distinguished in a way that a test may rely on.
    digest: fc.bigInt({ min: 0n, max: 1n << 60n }),
  })
  .map(({ afterS, lateS, ...more }) => ({ ...sent(afterS, more), receivedAt: start + (afterS + lateS) * s }))

test('readings that come in addition never take a passed probe, meter or fix back, and their order does not matter', () => {
  const lasting = /^(probe|meter|fix)/
  fc.assert(
    fc.property(fc.array(anyReading, { maxLength: 12 }), fc.array(anyReading, { maxLength: 12 }), (some, more) => {
      const evidence = (readings: Reading[]) => after(readings, 1_000)
      const first = judge(some, {}, tanker, evidence(some))
      const all = judge([...some, ...more], {}, tanker, evidence([...some, ...more]))
      for (const [key, { state }] of first)
        if (lasting.test(key) && isSettled(state)) expect([key, stateOf(all, key)]).toEqual([key, 'passed'])
      const states = (steps: ReadonlyMap<string, JudgedStep>) =>
        [...steps.values()].filter(({ key }) => lasting.test(key)).flatMap(({ key, state }) => (state === 'passed' ? [key] : []))
      expect(states(judge([...more, ...some].toReversed(), {}, tanker, evidence([...more, ...some])))).toEqual(states(all))
    }),
  )
})
