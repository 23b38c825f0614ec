import { SCREENS } from '@tanker/contract/screens'
import { afterEach, expect, test, vi } from 'vitest'
import { CARGO_LINKS, DEVICE_LINKS, presentPeriod, SAFETY_LINKS, truckLinks } from './truck-links.ts'

afterEach(() => vi.unstubAllEnvs())

const period = { from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 21, 23) }
const truck = { id: 7, plate: '苏A00007' }
const menu = SCREENS.map(({ path, title }) => ({ url: path, name: title.en }))

test('[D-09] a link asks its screen for the truck and the period, each in the words of that screen', () => {
  const { first } = truckLinks(truck, period, menu, CARGO_LINKS)
  expect(first.find(({ path }) => path.endsWith('/level_trend'))).toEqual({
    path: 'cargo_monitor/event_report/level_trend',
    name: 'Level trend',
    search: { truck: '7', from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T23:00:00.000Z' },
  })
  const asked = first.find(({ path }) => path.endsWith('/switchCover'))?.search['filters'] ?? ''
  expect(JSON.parse(asked)).toEqual({
    scope: { truckIds: [7], organisationIds: [] },
    when: { from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T23:00:00.000Z' },
  })
})

test('[D-09] only screens of the menu are linked, with their names of it', () => {
  expect(truckLinks(truck, period, [], CARGO_LINKS)).toEqual({ first: [], more: [] })
  const { first, more } = truckLinks(
    truck,
    period,
    [
      { url: 'driving_monitor/exception_report/alarm_over_speed', name: '超速' },
      { url: 'cargo_monitor/event_report/box_door', name: '箱门' },
      { url: 'setting/base_data/truck', name: '车辆' },
    ],
    CARGO_LINKS,
  )
  expect([first, more].map((links) => links.map(({ name }) => name))).toEqual([['超速'], ['箱门']])
})

test('all linked screens but those of a later release exist', () => {
  const known = new Set<string>(menu.map(({ url }) => url))
  const { first, more } = truckLinks(truck, period, [...menu, { url: 'monitor/alarm_desk', name: 'Alarm desk' }], CARGO_LINKS)
  expect(more).toHaveLength(15)
  expect(first.find(({ path }) => path === 'monitor/alarm_desk')?.search).toEqual({ plate: '苏A00007' })
  expect(first.map(({ path }) => path).filter((path) => !known.has(path) && path !== 'monitor/alarm_desk')).toEqual([])
  expect(first.length).toBeGreaterThanOrEqual(6)
  expect(first.find(({ path }) => path === 'monitor/track_map')?.search).toEqual({ trucks: '7' })
})

test('the present is the running trip with its loading, else the day of the user; a long trip is cut to seven days', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  const now = Date.UTC(2026, 10, 21, 8)
  const endOfDay = Date.UTC(2026, 10, 21, 15, 59, 59)
  expect(presentPeriod(null, now)).toEqual({ from: Date.UTC(2026, 10, 20, 16), to: endOfDay })
  const yesterday = Date.UTC(2026, 10, 20, 12)
  expect(presentPeriod(yesterday, now)).toEqual({ from: yesterday, to: endOfDay })
  expect(presentPeriod(now - 30 * 86_400_000, now)).toEqual({ from: endOfDay - 7 * 86_400_000, to: endOfDay })
})

test('the card of the driving-safety monitor leads to the playback, the driving alarms and the pictures of this truck', () => {
  const { first, more } = truckLinks(truck, period, menu, SAFETY_LINKS)
  expect(first.map(({ path }) => path)).toEqual([
    'monitor/playback_track',
    'active_safety/exception_report/alarm_adas_can',
    'driving_monitor/exception_report/alarm_over_speed',
    'driving_monitor/exception_report/alarm_urgent',
    'driving_monitor/exception_report/alarm_curve_speeding',
    'monitor/alarm_desk',
  ])
  expect(more).toHaveLength(SAFETY_LINKS.more.length)
  expect(JSON.parse(first[1]?.search['filters'] ?? '')).toMatchObject({
    scope: { truckIds: [7] },
    when: { from: '2026-11-21T00:00:00.000Z' },
  })
})

test('the card of the device monitor leads to the lists of devices, with the truck and, where they ask for one, a period', () => {
  const { first, more } = truckLinks(truck, period, menu, DEVICE_LINKS)
  expect([first.length, more.length]).toEqual([DEVICE_LINKS.first.length, DEVICE_LINKS.more.length])
  const asked = (path: string) => JSON.parse([...first, ...more].find((one) => one.path === path)?.search['filters'] ?? '{}') as object
  const [trucks, when] = [
    { truckIds: [7], organisationIds: [] },
    { from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T23:00:00.000Z' },
  ]
  expect(asked('device_monitor/other_devices/abnormal_monitor')).toEqual({ scope: trucks })
  expect(asked('device_monitor/console/console_link')).toEqual({ scope: trucks, when })
  expect(asked('device_monitor/device_analysis/valtage_line')).toEqual({ truck: trucks, when })
})
