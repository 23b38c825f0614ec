import type { TruckRow } from '@tanker/fleet/world'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { connected } from './opened-page.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, CARRIER_2, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const MANHOLE = 1
const report = 'cargo_monitor/exception_report/alarm_switch_cover'

beforeEach(async () => {
  await harness.product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL')
})

const tanker = (carrier: string, index: number): TruckRow => {
  const row = tankersOf(carrier)[index]
  if (!row) throw new Error(`the carrier ${carrier} has no tanker ${index}`)
  return row
}

/** Two minutes beside the road with a load, then the manhole of the first compartment stands open for a quarter of a minute. */
async function opensAtTheRoadside(row: TruckRow): Promise<void> {
  const truck = await setOut(harness.product, row)
  const aboard = holding(row, 5000)
  const now = Date.now()
  const cover = { ...ROADSIDE, compartment: 1, type: MANHOLE, compartments: aboard }
  await sendReadings(truck, new TruckStory(ROADSIDE, aboard).stands(120).endingAt(now - 20_000))
  await truck.openCover({ ...cover, at: now - 15_000 })
  await truck.openCover({ ...cover, at: now })
  await truck.close()
}

const platesOn = (page: Page): Promise<string[]> => page.locator('.alarm-list li b').allInnerTexts()
const rowOf = (page: Page, row: TruckRow) => page.locator('.alarm-list li', { hasText: row.plate })

test('[1-13] [4.3-05] [4.3-11] a truck opens a cover at the roadside: within seconds its dispatcher reads it in Chinese and in English, the dispatcher of the other carrier does not', async () => {
  const chinese = await harness.signedIn('dispatcher1', { path: report })
  const english = await harness.signedIn('dispatcher1', { path: report, language: 'en-US' })
  const stranger = await harness.signedIn('dispatcher2', { path: report })
  await Promise.all([chinese, english, stranger].map(connected))
  const mine = tanker(CARRIER_1, 0)
  const theirs = tanker(CARRIER_2, 0)
  await opensAtTheRoadside(mine)
  await rowOf(chinese, mine).waitFor()
  await rowOf(english, mine).waitFor()
  expect(await chinese.locator('.alarm-list h2').innerText()).toContain('实时报警')
  expect(await rowOf(chinese, mine).innerText()).toContain('异常解封')
  expect(await english.locator('.alarm-list h2').innerText()).toContain('Live alarms')
  expect(await rowOf(english, mine).innerText()).toContain('Abnormal unsealing')
  // What came later has reached the stranger: what came before has not.
  await opensAtTheRoadside(theirs)
  await rowOf(stranger, theirs).waitFor()
  expect(await platesOn(stranger)).toEqual([theirs.plate])
  expect(await platesOn(chinese)).toEqual([mine.plate])
})

test('[3.1-05] [4.3-09] [4.3-10] a click on the pop-up opens the alarm desk with it, and from there the report of abnormal unsealings with that row alone, marked as coming from a pop-up', async () => {
  const [first, second] = [tanker(CARRIER_1, 1), tanker(CARRIER_1, 2)]
  const page = await harness.signedIn('dispatcher1', { path: 'driving_monitor/exception_report/alarm_over_speed' })
  await connected(page)
  await opensAtTheRoadside(first)
  await opensAtTheRoadside(second)
  await rowOf(page, second).waitFor()
  await rowOf(page, first).getByRole('button').click()
  await page.waitForURL((url) => url.pathname === '/monitor/alarm_desk' && url.searchParams.has('fromAlarm'))
  await page.getByRole('link', { name: '查看报表' }).click()
  await page.waitForURL((url) => url.pathname === `/${report}`)
  expect(new URL(page.url()).searchParams.get('fromAlarm')).toMatch(/^\d+$/)
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await eventually(() => rows.count()).toBe(1)
  expect(await rows.getByRole('link').innerText()).toBe(first.plate)
  expect(await page.locator('.report-from-alarm').innerText()).toContain('仅显示所点击的报警')
  await page.getByRole('button', { name: '显示全部' }).click()
  await eventually(() => rows.count()).toBeGreaterThan(1)
  expect(new URL(page.url()).searchParams.has('fromAlarm')).toBe(false)
})

test('[4.3-06] [4.3-08] [7.2-08] [7.3-01] [7.3-05] the list shows the newest five, a reload keeps unhandled ones, closing removes exactly those for good', async () => {
  const page = await harness.signedIn('dispatcher1', { path: report })
  await connected(page)
  const rows = [3, 4, 5, 6, 7, 8].map((index) => tanker(CARRIER_1, index))
  for (const row of rows) {
    await opensAtTheRoadside(row)
    await rowOf(page, row).waitFor()
  }
  const newest = rows
    .slice(1)
    .reverse()
    .map(({ plate }) => plate)
  expect(await platesOn(page)).toEqual(newest)
  await page.reload()
  await page.locator('.alarm-list .alarm-row').nth(4).waitFor()
  expect(await platesOn(page)).toEqual(newest)

  const closing = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: '关闭并清除列表' }).click()
  const request = await closing
  expect(new URL(request.url()).pathname).toBe('/api/alarms/clear')
  const sent = new URLSearchParams(request.postData() ?? '')
  expect(sent.getAll('alarmInfoIds')).toHaveLength(5)
  for (const key of ['typeIds', 'userPri']) expect(sent.get(key)).not.toBe('')
  expect(sent.get('userName')).toBe('dispatcher1')
  expect(await (await request.response())?.json()).toMatchObject({ resultCode: 200, data: { cleared: 5 } })
  await page.locator('.alarm-list').waitFor({ state: 'detached' })
  // Cleared is not handled: the report still asks for it, and only the oldest, which was not on the list, comes back.
  await page.reload()
  await page.locator('.alarm-list .alarm-row').waitFor()
  expect(await platesOn(page)).toEqual([rows[0]?.plate])
  await eventually(() => page.getByRole('gridcell', { name: newest[0] ?? '', exact: true }).count()).toBe(1)
})
