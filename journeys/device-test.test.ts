import {
  API_VALVE,
  BOTTOM_VALVE,
  BOTTOM_VALVE_WET,
  BOX_DOOR,
  COMPARTMENT_BOTTOM_WET,
  EMERGENCY_VALVE,
  MANHOLE,
  OVERFLOW_SOCKET,
} from '@tanker/domain/devices/probe-type'
import type { MeterReading, ProbeReading } from '@tanker/domain/reading'
import type { ScriptedTruck } from '@tanker/fleet/scripted-truck'
import type { TruckRow } from '@tanker/fleet/world'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { CARRIER_1, holding, ROADSIDE, setOut, tankersOf } from './world-truck.ts'

const harness = setUpHarness()
const tests = 'setting/base_data/test'
const levelOf = (row: TruckRow, compartment: number): number =>
  holding(row, 4000).find((one) => one.compartment === compartment)?.levelMm ?? 0

const probesOf = (row: TruckRow) => [
  ...row.compartments.flatMap(({ compartment }) =>
    [API_VALVE, MANHOLE, BOTTOM_VALVE, BOTTOM_VALVE_WET, COMPARTMENT_BOTTOM_WET].map((type) => ({ compartment, type })),
  ),
  ...[BOX_DOOR, OVERFLOW_SOCKET, EMERGENCY_VALVE].map((type) => ({ compartment: 0, type })),
]

const meter: MeterReading = {
  meter: 1,
  oilCode: 92,
  mode: 0,
  answering: true,
  deliveryL: 0,
  deliveryV20L: 0,
  deliveryKg: 0,
  totalL: 90_000,
  temperatureC: 20,
  flowLpm: 0,
  receipt: 0,
}

/** The truck in the yard reports all its probes; those that `isOn` names are open and wet. */
async function reports(truck: ScriptedTruck, row: TruckRow, isOn: (compartment: number, type: number) => boolean): Promise<void> {
  const probes = probesOf(row).map(({ compartment, type }): ProbeReading => {
    const on = isOn(compartment, type)
    return { compartment, type, line: 0, answering: true, open: on, wet: on, uncertain: false, sealCount: 0 }
  })
  const { result } = await truck.send({ ...ROADSIDE, compartments: holding(row, 4000), probes, meters: [meter] })
  expect(result).toBe(0)
}

const onScreen = (page: Page): Locator => page.locator('.screen:visible')
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const stepOf = (page: Page, key: string): Locator => onScreen(page).locator(`[data-step="${key}"]`)
const stateOf = (page: Page, key: string) => eventually(() => stepOf(page, key).getAttribute('data-state'))
const rowOf = (page: Page, words: string): Locator => onScreen(page).getByRole('grid').getByRole('row').filter({ hasText: words })

async function begin(page: Page, row: TruckRow, words: { readonly new: string; readonly start: string }): Promise<void> {
  await onScreen(page).getByRole('button', { name: words.new }).click()
  await dialogOf(page).getByRole('combobox').click()
  await page.keyboard.type(row.plate)
  // The fleet may arrive after the dialog.
  await dialogOf(page).getByRole('option').filter({ hasText: row.plate }).waitFor()
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('button', { name: words.start }).click()
}

/** What the technician enters himself: the dip stick, and what only he can see. */
async function entersTheRest(page: Page, row: TruckRow): Promise<void> {
  for (const { compartment } of row.compartments) {
    await stepOf(page, `gauge-${compartment}`)
      .getByRole('spinbutton')
      .fill(String(levelOf(row, compartment) + 1))
    await stepOf(page, `gauge-${compartment}`).getByRole('button', { name: '录入' }).click()
    await stateOf(page, `gauge-${compartment}`).toBe('passed')
  }
  const byHand = await onScreen(page)
    .locator('[data-step]')
    .filter({ has: page.getByRole('button', { name: /^合格/ }) })
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-step') ?? ''))
  expect(byHand).toEqual(expect.arrayContaining(['printer', 'buzzer', 'seals']))
  // Ticked as quickly as he can.
  for (const key of byHand) await stepOf(page, key).getByRole('button', { name: /^合格/ }).click()
  for (const key of byHand) await stateOf(page, key).toBe('passed')
}

test('a technician tests a connected truck: steps pass while it reports, one is failed by hand and the test with it, the second one passes', async () => {
  const row = tankersOf(CARRIER_1)[1]
  if (!row) throw new Error('the world has too few tankers')
  const page = await harness.signedIn('dispatcher1', { path: tests })
  await begin(page, row, { new: '新建检测', start: '开始检测' })
  await onScreen(page)
    .getByRole('heading', { name: `设备检测 ${row.plate}` })
    .waitFor()
  await stateOf(page, 'supply').toBe('pending')

  const truck = await setOut(harness.product, row)
  await reports(truck, row, () => false)
  for (const key of ['online', 'clock', 'memory', 'supply', 'battery', 'fix', 'meter-1']) await stateOf(page, key).toBe('passed')
  await stateOf(page, 'probe-1-1').toBe('pending')
  await reports(truck, row, (compartment, type) => compartment === 1 && type === MANHOLE)
  await stateOf(page, 'probe-1-1').toBe('passed')
  expect(await stepOf(page, 'probe-1-1').innerText()).toContain('已打开、已关闭')
  expect(await stepOf(page, 'probe-2-1').getAttribute('data-state')).toBe('pending')
  await reports(truck, row, () => true)
  await reports(truck, row, () => false)
  await stateOf(page, 'probe-2-3').toBe('passed')
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  // Another user sees who tests the truck.
  const other = await harness.signedIn('admin', { path: tests, language: 'en-US' })
  await begin(other, row, { new: 'New test', start: 'Start' })
  await other.getByText(/ is testing this truck\. Please wait/).waitFor()
  await dialogOf(other).getByRole('button', { name: 'Cancel' }).click()

  await entersTheRest(page, row)
  await stepOf(page, 'buzzer').getByRole('button', { name: '撤销判定' }).press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('合格 蜂鸣器')
  await stepOf(page, 'buzzer')
    .getByRole('button', { name: /^不合格/ })
    .click()
  await dialogOf(page).getByLabel('原因').fill('不响')
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await stateOf(page, 'buzzer').toBe('failed')
  await onScreen(page).getByRole('button', { name: '结束检测' }).click()
  await dialogOf(page).getByText('检测将以“不合格”结束。').waitFor()
  expect(await dialogOf(page).locator('li').allInnerTexts()).toEqual(['蜂鸣器 · 不合格'])
  expect(await axeProblems(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: '结束检测' }).click()
  const number = onScreen(page)
    .locator('.test-facts')
    .getByText(/^DT-\d{8}-001$/)
  await number.waitFor()
  expect(await onScreen(page).locator('.test-result').innerText()).toBe('不合格')
  expect(await onScreen(page).locator('.test-facts').innerText()).toMatch(/未通过项\s+蜂鸣器/)
  const firstNo = await number.innerText()

  await onScreen(page).getByRole('button', { name: '返回列表' }).click()
  await rowOf(page, firstNo).waitFor()
  expect(await rowOf(page, firstNo).getByRole('gridcell').allInnerTexts()).toEqual(expect.arrayContaining([row.plate, '不合格', '1']))

  await begin(page, row, { new: '新建检测', start: '开始检测' })
  await stateOf(page, 'probe-1-1').toBe('pending')
  // Left as it is, it stands open in the list and is gone on with from there.
  await onScreen(page).getByRole('button', { name: '返回列表' }).click()
  await rowOf(page, '检测中').getByRole('button', { name: '继续' }).click()
  await reports(truck, row, () => true)
  await reports(truck, row, () => false)
  await stateOf(page, 'probe-1-1').toBe('passed')
  await entersTheRest(page, row)
  await onScreen(page).getByRole('button', { name: '结束检测' }).click()
  await dialogOf(page).getByText('检测将以“合格”结束。').waitFor()
  await dialogOf(page).getByRole('button', { name: '结束检测' }).click()
  await eventually(() => onScreen(page).locator('.test-result').innerText()).toBe('合格')
  const secondNo = firstNo.replace(/001$/, '002')

  // Printed from the list, in the language of who prints.
  await other.evaluate(() => {
    const seen = globalThis as unknown as { printed: number }
    seen.printed = 0
    window.print = () => {
      seen.printed += 1
      dispatchEvent(new Event('beforeprint'))
    }
  })
  await onScreen(other).getByRole('button', { name: 'Search' }).click()
  await rowOf(other, secondNo).getByRole('button', { name: 'Print' }).click()
  await eventually(() => other.evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(1)
  const steps = await onScreen(other).locator('[data-step]').count()
  await other.emulateMedia({ media: 'print' })
  const sheet = other.locator('.test-sheet')
  const words = await sheet.innerText()
  for (const one of [secondNo, row.plate, row.consoleCode, 'Compartment 1: Manhole cover', 'Opened and shut', 'Signature of the tester'])
    expect(words).toContain(one)
  expect(await sheet.locator('tbody tr').count()).toBe(steps)
  expect(await other.locator('.shell').isVisible()).toBe(false)
  expect(await axeProblems(other, '.test-sheet')).toEqual([])
  await truck.close()
}, 180_000)
