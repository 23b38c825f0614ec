import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

test('[3.3-03] scenario 11: 3 h 50, a stop of ten minutes and 20 more are over four hours', () => {
  const day = aDay()
    .stands(1)
    .waits(60)
    .drivesFor(3.8334 * 3600, 50)
    .waits(600)
    .drivesFor(1200, 50)
  const run = runDay(day.readings, aTruck())
  const [alarm] = run.alarmsOf(203)
  expect(run.alarmTypes).toEqual([203])
  expect(alarm?.properties).toEqual({
    companyName: '东港运输',
    driverWorkingDuration: expect.closeTo(4 * 3600, -2),
    driver: { name: '王师傅' },
  })
})

test('scenario 11: with a stop of 20 minutes there is none', () => {
  const day = aDay()
    .stands(1)
    .waits(60)
    .drivesFor(3.8334 * 3600, 50)
    .waits(1230)
    .drivesFor(1200, 50)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([])
})

const sixty = aTruck({ roadClass: () => 'other' })

test('scenario 12: 63 km/h for 8 s is no overspeed', () => {
  const day = aDay().stands(1).waits(60).drivesFor(60, 57).drivesFor(8, 63, 1).drivesFor(60, 55)
  expect(runDay(day.readings, sixty).alarmTypes).toEqual([])
})

test('[4.4-02] scenario 12: 63 km/h for 11 s is one', () => {
  const day = aDay().stands(1).waits(60).drivesFor(60, 57).drivesFor(12, 63, 1).drivesFor(60, 55)
  const run = runDay(day.readings, sixty)
  expect(run.alarmTypes).toEqual([2])
  expect(run.alarmsOf(2)[0]).toMatchObject({ grade: 'yellow', properties: { limitKmh: 60, maxKmh: 63, overPct: 5 } })
  expect(run.alarmsOf(2)[0]?.endedAt).not.toBeNull()
})

test('scenario 12: oscillating between 58 and 62 is one alarm, not five', () => {
  const day = aDay().stands(1).waits(60).drivesFor(60, 55)
  for (let wave = 0; wave < 5; wave += 1) day.drivesFor(13, 62, 1).drivesFor(13, 58, 1)
  day.drivesFor(60, 50)
  expect(runDay(day.readings, sixty).alarmTypes).toEqual([2])
})

test("scenario 15: a clock a year ahead is flagged, and the time is the server's", () => {
  const day = aDay().stands(1).waits(600)
  // As a reading comes whose device's clock was wrong: with the time of its receipt.
  const jumped = day.readings.map((reading, i) => (i >= 30 && i < 40 ? { ...reading, at: reading.receivedAt, clockError: true } : reading))
  const run = runDay(jumped, aTruck())
  expect(jumped.filter(({ clockError }) => clockError)).toHaveLength(10)
  expect(run.state.newestAt).toBeLessThan(day.at + 60_000)
  expect(run.alarmTypes).toEqual([])
})

test('[4.4-02] half an hour of silence is an offline alarm, and the next frame ends it', () => {
  const day = aDay().stands(1).waits(120)
  const lastAt = day.at
  day.skips(7200).waits(60)
  const [alarm] = runDay(day.readings, aTruck()).alarmsOf(7)
  expect(alarm).toMatchObject({
    startedAt: lastAt + 1_800_000,
    grade: 'yellow',
    properties: { lastContactAt: lastAt, thresholdMin: 30 },
  })
  expect(alarm?.endedAt).toBeGreaterThan(lastAt + 7_200_000)
})

test('[4.4-02] a stop beyond the threshold outside every place is a parking alarm', () => {
  const day = aDay().stands(20).waits(60).drivesTo(30).waits(7500).drivesTo(35)
  const [alarm] = runDay(day.readings, aTruck()).alarmsOf(4)
  expect(alarm).toMatchObject({ grade: 'yellow', remark: '2 h' })
  expect(alarm?.endedAt).not.toBeNull()
})

test('the emergency button is black and ends with the button', () => {
  const day = aDay().stands(20).waits(60).alarmBits(1).waits(30).alarmBits(0).waits(30)
  const [alarm] = runDay(day.readings, aTruck()).alarmsOf(201)
  expect(alarm).toMatchObject({ grade: 'black', properties: { trigger: 'button' } })
  expect(alarm?.endedAt).not.toBeNull()
})

test('scenario 9: a power cut of five minutes, and the shutdown of the console', () => {
  const day = aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(20)
  day.power(0).says('console-shut-down').drivesFor(300, 10).power(27).says('console-started').waits(120)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([311, 323])
  expect(run.alarmsOf(311)[0]).toMatchObject({ remark2: '1', grade: 'red' })
  expect(run.recordsOf('power-cut')[0]?.endedAt).not.toBeNull()
})

const DEVICE_BIT = 1 << 1
const speeding = (...steps: readonly (readonly [seconds: number, kmh: number, device: boolean])[]) => {
  const day = aDay().stands(1).waits(60).drivesFor(60, 59)
  for (const [seconds, kmh, device] of steps) day.alarmBits(device ? DEVICE_BIT : 0).drivesFor(seconds, kmh, 1)
  return day.alarmBits(0).drivesFor(60, 50).readings
}

test('[D-21] one stretch that we and the device call overspeed is one alarm, and it says that the device said so too', () => {
  const run = runDay(speeding([60, 65, true]), sixty)
  expect(run.alarmTypes).toEqual([2])
  expect(run.alarmsOf(2)[0]?.properties).toMatchObject({ deviceToo: true, maxKmh: 65 })
})

test('[D-21] the device may say so earlier, later, or go on when we have ended: it stays one alarm', () => {
  expect(runDay(speeding([5, 65, false], [60, 65, true]), sixty).alarmTypes).toEqual([2])
  expect(runDay(speeding([30, 65, false], [30, 65, true]), sixty).alarmTypes).toEqual([2])
  expect(runDay(speeding([30, 65, true], [40, 55, true]), sixty).alarmTypes).toEqual([2])
})

test('[D-21] overspeed seen by only one of them is reported by that one', () => {
  const ours = runDay(speeding([60, 65, false]), sixty)
  expect(ours.alarmTypes).toEqual([2])
  expect(ours.alarmsOf(2)[0]?.properties).toMatchObject({ deviceToo: false })
  const device = runDay(speeding([60, 55, true]), sixty)
  expect(device.alarmTypes).toEqual([45])
  expect(device.alarmsOf(45)[0]?.endedAt).not.toBeNull()
})

test('[D-21] nine seconds over our limit are the device’s alone, ten are ours', () => {
  const short = runDay(speeding([9, 65, true]), sixty)
  expect(short.alarmTypes).toEqual([45])
  expect(short.alarmsOf(45)[0]).toMatchObject({ properties: { maxKmh: 65 } })
  expect(short.alarmsOf(45)[0]?.endedAt).not.toBeNull()
  expect(runDay(speeding([11, 65, true]), sixty).alarmTypes).toEqual([2])
})

test('[D-21] a device alarm below our limit ends where ours begins', () => {
  const run = runDay(speeding([30, 58, true], [60, 65, true]), sixty)
  expect(run.alarmTypes).toEqual([2, 45])
  expect(run.alarmsOf(45)[0]?.endedAt).toBeLessThanOrEqual((run.alarmsOf(2)[0]?.startedAt ?? 0) + 11_000)
})

test('[D-21] late data are merged in the same way, as history', () => {
  const late = speeding([60, 65, true]).map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  const run = runDay(late, sixty)
  expect(run.alarmTypes).toEqual([2])
  expect(run.alarmsOf(2)[0]).toMatchObject({ live: false, properties: { deviceToo: true } })
})
