import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTruckCamera } from '@tanker/fleet/camera/truck-camera'
import { locationOf } from '@tanker/fleet/scripted-truck'
import type { TruckRow } from '@tanker/fleet/world'
import { msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { connected } from './opened-page.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { worldTerminals } from './world-terminal.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-desk-'))
const harness = setUpHarness({ TANKER_DATA: dataFolder, EVIDENCE_HOST: '127.0.0.1', EVIDENCE_PORT: await freePort() })
const dialIn = worldTerminals(harness)
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))
const desk = 'monitor/alarm_desk'
const [SOS, MANHOLE] = [1, 1]
const MOST_CLICKS = 4
const MOST_KEYS = 6

beforeEach(async () => {
  await harness.product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL')
})

/** Trucks get the port for pictures with each request, so it is chosen before the server starts. */
function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : '')))
    })
  })
}

const tanker = (index: number): TruckRow => {
  const row = tankersOf(CARRIER_1)[index]
  if (!row) throw new Error(`no tanker ${index}`)
  return row
}

/** Two minutes beside the road with a load, then a manhole stands open: an abnormal unsealing. */
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

async function pressesEmergency(row: TruckRow): Promise<void> {
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 5000)).drives(30, 50, { alarmBits: SOS }).endingAt())
  await truck.close()
}

/** Counts what a person does on a page from now on. */
const countActions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const done = { clicks: 0, keys: 0 }
    Object.assign(globalThis, { done })
    addEventListener('pointerdown', () => (done.clicks += 1), true)
    addEventListener('keydown', () => (done.keys += 1), true)
  })
const actionsOf = (page: Page): Promise<{ clicks: number; keys: number }> =>
  page.evaluate(() => (globalThis as unknown as { done: { clicks: number; keys: number } }).done)

type OpenDesk = { readonly language?: 'zh-CN' | 'en-US'; readonly width?: number; readonly path?: string; readonly height?: number }

const openDesk = async ({ language = 'zh-CN', width = 1440, path = desk, height = 900 }: OpenDesk = {}): Promise<Page> => {
  const page = await harness.signedIn('dispatcher1', { language, path, width, height })
  await connected(page)
  return page
}
const rowOf = (page: Page, row: TruckRow) => page.locator('.desk-row', { hasText: row.plate })
const plates = (page: Page): Promise<string[]> => page.locator('.desk-row .desk-what b').allInnerTexts()
const heading = (page: Page): Promise<string> => page.locator('.desk-head h2').innerText()

const stateOf = async (row: TruckRow) => {
  const { rows } = await harness.product.database.pool.query<{ result: string | null; exception: string | null; handled: boolean }>(
    `SELECT handle_result AS result, exception_type AS exception, handled_at IS NOT NULL AS handled
     FROM alarm JOIN truck ON truck.id = truck_id WHERE plate = $1 AND superseded_at IS NULL ORDER BY alarm.id DESC LIMIT 1`,
    [row.plate],
  )
  return rows[0]
}

test('[D-03] [D-04] [delight 1] an alarm that is raised stands in the open queue at once and is handled by four clicks, the next by four keys', async () => {
  const page = await openDesk()
  await page.getByText('没有待处理的报警').waitFor()
  const [first, second] = [tanker(0), tanker(1)]
  await opensAtTheRoadside(first)
  await rowOf(page, first).waitFor()
  await opensAtTheRoadside(second)
  await rowOf(page, second).waitFor()
  expect(await rowOf(page, second).innerText()).toContain('异常解封')
  await page.getByText('为什么报警').waitFor()

  await countActions(page)
  await rowOf(page, second).click()
  await eventually(() => heading(page)).toContain(second.plate)
  await page.locator('.desk-chip', { hasText: '属实，已处理' }).click()
  await page.locator('.desk-chip', { hasText: '人为原因' }).click()
  await page.getByRole('button', { name: '提交' }).click()
  await rowOf(page, second).waitFor({ state: 'detached' })
  expect((await actionsOf(page)).clicks).toBeLessThanOrEqual(MOST_CLICKS)
  expect(await stateOf(second)).toEqual({ result: '属实，已处理', exception: 'human', handled: true })

  // The next one has opened by itself.
  await eventually(() => heading(page)).toContain(first.plate)
  await page.getByRole('button', { name: '提交' }).waitFor()
  for (const key of ['h', '3', '9', 'Enter']) await page.keyboard.press(key)
  await page.getByText('没有待处理的报警').waitFor()
  expect((await actionsOf(page)).keys).toBeLessThanOrEqual(MOST_KEYS)
  expect(await stateOf(first)).toEqual({ result: '误报', exception: 'equipment', handled: true })

  // What was handled is listed with its result.
  await page.getByRole('button', { name: '已处理', exact: true }).click()
  await rowOf(page, first).click()
  await page.locator('.desk-note', { hasText: '处理' }).waitFor()
  expect(await page.locator('.desk-handled').innerText()).toContain('误报')
}, 90_000)

test('[D-03] new alarms do not move the line under the mouse; a note says how many came, and what another user handles is said', async () => {
  const page = await openDesk()
  const colleague = await openDesk({ language: 'en-US' })
  const rows = [tanker(2), tanker(3)]
  for (const row of rows) {
    await opensAtTheRoadside(row)
    await rowOf(page, row).waitFor()
  }
  const [held, last] = [rows[0] as TruckRow, tanker(4)]
  await rowOf(page, held).click()
  await eventually(() => heading(page)).toContain(held.plate)
  await rowOf(page, held).hover()
  const before = await rowOf(page, held).boundingBox()
  await opensAtTheRoadside(last)
  await page.locator('.desk-new', { hasText: '1 条新报警' }).waitFor()
  expect((await rowOf(page, held).boundingBox())?.y).toBe(before?.y)
  await page.locator('.desk-new').click()
  await eventually(() => plates(page)).toEqual([last.plate, rows[1]?.plate, held.plate])

  await rowOf(colleague, held).click()
  await eventually(() => heading(colleague)).toContain(held.plate)
  await colleague.locator('.desk-chip', { hasText: 'False alarm' }).click()
  await colleague.locator('.desk-chip', { hasText: 'Equipment failure' }).click()
  await colleague.getByRole('button', { name: 'Submit' }).click()
  await rowOf(page, held).waitFor({ state: 'detached' })
  await page.locator('.desk-note', { hasText: '处理' }).waitFor()
  expect(await heading(page)).toContain(held.plate)
  expect(await page.getByRole('button', { name: '提交' }).count()).toBe(0)
}, 120_000)

test('[D-05] [D-18] an emergency names driver and cargo, waits while someone types, and Handle leads to the desk with it', async () => {
  const page = await openDesk({ path: `${desk}?state=handled` })
  await eventually(() => page.locator('.alarm-counter b').innerText()).toBe('0')
  const row = tanker(5)
  await page.getByPlaceholder('车牌号').fill('苏')
  await page.keyboard.press('ArrowLeft')
  const typing = setInterval(() => void page.keyboard.press('ArrowLeft').catch(() => {}), 400)
  try {
    const held = page.locator('.alarm-held').waitFor()
    await pressesEmergency(row)
    await held
    // At most five seconds, however much is typed.
    await page.locator('dialog.emergency[open]').waitFor()
  } finally {
    clearInterval(typing)
  }
  const dialog = page.locator('dialog.emergency[open]')
  await dialog.locator('dt', { hasText: '载油' }).waitFor()
  expect((await dialog.innerText()).replaceAll('\u00a0', ' ')).toContain('5,000 L')
  await dialog.getByRole('button', { name: '处理' }).click()
  await page.waitForURL((url) => url.pathname === `/${desk}` && url.searchParams.has('fromAlarm'))
  await eventually(() => heading(page)).toContain(`${row.plate} 紧急报警`)
  await eventually(() => page.locator('.alarm-counter b').innerText()).toBe('1')
  await page.locator('.desk-row[aria-current]', { hasText: row.plate }).waitFor()
  await page.keyboard.press('a')
  await eventually(() => page.locator('.alarm-counter small').innerText()).toBe('我 1')
}, 90_000)

test('[delight 12] a dispatcher hands over the shift, and the next one accepts it', async () => {
  const page = await openDesk()
  await page.getByRole('button', { name: '交班', exact: true }).click()
  await page.getByLabel('交班说明').fill('苏A 的铅封明天更换')
  await page.locator('dialog[open]').getByRole('button', { name: '交班', exact: true }).click()
  await page.locator('dialog[open]').getByRole('button', { name: '确认交班' }).click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  expect(await page.locator('.desk-shift').count()).toBe(0)
  const next = await harness.signedIn('admin', { path: desk })
  await next.locator('.desk-shift', { hasText: '苏A 的铅封明天更换' }).waitFor()
  await next.getByRole('button', { name: '接班' }).click()
  await next.locator('.desk-shift').waitFor({ state: 'detached' })
  const { rows } = await harness.product.database.pool.query<{ accepted: string }>(
    'SELECT user_name AS accepted FROM shift_handover JOIN app_user ON app_user.id = accepted_by',
  )
  expect(rows).toEqual([{ accepted: 'admin' }])
})

test('the desk with an open alarm has no violation of axe and does not scroll sideways, in both languages, wide and on a phone', async () => {
  const row = tanker(6)
  await opensAtTheRoadside(row)
  const problems: string[] = []
  for (const language of ['zh-CN', 'en-US'] as const) {
    const page = await openDesk({ language })
    await rowOf(page, row).waitFor()
    await page.locator('.desk-part').first().waitFor()
    await page.keyboard.press('?')
    await page.locator('.desk-keys').waitFor()
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 844 })
      problems.push(...(await axeProblems(page)).map((one) => `${language} at ${width}: ${one}`))
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    // On a phone the opened alarm is a page over the queue.
    await page.locator('.desk-back').click()
    await rowOf(page, row).waitFor()
    expect(await page.locator('.desk-opened').count()).toBe(0)
    problems.push(...(await axeProblems(page)).map((one) => `${language} queue: ${one}`))
    await rowOf(page, row).click()
    await page.locator('.desk-head h2', { hasText: row.plate }).waitFor()
  }
  expect(problems).toEqual([])
}, 120_000)

/** Someone phones at the wheel; the camera holds two pictures of it. */
function phonesAtTheWheel(row: TruckRow): void {
  const version = row.protocolVersion === '2019' ? 2019 : 2013
  const camera = createTruckCamera({
    phone: row.terminalPhone,
    version,
    terminalId: row.terminalId,
    plate: row.plate,
    losesPiece: () => false,
    now: Date.now,
  })
  const terminal = dialIn(row, { camera })
  const at = Date.now()
  const time = msToDeviceTime(at, standardZoneOffsetMinutes)
  const position = { ...ROADSIDE, speedKmh: 63, at, compartments: holding(row, 5000) }
  const mark = { terminalId: row.terminalId, time, sequence: 0, attachments: 2, reserved: 0 }
  const tail = { speedKmh: 63, altitudeM: 10, ...ROADSIDE, time, vehicleStatus: 1, mark }
  const location = locationOf({
    ...position,
    safety: [{ item: 0x65, alarmId: 1, flag: 0, type: 2, level: 2, fatigue: 0, reserved: 0, ...tail }],
  })
  camera.see(location)
  terminal.report(location)
}

const PICTURES_WITHIN_MS = 60_000

/** Widths of the pictures as the browser has drawn them; 0 where it could not. */
const widthsOf = (page: Page, within: string): Promise<number[]> =>
  page.locator(`${within} .evidence-file img`).evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

test('[2.6-01] [4.4-04] a driver phones at the wheel: the desk and the list show both pictures, and the verdict with the coaching note is found by filter', async () => {
  const row = tanker(8)
  const page = await openDesk()
  phonesAtTheWheel(row)
  await rowOf(page, row).click()
  // The truck is asked for its pictures, and sends them over a connection of their own.
  await page.locator('.desk-opened .evidence-file img').nth(1).waitFor({ timeout: PICTURES_WITHIN_MS })
  await eventually(() => widthsOf(page, '.desk-opened')).toEqual([480, 480])

  const list = 'active_safety/exception_report/alarm_adas_can'
  const problems: string[] = []
  for (const language of ['en-US', 'zh-CN'] as const) {
    const [pictures, close] = language === 'zh-CN' ? ['证据', '关闭'] : ['Pictures', 'Close']
    await page.close()
    const shown = await harness.signedIn('dispatcher1', { path: list, language })
    const line = shown.getByRole('row', { name: row.plate })
    await line.getByRole('button', { name: pictures, exact: true }).click()
    await eventually(() => widthsOf(shown, 'dialog[open]')).toEqual([480, 480])
    for (const width of [1440, 390]) {
      await shown.setViewportSize({ width, height: 844 })
      problems.push(...(await axeProblems(shown)).map((one) => `${language} at ${width}: ${one}`))
      await eventually(() => shown.locator('dialog[open]').evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    }
    await shown.setViewportSize({ width: 1440, height: 900 })
    await shown.locator('dialog[open]').getByRole('button', { name: close }).click()
    if (language === 'en-US') continue
    await line.getByRole('button', { name: '处理' }).click()
    const dialog = shown.locator('dialog[open]')
    await dialog.getByLabel('处理结果').fill('属实，已处罚')
    await dialog.getByLabel('异常类型').selectOption('human')
    await dialog.getByLabel('教育备注').fill('已面谈，重申禁止手持电话')
    await dialog.getByRole('button', { name: '提交' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => line.innerText()).toContain('已面谈，重申禁止手持电话')
    for (const [verdict, found] of [
      ['unconfirmed', 0],
      ['confirmed', 1],
    ] as const) {
      await shown.goto(`${harness.product.address}/${list}?filters=${encodeURIComponent(JSON.stringify({ verdict: [verdict] }))}`)
      await shown.locator('.report-foot', { hasText: `共 ${found} 条` }).waitFor()
      expect(await shown.getByRole('row', { name: row.plate }).count()).toBe(found)
    }
  }
  expect(problems).toEqual([])
}, 120_000)
