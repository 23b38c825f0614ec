import { createCamera } from '@tanker/fleet/vcam/camera'
import { recordingsOf } from '@tanker/fleet/vcam/recorder'
import { readTimeBars } from '@tanker/fleet/vcam/test-time-bars'
import { TIME_BARS } from '@tanker/fleet/vcam/time-bars'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpHarness } from './browser-harness.ts'
import { eventually } from './eventually.ts'
import { worldTerminals } from './world-terminal.ts'
import { CARRIER_1, tankersOf } from './world-truck.ts'

const harness = setUpHarness({ VIDEO_HOST: '127.0.0.1', VIDEO_PORT: '0' })
const terminal = worldTerminals(harness)
const [filmed] = tankersOf(CARRIER_1)
if (filmed === undefined) throw new Error('the carrier has no truck')
const { plate, terminalPhone: sim } = filmed
const CHANNEL = 2

/** The day before today in China, which has all its recordings, and its begin. */
const BEGIN = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000 - 1) * 86_400_000 - 8 * 3_600_000
const DAY = new Date(BEGIN + 8 * 3_600_000).toISOString().slice(0, 10)
const TENTHS = 2 ** 20

/** The time that the picture shows, seconds of the day; null where it shows none. */
async function shownTime(page: Page): Promise<number | null> {
  const bars = await page.locator('.history-window canvas').evaluate((shown, count) => {
    const canvas = shown as HTMLCanvasElement
    const wide = canvas.width / count
    const line = canvas.getContext('2d')?.getImageData(0, canvas.height - 8, canvas.width, 1).data
    return Array.from({ length: count }, (_, bar) => (line?.[Math.floor((bar + 0.5) * wide) * 4] ?? 0) > 128)
  }, TIME_BARS)
  const tenths = readTimeBars(bars)
  return tenths === null ? null : ((tenths - (Math.floor(BEGIN / 100) % TENTHS) + TENTHS) % TENTHS) / 10
}
/** The clock above the picture, seconds of the day. */
async function clock(page: Page): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = (await page.locator('.history-time').innerText()).split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}

test('[2.3-02] a recording of yesterday plays from the list, from a place on the bar, pauses and goes on faster; the picture shows its time', async () => {
  const { rows } = await harness.product.database.pool.query<{ id: number }>(
    'UPDATE truck SET channel_count = 4 WHERE plate = $1 RETURNING id',
    [plate],
  )
  const truck = terminal(filmed, {
    video: (channel, stream) => createCamera({ sim, channel, plate }, stream),
    recordings: (channel, now) => recordingsOf(sim, channel, now),
  })
  await eventually(() => truck.online).toBe(true)
  const connections = async () =>
    (await harness.product.database.pool.query('SELECT 1 FROM terminal_session WHERE truck_id = $1 AND ended_at IS NULL', [rows[0]?.id]))
      .rowCount
  await eventually(connections).toBe(1)
  const path = `monitor/history_video?truck=${rows[0]?.id}&channel=${CHANNEL}&day=${DAY}`
  const page = await harness.signedIn('dispatcher1', { path })
  const ofDay = recordingsOf(sim, CHANNEL, Date.now()).filter(({ from }) => from >= BEGIN && from < BEGIN + 86_400_000)
  await eventually(() => page.locator('.history-list li').count()).toBe(ofDay.length)
  expect(await page.locator('.history-track i[data-kind="alarm"]').count()).toBe(ofDay.filter(({ isAlarm }) => isAlarm).length)

  const third = ((ofDay[2]?.from ?? 0) - BEGIN) / 1_000
  await page.locator('.history-list li button').nth(2).click()
  await eventually(async () => {
    const time = (await shownTime(page)) ?? 0
    return time > third && time < third + 60
  }).toBe(true)
  expect(Math.abs((await clock(page)) - ((await shownTime(page)) ?? 0))).toBeLessThan(5)

  await page.getByRole('button', { name: '暂停' }).click()
  await page.getByText('已暂停').waitFor()
  const stood = await shownTime(page)
  await page.getByRole('button', { name: '×16' }).click()
  await page.getByRole('button', { name: '播放', exact: true }).click()
  await eventually(async () => ((await shownTime(page)) ?? 0) - (stood ?? 0)).toBeGreaterThan(20)

  const half = await page.locator('.history-track').boundingBox()
  if (half === null) throw new Error('there is no bar')
  // Four in the afternoon.
  await page.locator('.history-track').click({ position: { x: (half.width * 2) / 3, y: half.height / 2 } })
  await eventually(async () => {
    const time = (await shownTime(page)) ?? 0
    return time > 15.9 * 3_600 && time < 16.5 * 3_600
  }).toBe(true)
  await page.locator('.history-track').focus()
  await page.keyboard.press('Space')
  await page.getByText('已暂停').waitFor()
})
