import type { TruckRow } from '@tanker/fleet/world'
import type { ScriptedTruck } from '@tanker/fleet/scripted-truck'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { coloursIn } from './screenshot-colours.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const board = 'monitor/cargo_transport'
const events = 'cargo_monitor/event_report'
const [driven, other] = tankersOf(CARRIER_1)
if (!driven || !other) throw new Error('the world has too few tankers')
const place = { lat: 31.6, lng: 119.6 }
const litres = [5_000, 4_000, 3_000, 2_000]
const minuteMs = 60_000
/** Maps drawn without a graphics card, on a machine that does other things too. */
const withMapsMs = 180_000

let truck: ScriptedTruck
let truckId = 0
let tripStartedAt = 0
const story = new TruckStory(place, holding(driven, ...litres)).stands(240).drives(1_500, 40)

/** Two stations of the world, for a slip. */
const stationsOf = async (): Promise<{ id: number; name: string }[]> =>
  (
    await harness.product.database.pool.query<{ id: number; name: string }>(
      `SELECT id, name FROM place WHERE kind = 'station' ORDER BY id LIMIT 2`,
    )
  ).rows

beforeAll(async () => {
  truck = await setOut(harness.product, driven)
  await sendReadings(truck, story.endingAt())
  const { pool } = harness.product.database
  const { rows } = await pool.query<{ id: number; organisation_id: number }>('SELECT id, organisation_id FROM truck WHERE plate = $1', [
    driven.plate,
  ])
  truckId = rows[0]?.id ?? 0
  const organisation = rows[0]?.organisation_id
  tripStartedAt = Date.now() - 30 * minuteMs
  const at = new Date(tripStartedAt)
  const [reached, ahead] = await stationsOf()
  await pool.query(`DELETE FROM record WHERE truck_id = $1 AND kind LIKE 'trip%'`, [truckId])
  await pool.query(
    `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, fence_name, properties)
     VALUES ($1, 'trip', $2, 0, $3, 'trip', '东油库围栏', $4), ($1, 'trip-leg', $5, 1, $3, 'trip-leg', $6, $7)`,
    [
      truckId,
      at,
      organisation,
      JSON.stringify({ lines: [{ compartment: 1, oilCode: driven.compartments[0]?.oilCode ?? 92, loadL: 5000 }] }),
      new Date(tripStartedAt + 5 * minuteMs),
      reached?.name,
      JSON.stringify({ tripStartedAt }),
    ],
  )
  await pool.query(`UPDATE record SET ended_at = $2 WHERE truck_id = $1 AND kind = 'trip-leg'`, [
    truckId,
    new Date(tripStartedAt + 9 * minuteMs),
  ])
  await pool.query(
    `WITH s AS (INSERT INTO slip (sender_id, organisation_id, slip_no, truck_id, driver_name, escort, customer, depot_id, planned_at, trip_started_at, body)
       SELECT (SELECT id FROM integration_key LIMIT 1), $1, 'PS-0042', $2, '', '', '', (SELECT id FROM place WHERE kind = 'depot' LIMIT 1), $3, $3, '{}' RETURNING id)
     INSERT INTO slip_line (slip_id, stop, station_id, compartment, oil_code, oil_name, customer) SELECT s.id, 1, $4, 1, 92, '92', '' FROM s`,
    [organisation, truckId, at, ahead?.id],
  )
})
afterAll(() => truck.close())

const card = (page: Page): Locator => page.getByRole('complementary')
const rowOf = (page: Page, { plate }: TruckRow): Locator => page.getByRole('treeitem').filter({ hasText: plate })

async function picked(page: Page): Promise<Locator> {
  await rowOf(page, driven as TruckRow).click()
  await card(page)
    .locator('h2', { hasText: driven?.plate ?? '' })
    .waitFor()
  return card(page)
}

/** The middle of what list and card leave free of the map, px of the page. */
const freeMiddle = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const [map, list, card] = [boxOf('.fleet-map'), boxOf('.fleet-panel'), boxOf('.truck-card')]
    if (!map || !card) throw new Error('no map or no card')
    const isPhone = card.width > map.width / 2
    const left = isPhone || !list || list.width === 0 ? map.left : list.right
    return isPhone
      ? { x: map.left + map.width / 2, y: (map.top + card.top) / 2 }
      : { x: (left + card.left) / 2, y: map.top + map.height / 2 }
  })

/** How much of the colour of a loaded truck there is around the middle of what is free. */
async function greenInMiddle(page: Page): Promise<number> {
  const { x, y } = await freeMiddle(page)
  const green = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--loaded').trim())
  return (await coloursIn(page, await page.screenshot({ clip: { x: x - 22, y: y - 22, width: 44, height: 44 } }))).near(green)
}

test(
  '[D-09] the card leads on: the level trend and the openings of this truck for its running trip, and the place to copy',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: board })
    await page.context().grantPermissions(['clipboard-write'])
    const shown = await picked(page)
    const links = shown.getByRole('navigation', { name: '该车的记录' })
    for (const name of ['液位趋势', '配送记录', '开关盖记录', '作业记录', '异常解封', '超速报警'])
      await links.getByRole('link', { name }).waitFor()
    await shown.getByRole('button', { name: '复制位置' }).click()
    await shown.getByRole('button', { name: '已复制' }).waitFor()
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Control+V')
    expect(await page.getByRole('searchbox').inputValue()).toMatch(/31\.600000, 119\.\d{6}$/)
    await page.getByRole('searchbox').fill('')

    await links.getByRole('link', { name: '液位趋势' }).click()
    await page.waitForURL((url) => url.pathname === `/${events}/level_trend`)
    const asked = new URL(page.url()).searchParams
    expect(asked.get('truck')).toBe(String(truckId))
    expect(Date.parse(asked.get('from') ?? '')).toBeLessThanOrEqual(tripStartedAt)
    expect(Date.parse(asked.get('to') ?? '')).toBeGreaterThan(Date.now())
    await page.goBack()
    await links.getByRole('link', { name: '开关盖记录' }).click()
    await page.waitForURL((url) => url.pathname === `/${events}/switchCover`)
    expect(JSON.parse(new URL(page.url()).searchParams.get('filters') ?? '{}')).toMatchObject({ scope: { truckIds: [truckId] } })
    await page.locator('main h1:visible', { hasText: '开关盖记录' }).waitFor()
    expect(await page.locator('.report:visible').innerText()).not.toContain('数据加载失败')

    await page.goBack()
    await shown.getByRole('button', { name: '更多' }).click()
    await shown.getByRole('link', { name: '历史罐存' }).click()
    await page.waitForURL((url) => url.pathname === `/${events}/tank_inventory`)
    await page.getByRole('gridcell', { name: driven.plate }).first().waitFor()
  },
  withMapsMs,
)

test.each([
  { language: 'zh-CN', trip: '当前配送', words: ['配送单 PS-0042', '东油库围栏', '离库', '到站', '离站', '直线', '92'] },
  { language: 'en-US', trip: 'Running delivery', words: ['Slip PS-0042', '东油库围栏', 'left', 'arrived', 'straight line'] },
] as const)(
  '[D-09] the card shows the running trip with slip, depot, stations and how far the next one is, in $language',
  async ({ language, trip, words }) => {
    const page = await harness.signedIn('dispatcher1', { path: board, language })
    const strip = (await picked(page)).getByRole('region', { name: trip })
    const [reached, ahead] = await stationsOf()
    await eventually(() => strip.innerText()).toContain(ahead?.name ?? '?')
    const shown = await strip.innerText()
    for (const one of [...words, reached?.name ?? '?', ' km']) expect(shown).toContain(one)
    expect(shown).toMatch(language === 'zh-CN' ? /预计 |无法估计|暂不估计/ : /about |cannot be estimated|no arrival yet/)
    expect(await axeProblems(page)).toEqual([])
  },
  withMapsMs,
)

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  '[D-07] at $width px the picked truck stands in the middle of what list and card leave free, and stays there when the user zooms',
  async ({ width, height }) => {
    const page = await harness.signedIn('dispatcher1', { path: `${board}?truck=${truckId}`, width, height })
    await card(page).locator('h2', { hasText: driven.plate }).waitFor()
    await eventually(() => greenInMiddle(page)).toBeGreaterThan(20)
    if (width > 1000) {
      await picked(page)
      for (const _ of [1, 2, 3]) await page.getByRole('button', { name: '放大' }).click()
      await eventually(() => greenInMiddle(page)).toBeGreaterThan(20)
      await page.locator('.maplibregl-canvas').focus()
      await page.keyboard.press('Minus')
    }
    const { x, y } = await freeMiddle(page)
    await page.mouse.move(x + (width > 1000 ? 120 : 60), y - 60)
    for (const _ of [1, 2, 3, 4]) await page.mouse.wheel(0, -240)
    await eventually(() => greenInMiddle(page)).toBeGreaterThan(20)
  },
  withMapsMs,
)

test(
  '[D-07] F follows the picked truck and says so on its button; who drags the map leaves it',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: board, width: 1100, height: 700 })
    const shown = await picked(page)
    const button = shown.getByRole('button', { name: '地图跟随车辆（F）' })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('searchbox').press('f')
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('searchbox').fill('')
    await shown.locator('h2').click()
    await page.keyboard.press('f')
    await eventually(() => button.getAttribute('aria-pressed')).toBe('true')
    for (let step = 1; step <= 3; step += 1) {
      const at = Date.now() + step * 1000
      await truck.send({
        ...story.place,
        lng: story.place.lng + step * 0.05,
        at,
        speedKmh: 40,
        headingDeg: 90,
        compartments: holding(driven, ...litres),
      })
    }
    await eventually(() => greenInMiddle(page)).toBeGreaterThan(20)
    const { x, y } = await freeMiddle(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, y + 60, { steps: 5 })
    await page.mouse.up()
    await eventually(() => button.getAttribute('aria-pressed')).toBe('false')
    await button.click()
    await eventually(() => button.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('f')
    await eventually(() => button.getAttribute('aria-pressed')).toBe('false')
  },
  withMapsMs,
)

test(
  '[delight 3] the trail of the picked truck is drawn in the colours of its speed, with a legend, and goes with the card',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: `${board}?truck=${truckId}` })
    await card(page).locator('h2', { hasText: driven.plate }).waitFor()
    const legend = page.locator('.speed-legend')
    await legend.getByText('最近 2 小时轨迹').waitFor()
    const colour = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--speed3').trim())
    // It came from the west at 40 km/h.
    const west = async (): Promise<number> => {
      const { x, y } = await freeMiddle(page)
      return (await coloursIn(page, await page.screenshot({ clip: { x: x - 90, y: y - 20, width: 60, height: 40 } }))).near(colour)
    }
    await eventually(west).toBeGreaterThan(80)
    await page.keyboard.press('Escape')
    await legend.waitFor({ state: 'detached' })
  },
  withMapsMs,
)

const stationWithSlip = async (): Promise<{ id: number; name: string }> => {
  const [first] = await stationsOf()
  if (!first) throw new Error('the world has no station')
  return first
}

test(
  '[D-39] the search of the board finds a station by its initials and flies to it, a truck by its driver, and Enter opens the first truck',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: board, width: 1100, height: 700 })
    await rowOf(page, driven).waitFor()
    const box = page.getByRole('searchbox')
    const { id, name } = await stationWithSlip()
    expect(name).toBe('仙林大道加油站')
    await box.fill('xldd')
    await page.getByRole('list', { name: '场所和驾驶员' }).getByRole('button', { name }).click()
    await page.locator('.found-place', { hasText: name }).waitFor()
    expect(new URL(page.url()).searchParams.get('place')).toBe(String(id))
    await page.getByRole('button', { name: '取消定位' }).click()
    await page.locator('.found-place').waitFor({ state: 'detached' })

    const { rows } = await harness.product.database.pool.query<{ name: string }>(
      'SELECT driver.name FROM driver JOIN truck ON truck.driver_id = driver.id WHERE truck.plate = $1',
      [driven.plate],
    )
    await box.fill(rows[0]?.name ?? '?')
    await page.getByRole('button', { name: `${rows[0]?.name} · ${driven.plate}` }).waitFor()
    await rowOf(page, driven).waitFor()
    await box.fill(`su${driven.plate.slice(1)}`)
    await eventually(() => page.locator('.fleet-truck').count()).toBe(1)
    await box.press('Enter')
    await card(page).locator('h2', { hasText: driven.plate }).waitFor()
  },
  withMapsMs,
)

test.each([
  { language: 'zh-CN', box: '搜索菜单', none: '没有匹配的' },
  { language: 'en-US', box: 'Search the menu', none: 'No screen, view' },
] as const)(
  '[D-39] [D-23] Ctrl+K finds trucks and places beside screens, in $language',
  async ({ language, box: label, none }) => {
    const page = await harness.signedIn('dispatcher1', { path: `${events}/switchCover`, language })
    const box = page.getByRole('combobox', { name: label })
    await box.waitFor()
    await page.keyboard.press('Control+k')
    await box.fill(driven.plate.slice(2).toLowerCase())
    await page.getByRole('option', { name: driven.plate }).first().waitFor()
    await eventually(() => page.getByRole('option').first().innerText()).toContain(driven.plate)
    await box.press('Enter')
    await page.waitForURL((url) => url.pathname === `/${board}` && url.searchParams.get('truck') === String(truckId))
    await card(page).locator('h2', { hasText: driven.plate }).waitFor()

    const { name } = await stationWithSlip()
    await page.keyboard.press('Control+k')
    await box.fill('xldd')
    await page.getByRole('option', { name }).click()
    await page.locator('.found-place', { hasText: name }).waitFor()
    await page.keyboard.press('Control+k')
    await box.fill('zzqqxx99')
    await page.getByRole('option', { name: none }).waitFor()
    expect(await axeProblems(page)).toEqual([])
  },
  withMapsMs,
)

test(
  'a distance is measured by clicks, ends with a double click, and Escape takes it away',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: board, width: 1100, height: 700 })
    await rowOf(page, driven).waitFor()
    await page.locator('.maplibregl-canvas').waitFor()
    const button = page.getByRole('button', { name: '测距' })
    // The map is there once it can be zoomed.
    await page.getByRole('button', { name: '放大' }).waitFor()
    const said = page.locator('.board-measured')
    await eventually(async () => {
      if ((await button.getAttribute('aria-pressed')) === 'true') await button.click()
      await button.click()
      await page.mouse.click(700, 300)
      await page.mouse.click(820, 420)
      await page.mouse.dblclick(940, 300)
      return (await said.innerText()).replace(/\s+/g, ' ')
    }).toMatch(/^总长 [\d.]+ k?m · 2 段$/)
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await said.waitFor({ state: 'detached' })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
  },
  withMapsMs,
)

test(
  'a user chooses the columns of the list, and they are there again after a reload',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: board, language: 'en-US' })
    await rowOf(page, driven).waitFor()
    const columns = page.locator('.fleet-columns')
    expect((await columns.innerText()).split(/\s+/)).toEqual(['Plate', 'State', 'km/h', 'L'])
    await page.getByRole('button', { name: 'Columns of the list' }).click()
    await page.getByLabel('Process').check()
    await page.getByLabel('State', { exact: true }).uncheck()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.reload()
    await rowOf(page, driven).waitFor()
    expect((await columns.innerText()).split(/\s+/)).toEqual(['Plate', 'Process', 'km/h', 'L'])
  },
  withMapsMs,
)

test(
  'the wall view has the counters, what waits, the clock and the map; nothing there can be pressed but its button, which leaves it, as Escape does',
  async () => {
    const page = await harness.signedIn('dispatcher1', { path: `${board}?wall` })
    const leave = page.getByRole('button', { name: '退出大屏模式' })
    await leave.waitFor()
    await page.getByRole('region', { name: '车辆地图' }).waitFor()
    await page.locator('.wall-counts', { hasText: /重车\s*\d/ }).waitFor()
    await page.locator('.wall-waiting', { hasText: /待处理\s*\d+/ }).waitFor()
    await eventually(() => page.locator('.wall-updated').innerText()).toBe('实时')
    expect(await page.locator('.wall-clock time').innerText()).toMatch(/\d\d:\d\d:\d\d/)
    for (const hidden of ['.sidebar', '.fleet-panel', '.tab-strip', '.breadcrumb', '.header-tools'])
      expect(await page.locator(`${hidden}:visible`).count(), hidden).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await leave.click()
    await rowOf(page, driven).waitFor()
    await page.getByRole('button', { name: '大屏模式' }).click()
    await leave.waitFor()
    await page.keyboard.press('Escape')
    await rowOf(page, driven).waitFor()
    expect(new URL(page.url()).searchParams.has('wall')).toBe(false)
  },
  withMapsMs,
)
