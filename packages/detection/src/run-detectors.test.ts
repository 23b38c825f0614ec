import { expect, test } from 'vitest'
import { DETECTORS } from './all-detectors.ts'
import { detector, type Detector } from './detector.ts'
import { Moment } from './moment.ts'
import { runDetectors } from './run-detectors.ts'
import { aDay, aTruck } from './scenarios/a-day.ts'
import { time } from './state/state-fields.ts'
import { stateOf } from './state/state-of.ts'
import { createTruckState } from './truck-engine.ts'

const { readings } = aDay().waits(120)

/** Names in the order in which they were run over the first readings, a second apart each. */
function runOf(detectors: readonly Detector[], count: number, truck = aTruck()): string[] {
  const run = runDetectors(detectors)
  const state = createTruckState()
  names.length = 0
  for (const reading of readings.slice(0, count)) run.step(new Moment(state, reading.at, reading.at, truck), state, reading)
  return [...names]
}
const names: string[] = []
const noting = (name: string, of: Partial<Detector> = {}): Detector =>
  detector({
    ...of,
    name,
    step: () => {
      names.push(name)
    },
  })

test('detectors run in the order of their list, those of fuel, water and of each minute only then', () => {
  const list = [noting('all'), noting('fuel', { on: 'fuel' }), noting('water', { on: 'water' }), noting('minute', { on: 'minute' })]
  expect(runOf(list, 2)).toEqual(['all', 'fuel', 'minute', 'all', 'fuel'])
  expect(runOf(list, 1, aTruck({ carries: 'water' }))).toEqual(['all', 'water', 'minute'])
})

test('a list with a detector above one that it runs after, or with two of one name, does not start', () => {
  expect(() => runDetectors([noting('late', { after: ['early'] }), noting('early')])).toThrow('late runs after early')
  expect(() => runDetectors([noting('twice'), noting('twice')])).toThrow('two detectors are called twice')
  for (const [index, { name }] of DETECTORS.entries()) {
    const moved = DETECTORS.toSpliced(index, 1)
    const isReadByAnother = moved.some(({ after }) => after?.includes(name))
    if (isReadByAnother) expect(() => runDetectors([...moved, DETECTORS[index] as Detector]), name).toThrow(`runs after ${name}`)
  }
})

test('each detector gets what it alone remembers, in the state of the truck', () => {
  const seen = stateOf({ at: time() })
  const run = runDetectors([
    detector({
      name: 'seen',
      state: seen,
      step: (moment, _, own) => {
        own.at = moment.at
      },
    }) as unknown as Detector,
  ])
  const state = { ...createTruckState(), seen: seen.initial() }
  const [reading] = readings
  if (reading === undefined) throw new Error('the day has readings')
  run.step(new Moment(state, reading.at, reading.at, aTruck()), state, reading)
  expect(state.seen.at).toBe(reading.at)
})
