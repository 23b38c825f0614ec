import type { TruckTrack, WaterWork } from '@tanker/contract/track'
import { TRACK_FLAG } from '@tanker/contract/track'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { trackLine } from '../../platform/tracks/track-line.ts'
import { sprayedFeatures, waterSums, workAt } from './work-flags.ts'

const START = Date.UTC(2026, 2, 18, 1)
const MINUTE = 60_000
// Eleven minutes north, a point each minute.
const track = {
  truckId: 7,
  signCode: '苏A00007',
  atMs: [START, ...Array.from({ length: 10 }, () => MINUTE)],
  lat: [32_000_000, ...Array.from({ length: 10 }, () => 5_000)],
  lng: [120_000_000, ...Array.from({ length: 10 }, () => 0)],
  kmh10: Array.from({ length: 11 }, () => 300),
  headingDeg: Array.from({ length: 11 }, () => 0),
  km10: Array.from({ length: 11 }, () => 0),
  flags: Array.from({ length: 11 }, () => TRACK_FLAG.located),
} as unknown as TruckTrack
const line = trackLine(track)
const iso = (minute: number): string => new Date(START + minute * MINUTE).toISOString()
const work = (given: Partial<WaterWork> & { from: number; to: number | null }): WaterWork => ({
  id: `7-${given.from}`,
  work: given.work ?? 'spray',
  startedAt: iso(given.from),
  endedAt: given.to === null ? null : iso(given.to),
  litres: given.litres ?? null,
  meters: given.meters ?? null,
  place: '',
})
const works = [
  work({ work: 'fill', from: -5, to: 1, litres: 6_000, meters: 0 }),
  work({ from: 2, to: 4, litres: 900, meters: 1_100 }),
  work({ from: 8, to: null }),
]

test('works say what was done, with litres and kilometres once they have ended', async () => {
  const { workFlags } = await asReader({ language: 'en', zone: 'UTC' }, () => import('./work-flags.ts'))
  const flags = workFlags(line, works)
  expect(flags.map(({ words }) => words.replace(/^\S+ \S+ /, ''))).toEqual([
    'Filled 6 min 0 s · 6,000 L',
    'Sprayed 2 min 0 s · 900 L · 1.1 km',
    'Spraying',
  ])
  expect(flags.map(({ what, at, endedAt }) => [what, at - START, endedAt === null ? null : endedAt - START])).toEqual([
    ['fill', -5 * MINUTE, MINUTE],
    ['spray', 2 * MINUTE, 4 * MINUTE],
    ['spray', 8 * MINUTE, null],
  ])
  // The filling began before the track: it stands at its first point.
  expect(flags[0]).toMatchObject({ lat: 32, icon: 'loading' })
})

test('only sprayed stretches are drawn, the one under way to the end of the track', () => {
  const lats = sprayedFeatures(line, works).map(({ geometry }) => [geometry.coordinates[0]?.[1], geometry.coordinates.at(-1)?.[1]])
  expect(lats.map((pair) => pair.map((lat = 0) => Number(lat.toFixed(3))))).toEqual([
    [32.01, 32.02],
    [32.04, 32.05],
  ])
})

test('the flow is the mean of its work, and sums leave out what goes on', () => {
  const rate = (minute: number) => workAt(line, works, START + minute * MINUTE)?.lpm
  // 900 litres in two minutes; 6,000 in six.
  expect([rate(3), rate(0), rate(9), rate(6)]).toEqual([450, 1_000, null, undefined])
  expect(waterSums(works)).toEqual({ fill: 6_000, spray: 900 })
})
