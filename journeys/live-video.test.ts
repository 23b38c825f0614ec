import { readFileSync } from 'node:fs'
import { createCamera } from '@tanker/fleet/vcam/camera'
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
const [filmed, dark] = tankersOf(CARRIER_1)
if (filmed === undefined || dark === undefined) throw new Error('the carrier has too few trucks')
const CHANNELS = 4

const idOf = async (plate: string): Promise<number> => {
  const { rows } = await harness.product.database.pool.query<{ id: number }>('SELECT id FROM truck WHERE plate = $1', [plate])
  return rows[0]?.id ?? 0
}

/** The time that each window shows, in tenths of seconds; null where it shows none. */
async function shownTimes(page: Page): Promise<(number | null)[]> {
  const rows = await page.locator('.live-window canvas').evaluateAll(
    (canvases, bars) =>
      (canvases as HTMLCanvasElement[]).map((canvas) => {
        const wide = canvas.width / bars
        const line = canvas.getContext('2d')?.getImageData(0, canvas.height - 8, canvas.width, 1).data
        return Array.from({ length: bars }, (_, bar) => (line?.[Math.floor((bar + 0.5) * wide) * 4] ?? 0) > 128)
      }),
    TIME_BARS,
  )
  return rows.map(readTimeBars)
}

const playing = async (page: Page): Promise<number> => (await shownTimes(page)).filter((time) => time !== null).length

async function filming(): Promise<void> {
  await harness.product.database.pool.query('UPDATE truck SET channel_count = $1 WHERE plate = ANY ($2)', [
    CHANNELS,
    [filmed?.plate, dark?.plate],
  ])
  const { plate, terminalPhone: sim } = filmed as NonNullable<typeof filmed>
  const truck = terminal(filmed as NonNullable<typeof filmed>, {
    video: (channel, stream) => (channel === CHANNELS ? 'offline' : createCamera({ sim, channel, plate }, stream)),
  })
  await eventually(() => truck.online).toBe(true)
}

test('[2.3-02] [9-13] the cameras of a truck play in their windows, each at its time; one that is off says so', async () => {
  await filming()
  const page = await harness.signedIn('dispatcher1', { path: `monitor/real_video?truck=${await idOf(filmed.plate)}` })
  /** How old each picture is, tenths of seconds; null where there is none. */
  const ages = async () => (await shownTimes(page)).map((time) => (time === null ? null : (Math.floor(Date.now() / 100) % 2 ** 20) - time))
  // A second or two on a loaded machine.
  const isLive = (age: number | null): boolean => age !== null && age < 20
  await eventually(async () => (await ages()).map(isLive)).toEqual([true, true, true, false])
  const before = await shownTimes(page)
  await eventually(async () => {
    const after = await shownTimes(page)
    return [0, 1, 2].every((channel) => (after[channel] ?? 0) - (before[channel] ?? 0) >= 5)
  }).toBe(true)
  await page.getByText('终端无法打开该通道，摄像头可能离线。').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '截图' }).first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.png$/)
  expect(
    readFileSync(await file.path())
      .subarray(1, 4)
      .toString('latin1'),
  ).toBe('PNG')
  const { rows } = await harness.product.database.pool.query(`SELECT 1 FROM change_log WHERE action = 'watch' AND entity = 'truck'`)
  expect(rows.length).toBeGreaterThanOrEqual(CHANNELS)
})

test('[2.2-05] the carousel goes round the channels of trucks that are online, keeps a pinned one, and skips the others', async () => {
  await filming()
  const trucks = [await idOf(filmed.plate), await idOf(dark.plate)].join(',')
  const page = await harness.signedIn('dispatcher1', { path: `monitor/full_video?trucks=${trucks}&windows=1&dwell=10` })
  await page.getByText('1 辆离线车辆已跳过').waitFor()
  const shown = () => page.locator('.live-window').first().getAttribute('aria-label')
  await eventually(async () => (await shownTimes(page))[0]).not.toBeNull()
  const first = await shown()
  expect(first).toContain(filmed.plate)
  await eventually(shown).not.toBe(first)
  const pinned = await shown()
  await page.getByRole('button', { name: '固定' }).click()
  await page.getByRole('button', { name: '4', exact: true }).click()
  await eventually(() => page.locator('.live-window canvas').count()).toBe(CHANNELS)
  expect(await shown()).toBe(pinned)
})

test('[2.3-02] the video monitor opens and closes channels, and its address opens the same windows', async () => {
  await filming()
  const path = `monitor/video_monitor?trucks=${await idOf(filmed.plate)}`
  const page = await harness.signedIn('dispatcher1', { path })
  await page.getByRole('button', { name: '全部通道' }).click()
  await eventually(() => playing(page)).toBe(CHANNELS - 1)
  await page.getByRole('button', { name: '关闭画面' }).first().click()
  await eventually(() => page.locator('.live-window canvas').count()).toBe(CHANNELS - 1)
  const address = new URL(page.url())
  const again = await harness.signedIn('dispatcher1', { path: `${address.pathname.slice(1)}${address.search}` })
  await eventually(() => playing(again)).toBe(CHANNELS - 2)
})
