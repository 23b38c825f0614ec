import type { TruckRow } from '@tanker/fleet/world'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { setUpHarness } from './browser-harness.ts'
import { eventually } from './eventually.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, sendReadings, setOut, tankersOf } from './world-truck.ts'

const harness = setUpHarness()
const FAULTS = 'device_monitor/other_devices/abnormal_monitor'
const RECORD = 'device_monitor/other_devices/abnormal_record'
const OVERSPEED = 'driving_monitor/exception_report/alarm_over_speed'
const ANTENNA_OPEN = 1 << 5

const tanker = (index: number): TruckRow => {
  const row = tankersOf(CARRIER_1)[index]
  if (!row) throw new Error(`no tanker ${index}`)
  return row
}
const search = (page: Page) =>
  page
    .getByRole('button', { name: /^(查询|Search)$/ })
    .locator('visible=true')
    .click()
const rowOf = (page: Page, { plate }: TruckRow) => page.locator('[role=row]:visible', { hasText: plate }).first()
/** Nothing is wider than the window. */
const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => [...document.querySelectorAll('[role=dialog], dialog')].some((one) => one.scrollWidth > one.clientWidth + 1))

test('[2.7-02] an antenna that is torn off is repaired: ordered, sent, worked on, replaced; the record names the outcome', async () => {
  const row = tanker(0)
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 5000)).drives(300, 50, { alarmBits: ANTENNA_OPEN }).endingAt())
  const page = await harness.signedIn('dispatcher1', { path: FAULTS })
  await eventually(async () => {
    await search(page)
    return rowOf(page, row).count()
  }).toBe(1)
  await rowOf(page, row).getByRole('button', { name: '维修单' }).click()
  const dialog = page.getByRole('dialog', { name: /维修单/ })
  await dialog.getByLabel('维修人').fill('张师傅')
  await dialog.getByLabel('电话').fill('13800000000')
  await dialog.getByLabel('说明').fill('更换天线')
  expect(await axeProblems(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await dialog.getByRole('button', { name: '提交' }).click()
  await page.locator('.toast-success', { hasText: '维修单已创建' }).waitFor()
  await eventually(() => rowOf(page, row).innerText()).toContain('张师傅')

  await rowOf(page, row).getByRole('button', { name: '维修单' }).click()
  await dialog.getByLabel('派发').check()
  await dialog.getByRole('button', { name: '提交' }).click()
  await dialog.getByText('已派发').first().waitFor()
  await dialog.getByLabel('完成').check()
  await dialog.getByRole('button', { name: '提交' }).click()
  await dialog.getByText('请选择维修结果').waitFor()
  await dialog.getByLabel('已更换').check()
  await page.setViewportSize({ width: 390, height: 800 })
  await eventually(() => overflows(page)).toBe(false)
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: '提交' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await truck.close()
  await page.goto(`${harness.product.address}/${RECORD}`)
  await eventually(() => rowOf(page, row).innerText()).toContain('已更换')
})

test('[2.5-02] the speed of an overspeed opens from its row, with the limit and the way driven', async () => {
  const row = tanker(1)
  const truck = await setOut(harness.product, row)
  const story = new TruckStory(ROADSIDE, holding(row, 5000)).drives(120, 60).drives(60, 98).drives(120, 55)
  await sendReadings(truck, story.endingAt())
  await truck.close()
  for (const [language, button] of [
    ['zh-CN', '速度曲线'],
    ['en-US', 'Speed'],
  ] as const) {
    const page = await harness.signedIn('dispatcher1', { path: OVERSPEED, language, width: 1440, height: 900 })
    await eventually(async () => rowOf(page, row).count()).toBe(1)
    await rowOf(page, row).getByRole('button', { name: button }).click()
    await page.locator('.row-drawer .chart canvas').waitFor()
    await page.locator('.row-drawer .place-map[aria-busy=false]').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.setViewportSize({ width: 390, height: 800 })
    // The chart follows the width of the window with the next frames.
    await eventually(() => overflows(page)).toBe(false)
  }
})
