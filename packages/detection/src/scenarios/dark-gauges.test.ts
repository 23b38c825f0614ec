import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const loaded = () => aDay().waits(300).loads([7000, 7000, 6000], 60).drivesTo(30).waits(300)
const thefts = (run: ReturnType<typeof runDay>) => run.alarmTypes.filter((type) => type === 202 || type === 321 || type === 322)
const kinds = (run: ReturnType<typeof runDay>) => run.alarmsOf(329).map(({ properties }) => properties['kind'])

for (const [dark, kind] of [
  [{ fault: 2 }, 'fault-code'],
  [{ silent: true }, 'silent'],
] as const)
  test(`[truth 4.6] a gauge that is dark on the road (${kind}) is a device alarm, and no theft while it is dark or when it is back with all there`, () => {
    const day = loaded().gauge(1, dark).drivesTo(60).waits(900)
    const before = runDay(day.readings, aTruck())
    expect([kinds(before), thefts(before)]).toEqual([[kind], []])
    day.gauge(1, { fault: 0, silent: false }).waits(600).drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(300)
    const run = runDay(day.readings, aTruck())
    expect([kinds(run), thefts(run)]).toEqual([[kind], []])
    expect(run.alarmsOf(329)[0]?.endedAt).not.toBeNull()
  })

// Who wants to steal pulls the plug: what both calm surfaces agree on is gone, whenever it went (D.7).
test('[truth 4.6] what is gone when a dark gauge is back is judged from the last calm surface to the next', () => {
  const day = loaded().gauge(1, { fault: 2 }).drivesTo(60).waits(300).flows(1, -300, 300).waits(300).gauge(1, { fault: 0 }).waits(600)
  const run = runDay(day.readings, aTruck())
  expect(thefts(run)).toEqual([202])
  const [alarm] = run.alarmsOf(202)
  expect(Math.abs(Number(alarm?.properties['loss']) - 297)).toBeLessThan(12)
  expect(Number(alarm?.properties['startTime'])).toBeLessThan(Number(alarm?.startedAt) - 600_000)
})

const meter = { meter: 1, oilCode: 92, mode: 1, answering: true, totalL: 0, temperatureC: 28, flowLpm: 500, receipt: 41 }

test('[truth 4.6] a meter that counts 2,000 L while no gauge moves contradicts them', () => {
  const day = loaded().drivesTo(90).waits(240).gauge(1, { heldMm: 1304 }).opens(1, 0, 2)
  for (let litres = 0; litres <= 2000; litres += 100)
    day.metered({ ...meter, deliveryL: litres, deliveryV20L: litres * 0.99, deliveryKg: litres * 0.728, totalL: 50_000 + litres }).waits(10)
  day.metered({ ...meter, mode: 0, receipt: 0, deliveryL: 0, deliveryV20L: 0, deliveryKg: 0, totalL: 52_000 }).waits(60)
  const [row] = runDay(day.readings, aTruck()).recordsOf('meter-delivery')
  expect(row?.properties).toMatchObject({ rawL: 2000, valid: false })
  expect(Math.abs(Number(row?.properties['gaugeL']))).toBeLessThan(20)
  expect(Number(row?.properties['differenceL'])).toBeGreaterThan(1980)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(329).map(({ object, properties }) => [object, properties['kind']])).toContainEqual([102, 'stuck'])
})
