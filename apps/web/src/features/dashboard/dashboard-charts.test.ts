import { expect, test } from 'vitest'
import { alarmDays, lossDays } from './dashboard-charts.ts'

const days = [
  { day: '2026-11-20', alarms: { seal: 2 }, lossL: 12, loadedL: 8000 },
  { day: '2026-11-21', alarms: {}, lossL: 0, loadedL: 0 },
]

test('a day without trips has no loss rate, not a rate of zero', () => {
  expect(lossDays(days)).toMatchObject({ names: ['11-20', '11-21'], series: [{ values: [1.5, null] }] })
})

test('families without an alarm are not drawn', () => {
  expect(alarmDays(days)).toMatchObject({ series: [{ name: '铅封', values: [2, 0] }] })
})
