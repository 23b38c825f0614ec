import { expect, test } from 'vitest'
import { asReader } from '../../../platform/test-reader.ts'

const minuteMs = 60_000
/** 16:00 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 8)
const iso = (minutes: number) => new Date(now + minutes * minuteMs).toISOString()
const load = () => import('./tracked-words.ts')
const reader = (language: 'zh' | 'en') => asReader({ language, zone: 'Asia/Shanghai' }, load)

const trip = {
  startedAt: iso(-90),
  depotName: '东油库',
  slipNos: ['PS-1'],
  load: [],
  stations: [
    { name: '甲站', arrivedAt: iso(-30), leftAt: iso(-20), distanceM: null },
    { name: '乙站', arrivedAt: null, leftAt: null, distanceM: 16_093 },
    { name: '丙站', arrivedAt: null, leftAt: null, distanceM: 40_000 },
  ],
  estimate: { arrivalAt: iso(20), meanKmh: 48.28 },
  noEstimate: null,
}

test('[2.3-03] the next stop is the first station ahead; readers of English may have it in miles', async () => {
  const zh = await reader('zh')
  expect(zh.nextStop(trip, now, 'km')).toMatchObject({ name: '乙站', distance: '16.1 km', arrival: '16:20' })
  const en = await reader('en')
  // 16.093 km are 9.9997 miles, 48.28 km/h are 30.0 mph.
  const inMiles = en.nextStop(trip, now, 'mi')
  expect(inMiles).toMatchObject({ name: '乙站', distance: '10.0 mi' })
  expect(inMiles?.how).toContain('30 mph')
})

test('without a trip, and when every station was reached, there is no next stop; an arrival that is not known says why', async () => {
  const { nextStop } = await reader('zh')
  expect(nextStop(null, now, 'km')).toBeNull()
  expect(nextStop({ ...trip, stations: trip.stations.slice(0, 1) }, now, 'km')).toBeNull()
  const silent = nextStop({ ...trip, estimate: null, noEstimate: 'silent' }, now, 'km')
  expect(silent).toMatchObject({ arrival: null, how: '超过 5 分钟没有定位，无法估计到达时间' })
})

test('an offline truck says since when and for how long; one that never reported says so', async () => {
  const zh = await reader('zh')
  expect(zh.offlineWords(now - 95 * minuteMs, now)).toBe('自 14:25 起离线，已 1时35分')
  expect(zh.offlineWords(now - 20_000, now)).toBe('自 15:59 起离线')
  expect(zh.offlineWords(null, now)).toBe('离线，从未上报')
  const en = await reader('en')
  expect(en.offlineWords(now - 95 * minuteMs, now)).toMatch(/^Offline since 14:25, for 1/)
})
