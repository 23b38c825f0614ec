import { readFileSync } from 'node:fs'
import type { TruckRow } from '@tanker/fleet/world'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, CARRIER_2, ROADSIDE, holding, sendReadings, setOut, tankersOf } from './world-truck.ts'

const harness = setUpHarness()
const [first, second] = tankersOf(CARRIER_1)
const [abroad] = tankersOf(CARRIER_2)
if (!first || !second || !abroad) throw new Error('the world has too few tankers')

const END = Date.now() - 60_000
/** Ten kilometres in ten minutes, then five minutes of rest. Degrees north of the roadside. */
async function drives(row: TruckRow, north: number): Promise<void> {
  const truck = await setOut(harness.product, row)
  const story = new TruckStory({ lat: ROADSIDE.lat + north, lng: ROADSIDE.lng }, holding(row, 5000)).drives(600, 60).stands(300)
  await sendReadings(truck, story.endingAt(END))
  await truck.close()
}

const idOf = async ({ plate }: TruckRow): Promise<number> => {
  const { rows } = await harness.product.database.pool.query<{ id: number }>('SELECT id FROM truck WHERE plate = $1', [plate])
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  // 0.01 degrees north are 1,112 m.
  await Promise.all([drives(first, 0), drives(second, 0.01), drives(abroad, 0)])
})

const HOUR = 3_600_000
const period = `from=${new Date(END - HOUR).toISOString()}&to=${new Date(END + HOUR).toISOString()}`

test('the track of a truck is played by button and by key, goes to a stop by a click, and is saved as a file', async () => {
  const page = await harness.signedIn('dispatcher1', { path: `monitor/playback_track?truck=${await idOf(first)}&${period}` })
  const moment = page.locator('.playback-time')
  await eventually(() => page.locator('.playback-values h2').innerText()).toMatch(/行驶 (9\.[89]|10\.0) km/)
  const shown = await moment.innerText()
  await page.getByRole('button', { name: '播放', exact: true }).click()
  await eventually(() => moment.innerText()).not.toBe(shown)
  await page.getByRole('button', { name: '暂停', exact: true }).click()
  const paused = await moment.innerText()
  await page.keyboard.press('End')
  await eventually(() => moment.innerText()).not.toBe(paused)
  // The rest of five minutes is the one stop.
  const stops = page.locator('.playback-lists ol button')
  await eventually(() => stops.count()).toBe(1)
  await stops.first().click()
  await eventually(() => page.locator('.playback-speed dd').innerText()).toMatch(/^0 km\/h/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出轨迹' }).click()
  await page.getByRole('button', { name: 'GPX' }).click()
  const gpx = readFileSync(await (await saving).path(), 'utf8')
  expect(gpx).toContain(`<name>${first.plate}</name>`)
  expect(gpx.match(/<trkpt /g)?.length).toBe(90)
})

test('a track of another carrier is not there', async () => {
  const page = await harness.signedIn('dispatcher1', { path: `monitor/playback_track?truck=${await idOf(abroad)}&${period}` })
  await page.locator('.waiting[role=alert]').waitFor()
  expect(await page.locator('.playback-values').count()).toBe(0)
})

test('two tracks are compared: figures, differences, and where the second was away from the first', async () => {
  const track = async (row: TruckRow) => `${await idOf(row)}_${END - HOUR}_${END + HOUR}`
  const path = `monitor/track_compare?tracks=${await track(first)},${await track(second)}`
  const page = await harness.signedIn('dispatcher1', { path })
  const row = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
  await eventually(() => row('里程 (km)').allInnerTexts()).toHaveLength(2)
  const [distance = '', other = ''] = await row('里程 (km)').allInnerTexts()
  expect(distance).toMatch(/^(9\.[89]|10\.0)$/)
  expect(other).toMatch(/±0|[+−]0\.1/)
  expect((await row('行驶时长').allInnerTexts())[0]).toMatch(/^(9分50秒|10分0?0?秒?)/)
  // 0.01 degrees of latitude.
  expect(Number((await row('最大偏离 (m)').allInnerTexts())[1]?.replace(',', ''))).toBeCloseTo(1112, -1)
  await page.getByRole('slider').fill('5')
  await eventually(() => page.locator('.compare-along').innerText()).toContain('5.0 km')
  // A third track begins as the second a day earlier, and has no positions.
  await page.getByRole('button', { name: '添加轨迹' }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await eventually(() => row('里程 (km)').allInnerTexts()).toHaveLength(3)
  expect((await row('里程 (km)').allInnerTexts())[2]).toBe('–')
})

test('an area that is typed as coordinates shows which trucks were there, and each pass leads to its playback', async () => {
  const page = await harness.signedIn('dispatcher1', { path: 'monitor/track_search' })
  await page.locator('.fence-map[aria-busy=false]').waitFor()
  await page.getByLabel('新的点 经度').fill(String(ROADSIDE.lng))
  await page.getByLabel('新的点 纬度').fill(String(ROADSIDE.lat))
  await page.getByLabel('新的点 纬度').press('Enter')
  await page.getByLabel('半径(m)').fill('300')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await eventually(() => page.locator('.search-found').innerText()).toContain('1 辆车，1 次经过')
  expect(await page.getByRole('gridcell').allInnerTexts()).toContain(first.plate)
  expect(new URL(page.url()).searchParams.get('area')).toContain('"radiusM":300')
  await page.getByRole('link', { name: '回放', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/monitor/playback_track' && url.searchParams.get('truck') !== null)
  await page.locator('.playback-values').waitFor()
})
