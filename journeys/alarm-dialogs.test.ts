import type { TruckRow } from '@tanker/fleet/world'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { connected } from './opened-page.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const [SOS, DEVICE_OVERSPEED] = [1, 2]
const report = 'driving_monitor/exception_report/alarm_over_speed'

/** Emergencies stay on every screen until they are handled. */
beforeEach(async () => {
  await harness.product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL')
})

const tanker = (index: number): TruckRow => {
  const row = tankersOf(CARRIER_1)[index]
  if (!row) throw new Error(`no tanker ${index}`)
  return row
}

async function lives(row: TruckRow, story: TruckStory): Promise<void> {
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, story.endingAt())
  await truck.close()
}

/** Notes when each sound begins and stops, in the page's own time, and which file it is. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: { file: string; from: number; to: number | null }[] = []
    Object.assign(globalThis, { heard })
    const { play, pause } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = async function () {
      await play.call(this)
      heard.push({ file: new URL(this.src).pathname, from: performance.now(), to: null })
    }
    HTMLMediaElement.prototype.pause = function () {
      const sounding = heard.at(-1)
      if (sounding) sounding.to ??= performance.now()
      pause.call(this)
    }
  })
const heard = (page: Page): Promise<{ file: string; from: number; to: number | null }[]> =>
  page.evaluate(() => (globalThis as unknown as { heard: { file: string; from: number; to: number | null }[] }).heard)

const watching = async (language: 'zh-CN' | 'en-US', before?: (page: Page) => Promise<unknown>): Promise<Page> => {
  const page = await harness.signedIn('dispatcher1', { language, path: report, ...(before ? { before } : {}) })
  await connected(page)
  return page
}

const factsOn = async (page: Page): Promise<Record<string, string>> => {
  const facts = page.locator('dialog[open] .fact')
  const [labels, values] = [await facts.locator('dt').allInnerTexts(), await facts.locator('dd').allInnerTexts()]
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']))
}

test('[4.3-01] [4.3-02] [4.3-03] [4.3-07] [4.4-07] [9-01] the driver presses the emergency button: a dialog with an icon that blinks every 180 ms and the warning sound for 1.8 s, and no click outside closes it', async () => {
  const page = await watching('zh-CN', async (fresh) => {
    await listen(fresh)
    await fresh.clock.install()
  })
  const english = await watching('en-US')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const truck = tanker(0)
  await lives(truck, new TruckStory(ROADSIDE, holding(truck, 0)).drives(30, 50, { alarmBits: SOS }))
  const dialog = page.locator('dialog.emergency[open]')
  await dialog.waitFor()
  expect(await dialog.locator('h2').innerText()).toContain('紧急报警')
  expect(await factsOn(page)).toMatchObject({ 车牌号: truck.plate, 所属组织: '苏运达危化品运输有限公司' })
  await eventually(async () => (await heard(page)).length).toBe(1)
  const [sound] = await heard(page)
  expect(sound).toMatchObject({ file: '/sound/urgent.wav', to: null })

  const icon = dialog.locator('.emergency-icon')
  const lit = async (): Promise<boolean> => (await icon.getAttribute('data-lit')) === 'true'
  const blinks: boolean[] = [await lit()]
  for (let blink = 0; blink < 4; blink += 1) {
    await page.clock.runFor(180)
    await eventually(lit).toBe(blinks.length % 2 === 1 ? !blinks[0] : blinks[0])
    blinks.push(await lit())
  }
  await page.clock.runFor(1_799 - 4 * 180)
  expect((await heard(page))[0]?.to).toBeNull()
  await page.clock.runFor(1)
  await eventually(async () => Math.round(((await heard(page))[0]?.to ?? 0) - (sound?.from ?? 0))).toBe(1_800)

  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: '知道了' }).click()
  await dialog.waitFor({ state: 'detached' })

  const other = english.locator('dialog.emergency[open]')
  await other.waitFor()
  expect(await other.locator('h2').innerText()).toContain('Emergency')
  expect(await factsOn(english)).toMatchObject({ Plate: truck.plate })
  await other.getByRole('button', { name: 'Handle' }).click()
  await english.waitForURL((url) => url.searchParams.has('fromAlarm'))
})

test('[4.3-04] [4.4-07] [3.3-02] product drains from a standing truck between depot and station: a dialog says what was lost, between when and where', async () => {
  const [page, english] = [await watching('zh-CN'), await watching('en-US')]
  const truck = tanker(2)
  const full = truck.compartments.map(() => 5_000)
  await lives(
    truck,
    new TruckStory(ROADSIDE, holding(truck, ...full))
      .stands(150)
      .drives(120, 50)
      .stands(180)
      .holds(holding(truck, 4_850, ...full.slice(1)))
      .stands(240),
  )
  await page.locator('dialog[open] h2', { hasText: '高损耗' }).waitFor()
  expect(await factsOn(page)).toMatchObject({
    车牌号: truck.plate,
    损耗量: '150.00 L',
    损耗率: '30.0000 ‰',
    损耗率阈值: '2.0000 ‰',
    开始时间: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    终点: expect.stringMatching(/./),
  })
  await english.locator('dialog[open] h2', { hasText: 'High loss' }).waitFor()
  expect(await factsOn(english)).toMatchObject({
    Plate: truck.plate,
    Loss: '150.00 L',
    'Loss rate': '30.0000 ‰',
    Start: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
  })
  await page.getByRole('button', { name: '知道了' }).click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
})

/** Lets it be early afternoon where the truck works: by night the law allows less, whenever this is run. */
async function byDay({ plate }: TruckRow): Promise<void> {
  const hours = 14 - new Date().getUTCHours()
  await harness.product.database.pool.query('UPDATE truck SET zone_offset_minutes = $2 WHERE plate = $1', [plate, hours * 60])
}

test('[4.3-04] [4.4-07] [3.3-03] a driver drives longer than the law allows: a dialog says who, of which organisation, and for how long', async () => {
  const [page, english] = [await watching('zh-CN'), await watching('en-US')]
  const truck = tanker(4)
  await byDay(truck)
  await lives(truck, new TruckStory({ lat: 31.6, lng: 116 }, holding(truck, 0)).drives(244 * 60, 60, {}, 60))
  await page.locator('dialog[open] h2', { hasText: '工时报警' }).waitFor()
  const facts = await factsOn(page)
  expect(facts).toMatchObject({
    车牌号: truck.plate,
    所属组织: '苏运达危化品运输有限公司',
    驾驶员: expect.stringMatching(/^[\u4e00-\u9fff]{2,4}$/),
  })
  expect(facts['驾驶时长']).toMatch(/^4时\d+分\d+秒$/)
  await english.locator('dialog[open] h2', { hasText: 'Working hours' }).waitFor()
  expect(await factsOn(english)).toMatchObject({ Plate: truck.plate, Driver: facts['驾驶员'] })
})

test('[9-26] [4.3-05] the device’s own overspeed comes as code 45 to the list, without a dialog', async () => {
  const page = await watching('en-US')
  const truck = tanker(6)
  await lives(truck, new TruckStory(ROADSIDE, holding(truck, 0)).drives(60, 50, { alarmBits: DEVICE_OVERSPEED }))
  const row = page.locator('.alarm-list li', { hasText: truck.plate })
  await row.waitFor()
  expect(await row.innerText()).toContain('Overspeed (device)')
  expect(await page.locator('dialog[open]').count()).toBe(0)
  const { rows } = await harness.product.database.pool.query<{ type: number }>(
    'SELECT type FROM alarm JOIN truck ON truck.id = truck_id WHERE plate = $1',
    [truck.plate],
  )
  expect(rows).toEqual([{ type: 45 }])
})

/**
 * A browser without windows has no notifications, and its tab is always visible. These stand in for what a desktop does: it asks for
 * permission once, shows what it is handed, and says when the tab is hidden.
 */
const aDesktop = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    class Shown extends EventTarget {
      static permission = 'default'
      static requestPermission = async (): Promise<string> => (Shown.permission = 'granted')
      readonly title: string
      readonly body: string
      open = true
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super()
        if (Shown.permission !== 'granted') throw new Error('no permission')
        this.title = title
        this.body = body
        shown.push(this)
      }
      close(): void {
        this.open = false
        this.dispatchEvent(new Event('close'))
      }
    }
    const shown: Shown[] = []
    Object.assign(globalThis, { Notification: Shown, shown })
  })
type Shown = { readonly title: string; readonly body: string; readonly open: boolean }
const notifications = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, body, open }) => ({ title, body, open })))
const turnTo = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
const overspeedOf = async (row: TruckRow): Promise<void> =>
  lives(row, new TruckStory(ROADSIDE, holding(row, 0)).drives(60, 50, { alarmBits: DEVICE_OVERSPEED }))

test('an alarm is a notification of the browser once the user has asked for it and looks elsewhere; a click leads to the alarm', async () => {
  const page = await watching('zh-CN', aDesktop)
  await turnTo(page, 'hidden')
  await overspeedOf(tanker(1))
  await page.locator('.alarm-list li', { hasText: tanker(1).plate }).waitFor()
  expect(await notifications(page)).toEqual([])
  expect(await page.evaluate(() => Notification.permission)).toBe('default')
  await turnTo(page, 'visible')

  await page.getByRole('button', { name: '报警设置' }).click()
  await page.getByLabel('页面不在前台时，在此浏览器弹出通知').click()
  await eventually(() => notifications(page)).toMatchObject([{ title: '报警通知已开启' }])
  const kinds = page.getByRole('group', { name: '报警类别' })
  expect(await kinds.getByRole('checkbox', { checked: true }).count()).toBe(6)
  await kinds.getByLabel('设备').uncheck()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.locator('.toast-success').waitFor()

  await overspeedOf(tanker(3))
  await page.locator('.alarm-list li', { hasText: tanker(3).plate }).waitFor()
  expect(await notifications(page)).toHaveLength(1)
  await turnTo(page, 'hidden')
  await overspeedOf(tanker(5))
  await eventually(() => notifications(page)).toHaveLength(2)
  expect((await notifications(page))[1]).toMatchObject({
    title: expect.stringContaining(tanker(5).plate),
    body: expect.stringContaining('苏运达危化品运输有限公司'),
    open: true,
  })
  await page.evaluate(() => (globalThis as unknown as { shown: EventTarget[] }).shown[1]?.dispatchEvent(new Event('click')))
  await page.waitForURL((url) => url.searchParams.has('fromAlarm'))
  expect((await notifications(page))[1]).toMatchObject({ open: false })

  await overspeedOf(tanker(7))
  await eventually(async () => (await notifications(page))[2]).toMatchObject({
    title: expect.stringContaining(tanker(7).plate),
    open: true,
  })
  await turnTo(page, 'visible')
  expect((await notifications(page))[2]).toMatchObject({ open: false })
})

test.each([
  { language: 'zh-CN', settings: '报警设置', show: '页面不在前台时，在此浏览器弹出通知', blocked: '浏览器禁止本站显示通知' },
  {
    language: 'en-US',
    settings: 'Alarm settings',
    show: 'Notify in this browser while the web console is not visible',
    blocked: 'The browser blocks notifications of this site',
  },
] as const)(
  'a browser that blocks notifications, as one without windows does, is explained in $language',
  async ({ language, settings, show, blocked }) => {
    const page = await watching(language)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: settings }).click()
    const tick = page.getByLabel(show)
    await page.getByText(blocked).waitFor()
    expect([await tick.isDisabled(), await tick.isChecked()]).toEqual([true, false])
    expect(await axeProblems(page)).toEqual([])
  },
)
