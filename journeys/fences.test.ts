import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { clickInRow } from './row-operations.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const SETUP = 'setting/base_data/user_enclosure'
const APPROVAL = 'setting/base_data/enclosure_approval'

const screenOf = (page: Page): Locator => page.locator('.screen:visible')
const rowOf = (page: Page, name: string): Locator => screenOf(page).getByRole('grid').getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const press = (within: Page | Locator, name: string): Promise<void> => within.getByRole('button', { name, exact: true }).click()
const isReady = (page: Page): Promise<void> => dialogOf(page).locator('.fence-map[aria-busy=false]').waitFor()
const sideways = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('[2.8-01] [2.10-02] [5.3-01] a fence that was not drawn is not saved; drawn by mouse, corner by corner, it waits for approval', async () => {
  const page = await harness.signedIn('dispatcher1', { path: SETUP })
  await press(page, '新增')
  await isReady(page)
  const dialog = dialogOf(page)
  await dialog.getByLabel('围栏名称').fill('鼠标围栏')
  await press(dialog, '保存')
  await dialog.getByText('围栏范围尚未绘制，请先在地图上绘制围栏。').waitFor()
  expect(await axeProblems(page)).toEqual([])

  await dialog.getByLabel('类型').selectOption('station')
  await dialog.getByLabel('所属场所').click()
  await dialog.locator('.choice-row').first().click()
  // The map goes to the place that was chosen.
  await press(dialog, '以场所为圆心')
  await dialog.locator('.fence-border').waitFor()
  await dialog.getByRole('radio', { name: '多边形' }).click()
  await eventually(() => dialog.locator('.fence-point').count()).toBe(0)
  const canvas = dialog.locator('.maplibregl-canvas')
  for (const [x, y] of [
    [80, 60],
    [300, 80],
    [280, 220],
  ] as const)
    await canvas.click({ position: { x, y } })
  await eventually(() => dialog.locator('.fence-point').count()).toBe(3)
  await eventually(() => dialog.getByRole('textbox', { name: /^第 \d+ 点经度$/ }).count()).toBe(3)

  // A point is dragged, one is put in by dragging the middle of a side, and one is taken out again.
  const dragBy = async (handle: Locator, x: number, y: number): Promise<void> => {
    const box = await handle.boundingBox()
    if (!box) throw new Error('there is nothing to take hold of')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y, { steps: 4 })
    await page.mouse.up()
  }
  const firstLng = dialog.getByLabel('第 1 点经度')
  const before = await firstLng.inputValue()
  await dragBy(dialog.locator('.fence-point').first(), -30, 10)
  await eventually(() => firstLng.inputValue()).not.toBe(before)
  await dragBy(dialog.locator('.fence-middle').nth(2), -40, 30)
  await eventually(() => dialog.locator('.fence-point').count()).toBe(4)
  await dialog.locator('.fence-point').nth(3).click({ button: 'right' })
  await eventually(() => dialog.locator('.fence-point').count()).toBe(3)
  await press(dialog, '撤销')
  await eventually(() => dialog.locator('.fence-point').count()).toBe(4)

  await press(dialog, '保存')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => rowOf(page, '鼠标围栏').innerText()).toMatch(/油站[^]*待审批[^]*否[^]*多边形/)
}, 90_000)

test('the same by keyboard alone, in English', async () => {
  const page = await harness.signedIn('dispatcher2', { path: SETUP, language: 'en-US' })
  const { keyboard } = page
  await page.getByRole('button', { name: 'Add', exact: true }).focus()
  await keyboard.press('Enter')
  await isReady(page)
  const dialog = dialogOf(page)
  await keyboard.type('Keyboard corridor')
  const tool = dialog.getByRole('radio', { name: 'Circle' })
  for (let tabs = 0; tabs < 12 && !(await tool.evaluate((one) => one === document.activeElement)); tabs += 1) await keyboard.press('Tab')
  // Right to the last of the four: a corridor.
  for (let steps = 0; steps < 3; steps += 1) await keyboard.press('ArrowRight')
  const width = dialog.getByLabel('Width (m)').first()
  for (let tabs = 0; tabs < 12 && !(await width.evaluate((one) => one === document.activeElement)); tabs += 1) await keyboard.press('Tab')
  await keyboard.press('Control+A')
  await keyboard.type('80')
  const freshLng = dialog.getByLabel('New point Longitude')
  const add = async (lng: string, lat: string): Promise<void> => {
    for (let tabs = 0; tabs < 20 && !(await freshLng.evaluate((one) => one === document.activeElement)); tabs += 1)
      await keyboard.press('Tab')
    await keyboard.type(lng)
    await keyboard.press('Tab')
    await keyboard.type(lat)
    await keyboard.press('Enter')
    await keyboard.press('Shift+Tab')
  }
  await add('120.62', '31.31')
  await add('120.63', '31.32')
  expect(await dialog.getByLabel('Point 2: latitude').inputValue()).toBe('31.32')
  await dialog.getByText(/^Length 1\.46 km$/).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Name', { exact: false }).first().focus()
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => rowOf(page, 'Keyboard corridor').innerText()).toMatch(/Custom[^]*Pending approval[^]*No[^]*Corridor[^]*80/)
}, 90_000)

test('[4.5-04] [6-03] [7.2-16] [8.3-18] an approver is notified, opens the request from the notice, sees it on the map and approves it; the maker cannot', async () => {
  const maker = await harness.signedIn('dispatcher1', { path: APPROVAL })
  await press(rowOf(maker, '鼠标围栏'), '审批')
  await dialogOf(maker).getByText('这是您提交的修改，须由他人审批；您可以撤回。').waitFor()
  expect(await dialogOf(maker).getByRole('button').allInnerTexts()).toEqual(expect.not.arrayContaining(['通过']))
  await press(dialogOf(maker), '关闭')
  expect(await maker.locator('.fence-badge').count()).toBe(0)

  const page = await harness.signedIn('admin', { path: SETUP })
  await page.getByText('有 2 个电子围栏待审批').waitFor()
  await page.getByRole('button', { name: '围栏待审批 2' }).click()
  await page.getByRole('link', { name: '前往电子围栏审批' }).click()
  await press(rowOf(page, '鼠标围栏'), '审批')
  await isReady(page)
  expect(await axeProblems(page)).toEqual([])
  await press(dialogOf(page), '不通过')
  await dialogOf(page).getByText('请填写不通过的原因').waitFor()

  // Another checker is faster: the second one is notified.
  const other = await harness.signedIn('admin', { path: APPROVAL })
  await press(rowOf(other, '鼠标围栏'), '审批')
  await press(dialogOf(other), '通过')
  await other.getByText('已审批通过，即时生效').waitFor()
  await eventually(() => rowOf(other, '鼠标围栏').innerText()).toMatch(/已通过[^]*admin/)
  await press(dialogOf(page), '通过')
  await page.getByText('围栏审批失败：已被他人审批（鼠标围栏），请刷新列表。').waitFor()
  await press(dialogOf(page), '关闭')

  await maker.goto(`${harness.product.address}/${SETUP}`)
  await eventually(() => rowOf(maker, '鼠标围栏').innerText()).toMatch(/已通过[^]*是/)
  // A row deleted by another user cannot be switched.
  const second = await harness.signedIn('admin', { path: SETUP })
  await press(rowOf(second, '鼠标围栏'), '删除')
  await press(dialogOf(second), '删除')
  await rowOf(second, '鼠标围栏').waitFor({ state: 'detached' })
  await press(rowOf(maker, '鼠标围栏'), '停用')
  await maker.getByText('修改失败：没有找到该记录，请刷新列表。').waitFor()
}, 120_000)

test('[6-03] [7.2-14] [7.2-17] an administrator’s web console asks for what waits every 15 minutes, a dispatcher’s never', async () => {
  const asks = async (userName: string): Promise<{ page: Page; asked: string[] }> => {
    const asked: string[] = []
    const page = await harness.signedIn(userName, {
      path: SETUP,
      before: async (fresh) => {
        await fresh.clock.install()
        // The page counts the minutes from the answer.
        fresh.on('requestfinished', (request) => {
          const { pathname } = new URL(request.url())
          if (pathname.startsWith('/api/fenceApproval')) asked.push(pathname.slice('/api'.length))
        })
      },
    })
    await screenOf(page).getByRole('grid').getByRole('row').nth(1).waitFor()
    return { page, asked }
  }
  const { page, asked } = await asks('admin')
  await eventually(() => asked.toSorted()).toEqual(['/fenceApproval', '/fenceApproval/timer'])
  // Lets the page draw what was answered.
  for (let i = 0; i < 3; i += 1) await page.clock.runFor(1_000)
  // The page's clock also runs by itself: a minute less and a minute more, for a slow machine.
  await page.clock.runFor(837_000)
  expect(asked).toHaveLength(2)
  await page.clock.runFor(120_000)
  await eventually(() => asked.slice(2)).toEqual(['/fenceApproval'])

  const dispatcher = await asks('dispatcher1')
  await dispatcher.page.clock.runFor(901_000)
  expect(dispatcher.asked).toEqual([])
}, 120_000)

test('in English too: a fence that is moved shows the old border beside the new one, and many are decided at once', async () => {
  const maker = await harness.signedIn('dispatcher1', { path: SETUP, language: 'en-US' })
  const names = ['丹阳站围栏', '华阳站围栏']
  for (const name of names) {
    await press(rowOf(maker, name), 'Edit')
    await isReady(maker)
    const dialog = dialogOf(maker)
    await dialog.getByLabel('Radius (m)').first().fill('200')
    await press(dialog, 'Save')
    await dialog.waitFor({ state: 'detached' })
    // The old border counts until the new one is approved.
    await eventually(() => rowOf(maker, name).innerText()).toMatch(/Pending approval[^]*Yes[^]*Circle[^]*150/)
  }
  const page = await harness.signedIn('admin', { path: APPROVAL, language: 'en-US' })
  await press(rowOf(page, names[0] ?? ''), 'Review')
  await isReady(page)
  const dialog = dialogOf(page)
  await dialog.getByText('Old fence New fence · Moved 0.0 m · Area change +54,978 m²').waitFor()
  expect(await dialog.getByRole('row').filter({ hasText: 'Fence area' }).innerText()).toMatch(/radius 150 m[^]*radius 200 m/)
  expect(await axeProblems(page)).toEqual([])
  await press(dialog, 'Close')
  await press(page, 'Review selected')
  await page.getByText('Please select at least one row').waitFor()
  for (const name of names) await rowOf(page, name).getByRole('checkbox').check()
  await press(page, 'Review selected (2)')
  await dialog.getByText(names[1] ?? '').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await press(dialog, 'Approve (2)')
  await page.getByText('Approved and in force').waitFor()
  for (const name of names) await eventually(() => rowOf(page, name).innerText()).toMatch(/Approved[^]*admin/)
}, 90_000)

test('on a phone both screens and their dialogs fit, and have no violation of axe', async () => {
  const page = await harness.signedIn('admin', { path: SETUP, language: 'en-US', width: 390, height: 844 })
  await clickInRow(rowOf(page, '南徐站围栏'), 'Edit')
  await isReady(page)
  expect(await axeProblems(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await page.goto(`${harness.product.address}/${APPROVAL}`)
  await screenOf(page).getByRole('button', { name: 'View', exact: true }).first().click()
  await isReady(page)
  expect(await axeProblems(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
}, 90_000)
