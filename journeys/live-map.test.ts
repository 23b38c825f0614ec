import type { TruckRow } from '@tanker/fleet/world'
import { msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import type { ScriptedTruck } from '@tanker/fleet/scripted-truck'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coloursIn } from './screenshot-colours.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, holding, setOut, tankersOf, sendReadings, trucksUnder } from './world-truck.ts'

const harness = setUpHarness()
const [DEVICE_OVERSPEED, MANHOLE] = [2, 1]
const board = 'monitor/cargo_transport'

const [loaded, empty, alarmed, parked, offline, troubled] = tankersOf(CARRIER_1)
if (!loaded || !empty || !alarmed || !parked || !offline || !troubled) throw new Error('the world has too few tankers')
const fleet = trucksUnder(CARRIER_1).length
/** Litres that end on a fraction: a tank counts rounded up. */
const litres = [5_000.4, 4_000, 3_000, 2_000]
const place = { lat: 31.6, lng: 119.6 }
let driver: ScriptedTruck

/** Trucks ten kilometres apart, so that none hides another on the map. */
const at = (index: number) => ({ lat: place.lat + index * 0.1, lng: place.lng })
const drive = new TruckStory(place, holding(loaded, ...litres)).stands(120).drives(60, 40)
/** Each reading in a second of its own: devices report no finer time. */
let secondsAhead = 0
const reading = (kmh: number) => ({
  ...drive.place,
  at: Date.now() + 1000 * (secondsAhead += 1),
  speedKmh: kmh,
  headingDeg: 90,
  compartments: holding(loaded, ...litres),
})

beforeAll(async () => {
  const lives = async (row: TruckRow, story: TruckStory): Promise<ScriptedTruck> => {
    const truck = await setOut(harness.product, row)
    await sendReadings(truck, story.endingAt())
    return truck
  }
  const trucks = await Promise.all([
    lives(loaded, drive),
    lives(empty, new TruckStory(at(1), holding(empty, 0)).drives(60, 40)),
    lives(alarmed, new TruckStory(at(2), holding(alarmed, 0)).drives(60, 40, { alarmBits: DEVICE_OVERSPEED })),
    lives(parked, new TruckStory(at(3), holding(parked, 0)).drives(60, 40).stands(720, {}, 60)),
  ])
  driver = trucks[0] as ScriptedTruck
  await driver.send({
    ...reading(40),
    probes: [{ compartment: 1, type: MANHOLE, line: 0, answering: true, open: false, wet: false, uncertain: false, sealCount: 7 }],
  })
})
afterAll(() => driver.close())

const rowOf = (page: Page, { plate }: TruckRow): Locator => page.getByRole('treeitem').filter({ hasText: plate })
const card = (page: Page): Locator => page.getByRole('complementary')

/** One web console a language for the whole file, cleared between the tests: maps drawn without a graphics card are dear. */
const pages = new Map<string, Page>()
async function onBoard(language: 'zh-CN' | 'en-US'): Promise<Page> {
  const known = pages.get(language)
  const page = known ?? (await harness.signedIn('dispatcher1', { language, path: board, stays: true, width: 1100, height: 700 }))
  pages.set(language, page)
  if (known) {
    if (await card(page).isVisible())
      await card(page)
        .getByRole('button', { name: /^(关闭|Close)$/ })
        .click()
    for (const pressed of await page.locator('.fleet-status[aria-pressed=true]').all()) await pressed.click()
    await page.getByRole('searchbox').fill('')
  }
  await rowOf(page, loaded as TruckRow).waitFor()
  return page
}

test('[2.3-01] [4.2-02] [2.11-12] [1-13] every state has its counter in the header and behind it the table of its trucks', async () => {
  const page = await onBoard('zh-CN')
  const badge = (word: string): Locator => page.getByRole('button', { name: new RegExp(`^${word} \\d*$`) })
  const states = [
    ['离线', fleet - 4, offline],
    ['空车', 1, empty],
    ['重车', 1, loaded],
    ['报警', 1, alarmed],
    ['停车', 1, parked],
  ] as const
  for (const [word, count, truck] of states) {
    await eventually(async () => (await badge(word).innerText()).replace(/\s+/g, ' ')).toBe(`${word} ${count}`)
    await badge(word).click()
    const table = page.getByRole('grid', { name: word })
    await table.getByRole('link', { name: truck.plate }).waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe(String(count + 1))
    await page.keyboard.press('Escape')
  }
})

test('[9-08] the table of a long state is 200 high and scrolls', async () => {
  const page = await onBoard('en-US')
  await page.getByRole('button', { name: /^Offline \d/ }).click()
  const table = page.getByRole('grid', { name: 'Offline' })
  const { height, inside } = await table.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    inside: element.scrollHeight,
  }))
  expect(height).toBeLessThanOrEqual(200)
  expect(height).toBeGreaterThan(150)
  expect(inside).toBeGreaterThan(height)
})

test('[9-07] [3.1-06] the header sums the oil aboard by product, each tank rounded up', async () => {
  const page = await onBoard('zh-CN')
  const kindOf = (oilCode: number): string => (oilCode > 0 ? '汽油' : oilCode === -1 ? '其他' : '柴油')
  const sums = new Map<string, number>()
  for (const [index, { oilCode }] of loaded.compartments.entries()) {
    sums.set(kindOf(oilCode), (sums.get(kindOf(oilCode)) ?? 0) + Math.ceil(litres[index] ?? 0))
  }
  for (const [kind, sum] of sums) {
    await eventually(async () =>
      (await page.locator('.oil-totals div', { hasText: kind }).locator('dd').innerText()).replace(/[^\d]/g, ''),
    ).toBe(String(sum))
  }
})

test('the tree counts the trucks on line of every organisation, and a search or a state narrows it', async () => {
  const page = await onBoard('zh-CN')
  const carrier = page.getByRole('treeitem').filter({ hasText: '苏运达' }).first()
  await eventually(async () => (await carrier.innerText()).replace(/\s+/g, ' ')).toContain(`4/${fleet}`)
  await page.getByRole('searchbox').fill(loaded.plate.slice(2))
  await eventually(() => page.locator('.fleet-truck').count()).toBe(1)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name: '停车' }).click()
  await eventually(() => page.locator('.fleet-truck .fleet-plate').allInnerTexts()).toEqual([parked.plate])
})

test.each([
  { language: 'zh-CN', state: '重车', tank: '罐体', cell: '1仓', speed: '速度', heading: '东', litre: /5,000 L/ },
  { language: 'en-US', state: 'Loaded', tank: 'Tank', cell: 'Compartment 1', speed: 'Speed', heading: 'East', litre: /5,000 L/ },
] as const)(
  'the card of a picked truck draws its tank, its seals and its readings, in $language',
  async ({ language, state, tank, cell, speed, heading, litre }) => {
    const page = await onBoard(language)
    await rowOf(page, loaded).click()
    const shown = card(page)
    await shown.locator('h2', { hasText: loaded.plate }).waitFor()
    expect(await shown.locator('.card-status').innerText()).toContain(state)
    const label = (await shown.locator('svg.tank').getAttribute('aria-label')) ?? ''
    expect(label).toMatch(new RegExp(`^${tank}: ${cell}`))
    expect(label).toMatch(litre)
    expect(await shown.locator('.tank-liquid').count()).toBe(loaded.compartments.length)
    const heights = await shown.locator('.tank-liquid').evaluateAll((cells) => cells.map((one) => Number(one.getAttribute('height'))))
    expect(Math.min(...heights)).toBeGreaterThan(0)
    expect(await shown.getByRole('row').count()).toBe(loaded.compartments.length + 1)
    expect(await shown.locator('.card-facts').innerText()).toMatch(new RegExp(`${speed}\\s+40 km/h`))
    expect(await shown.locator('.card-facts').innerText()).toContain(heading)
  },
)

test('what a truck sends reaches the list, reading after reading', async () => {
  const page = await onBoard('en-US')
  const speed = rowOf(page, loaded).locator('.fleet-number').first()
  for (const kmh of [51, 52, 53, 40]) {
    const sent = driver.send(reading(kmh))
    await eventually(() => speed.innerText()).toBe(String(kmh))
    await sent
  }
})

test('[1-07] the map draws land and water, and the truck on it: a click on it opens its card', async () => {
  const page = await onBoard('zh-CN')
  await rowOf(page, loaded).click()
  const shown = card(page)
  await shown.waitFor()
  const map = page.getByRole('region', { name: '车辆地图' })
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no box')
  // Where the card and the list leave the picked truck: see the offset of the flight to it.
  const [x, y] = [box.x + box.width / 2 - 45, box.y + box.height / 2]
  const around = { x: x - 20, y: y - 20, width: 40, height: 40 }
  const green = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--loaded').trim())
  await eventually(async () => (await coloursIn(page, await page.screenshot({ clip: around }))).near(green)).toBeGreaterThan(20)
  await shown.getByRole('button', { name: '关闭' }).click()
  await shown.waitFor({ state: 'detached' })
  expect((await coloursIn(page, await map.screenshot())).different).toBeGreaterThan(50)
  await page.mouse.click(x, y)
  await shown.locator('h2', { hasText: loaded.plate }).waitFor()
  expect(new URL(page.url()).searchParams.get('truck')).toMatch(/^\d+$/)
})

test.each([
  { language: 'zh-CN', locate: '定位', words: '获取车辆位置失败' },
  { language: 'en-US', locate: 'Locate on the map', words: 'Failed to get vehicle location' },
] as const)(
  '[8.3-14] a truck that never said where it is cannot be located, and the web console says so in $language',
  async ({ language, locate, words }) => {
    const page = await onBoard(language)
    await page.getByRole('searchbox').fill(offline.plate)
    await rowOf(page, offline).click()
    await card(page).locator('h2', { hasText: offline.plate }).waitFor()
    await page.getByRole('button', { name: locate }).click()
    await page.locator('.toast-warning', { hasText: words }).waitFor()
  },
)

test('[1-02] on the card a user watches cargo events, driving behaviour, active-safety alarms and the health of the device', async () => {
  const page = await onBoard('en-US')
  const truck = await setOut(harness.product, troubled)
  const now = Date.now()
  const here = { ...at(4), compartments: holding(troubled, 0) }
  const cover = { ...here, compartment: 1, type: MANHOLE }
  const time = msToDeviceTime(now, standardZoneOffsetMinutes)
  const mark = { terminalId: troubled.terminalId, time, sequence: 0, attachments: 0, reserved: 0 }
  const phoning = {
    item: 0x65,
    alarmId: 1,
    flag: 0,
    type: 2,
    level: 1,
    fatigue: 0,
    reserved: 0,
    speedKmh: 0,
    altitudeM: 10,
    lat: here.lat,
    lng: here.lng,
    time,
    vehicleStatus: 0,
    mark,
  } as const
  await sendReadings(truck, new TruckStory(at(4), holding(troubled, 0)).drives(60, 100).endingAt(now - 110_000))
  await sendReadings(truck, new TruckStory(at(4), holding(troubled, 0)).stands(80, { externalV: 2 }).endingAt(now - 25_000))
  await truck.openCover({ ...cover, at: now - 15_000 })
  await truck.openCover({ ...cover, at: now, safety: [phoning] })
  await truck.close()
  await rowOf(page, troubled).click()
  const events = card(page).locator('.card-events')
  for (const words of ['Cover opened', 'Overspeed', 'Phone', 'Power cut']) await events.getByText(words).first().waitFor()
})
