import type { TruckRow } from '@tanker/fleet/world'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { connected } from './opened-page.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const report = 'driving_monitor/exception_report/alarm_over_speed'
const SOS = 1

beforeEach(async () => {
  await harness.product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL')
})

const tanker = (index: number): TruckRow => {
  const row = tankersOf(CARRIER_1)[index]
  if (!row) throw new Error(`no tanker ${index}`)
  return row
}

/** Counts the warning sounds of a page. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sounds = { played: 0 }
    Object.assign(globalThis, { sounds })
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = async function () {
      sounds.played += 1
      await play.call(this)
    }
  })
const soundsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { sounds: { played: number } }).sounds.played)

const watching = async (language: 'zh-CN' | 'en-US'): Promise<Page> => {
  const page = await harness.signedIn('dispatcher1', { language, path: report, before: listen })
  await connected(page)
  return page
}

const latestAlarm = async (plate: string, type: number): Promise<{ id: string; superseded: boolean }> => {
  const { rows } = await harness.product.database.pool.query<{ id: string; superseded: boolean }>(
    `SELECT alarm.id, superseded_at IS NOT NULL AS superseded FROM alarm JOIN truck ON truck.id = truck_id WHERE plate = $1 AND type = $2 ORDER BY alarm.id DESC LIMIT 1`,
    [plate, type],
  )
  return rows[0] ?? { id: '', superseded: false }
}

test('[D-02] late data explain an overspeed away: it leaves the live list of open pages without a sound, its page says so in both languages, and nothing is tried for ever', async () => {
  const [page, english] = [await watching('zh-CN'), await watching('en-US')]
  const row = tanker(8)
  const readings = new TruckStory(ROADSIDE, holding(row, 0)).drives(60, 120).endingAt()
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, readings)
  const lines = [page, english].map((one) => one.locator('.alarm-list li', { hasText: row.plate }))
  for (const line of lines) await line.waitFor()
  await eventually(() => soundsOf(page)).toBe(1)

  // Between them it was slow each time, as the readings say that were held back; it hangs up before they are judged.
  const between = readings.slice(1).map((position, index) => ({
    ...position,
    lng: (position.lng + (readings[index]?.lng ?? 0)) / 2,
    at: (position.at ?? 0) - 5_000,
    speedKmh: 20,
  }))
  await truck.batch(between)
  await truck.close()
  for (const line of lines) await line.waitFor({ state: 'detached' })
  expect(await latestAlarm(row.plate, 2)).toMatchObject({ superseded: true })
  expect(await soundsOf(page)).toBe(1)

  const { id } = await latestAlarm(row.plate, 2)
  for (const [one, words, showAll] of [
    [page, '该报警已被补传数据取代', '显示全部'],
    [english, 'superseded by late data', 'Show all'],
  ] as const) {
    let asked = 0
    one.on('request', (request) => {
      if (request.url().includes('/rows?')) asked += 1
    })
    await one.goto(`${harness.product.address}/${report}?fromAlarm=${id}`)
    const empty = one.locator('.report').getByText(words)
    await empty.waitFor()
    expect(await one.locator('.report').innerText()).not.toContain(one === page ? '数据加载失败' : 'could not be loaded')
    const before = asked
    await connected(one)
    expect(asked).toBe(before)
    await one.getByRole('button', { name: showAll }).last().click()
    await empty.waitFor({ state: 'detached' })
    expect(new URL(one.url()).searchParams.has('fromAlarm')).toBe(false)
  }
})

test('[D-02] an alarm that is superseded closes its dialog', async () => {
  const page = await watching('zh-CN')
  const row = tanker(9)
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 0)).drives(30, 50, { alarmBits: SOS }).endingAt())
  await truck.close()
  await page.locator('dialog.emergency[open]').waitFor()
  const { id } = await latestAlarm(row.plate, 201)
  const truckId = Number(
    (await harness.product.database.pool.query<{ id: number }>('SELECT id FROM truck WHERE plate = $1', [row.plate])).rows[0]?.id,
  )
  await harness.product.database.pool.query(
    `WITH a AS (UPDATE alarm SET superseded_at = now() WHERE id = $1 RETURNING organisation_id, truck_id, id)
     INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, 'superseded' FROM a`,
    [id],
  )
  await page.locator('dialog.emergency[open]').waitFor({ state: 'detached' })
  // Its type has no report: who kept the link sees the truck, and that the alarm holds no more.
  for (const [one, words] of [
    [page, '的“紧急报警”已于'],
    [await watching('en-US'), 'was superseded by late data at'],
  ] as const) {
    await one.goto(`${harness.product.address}/monitor/cargo_transport?truck=${truckId}&fromAlarm=${id}`)
    await one.locator('.truck-card .card-note', { hasText: words }).waitFor()
  }
})

test('[D-02] what a truck says late of long ago neither sounds nor is listed', async () => {
  const page = await watching('zh-CN')
  const row = tanker(10)
  const truck = await setOut(harness.product, row)
  const anHourAgo = Date.now() - 3_600_000
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 0)).drives(30, 50).endingAt())
  await truck.batch(new TruckStory(ROADSIDE, holding(row, 0)).drives(60, 120, { alarmBits: SOS }).endingAt(anHourAgo))
  await truck.close()
  await eventually(async () => (await latestAlarm(row.plate, 201)).id).not.toBe('')
  // All pushes came before this one.
  const next = tanker(11)
  const other = await setOut(harness.product, next)
  await sendReadings(other, new TruckStory(ROADSIDE, holding(next, 0)).drives(60, 120).endingAt())
  await other.close()
  await page.locator('.alarm-list li', { hasText: next.plate }).waitFor()
  expect(await page.locator('.alarm-list li', { hasText: row.plate }).count()).toBe(0)
  expect(await page.locator('dialog.emergency[open]').count()).toBe(0)
  await eventually(() => soundsOf(page)).toBe(1)
})
