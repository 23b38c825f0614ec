import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const numbers = 'setting/base_data/phone_number'
const recharge = 'setting/base_data/message_recharge'
const record = 'setting/base_data/message_record'
const robots = 'setting/alarm_threshold/alarm_ding_talk'
const noticeLog = 'setting/alarm_threshold/notice_log'

const shown = (page: Page): Locator => page.locator('.screen:visible')
const rowOf = (page: Page, name: string): Locator => shown(page).getByRole('grid').getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')

test.each([
  {
    language: 'zh-CN',
    words: {
      add: '新增',
      save: '保存',
      name: '姓名',
      phone: '手机号',
      kind: '行车',
      recharge: '充值',
      messages: '充值条数',
      price: '单价（元）',
      waits: '未配置短信网关',
    },
  },
  {
    language: 'en-US',
    words: {
      add: 'Add',
      save: 'Save',
      name: 'Name',
      phone: 'Mobile number',
      kind: 'Driving',
      recharge: 'Recharge',
      messages: 'Messages',
      price: 'Unit price (¥)',
      waits: 'No SMS gateway is configured',
    },
  },
] as const)(
  'a number is registered, its account recharged, and the next alarm waits in the record and says why, in $language',
  async ({ language, words }) => {
    const page = await harness.signedIn('admin', { language, path: numbers })
    await shown(page).getByRole('grid').waitFor()
    await shown(page).getByRole('button', { name: words.add, exact: true }).click()
    const name = `Li ${language}`
    await dialogOf(page).getByLabel(words.name).fill(name)
    await dialogOf(page).getByLabel(words.phone).fill('12')
    await dialogOf(page).getByRole('button', { name: words.save, exact: true }).click()
    await dialogOf(page).getByRole('alert').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialogOf(page)
      .getByLabel(words.phone)
      .fill(language === 'zh-CN' ? '13900001001' : '13900001002')
    await dialogOf(page).getByLabel(words.kind, { exact: true }).check()
    await dialogOf(page).getByRole('button', { name: words.save, exact: true }).click()
    await rowOf(page, name).waitFor()
    expect(await rowOf(page, name).innerText()).toContain(words.kind)

    await page.goto(`${harness.product.address}/${recharge}`)
    const row = shown(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: words.recharge, exact: true }) })
    await row.first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await row.first().getByRole('button', { name: words.recharge, exact: true }).click()
    await dialogOf(page).getByLabel(words.messages).fill('200')
    await dialogOf(page).getByLabel(words.price).fill('0.05')
    await eventually(() => dialogOf(page).locator('output').innerText()).toBe('10.00')
    expect(await axeProblems(page)).toEqual([])
    await dialogOf(page).getByRole('button', { name: words.recharge, exact: true }).click()
    await page.locator('.toast-success').waitFor()
    await dialogOf(page).waitFor({ state: 'detached' })

    const tanker = tankersOf(CARRIER_1)[language === 'zh-CN' ? 0 : 1]
    if (!tanker) throw new Error('the world has too few tankers')
    const truck = await setOut(harness.product, tanker)
    await sendReadings(truck, new TruckStory(ROADSIDE, holding(tanker, 0)).drives(60, 120).endingAt())
    await truck.close()
    await page.goto(`${harness.product.address}/${record}`)
    await eventually(async () => {
      await shown(page).locator('.report-filters button[type=submit]').click()
      return rowOf(page, name).filter({ hasText: tanker.plate }).filter({ hasText: words.waits }).count()
    }).toBe(1)
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    await rowOf(page, name).first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  },
  60_000,
)

test.each([
  {
    language: 'zh-CN',
    words: {
      add: '新增',
      save: '保存',
      name: '名称',
      address: '设置地址',
      webhook: 'Webhook 地址',
      test: '测试',
      send: '发送',
      refused: '内部网络',
    },
  },
  {
    language: 'en-US',
    words: {
      add: 'Add',
      save: 'Save',
      name: 'Name',
      address: 'Address',
      webhook: 'Webhook address',
      test: 'Test',
      send: 'Send',
      refused: 'private network',
    },
  },
] as const)(
  'an alarm robot is added, an address inside the network refused, and a test that fails stands in the log, in $language',
  async ({ language, words }) => {
    const page = await harness.signedIn('admin', { language, path: robots })
    await shown(page).getByRole('grid').waitFor()
    await shown(page).getByRole('button', { name: words.add, exact: true }).click()
    const name = `Robot ${language}`
    await dialogOf(page).getByLabel(words.name).fill(name)
    expect(await axeProblems(page)).toEqual([])
    await dialogOf(page).getByRole('button', { name: words.save, exact: true }).click()
    await rowOf(page, name).waitFor()
    expect(await rowOf(page, name).getByRole('button', { name: words.test, exact: true }).count()).toBe(0)

    await rowOf(page, name).getByRole('button', { name: words.address, exact: true }).click()
    await dialogOf(page).getByLabel(words.webhook).fill('https://10.0.0.1/robot/send?access_token=abcdefgh12345678')
    expect(await axeProblems(page)).toEqual([])
    await dialogOf(page).getByRole('button', { name: words.save, exact: true }).click()
    await page.locator('.toast', { hasText: words.refused }).waitFor()
    // A name that no name server knows.
    await dialogOf(page).getByLabel(words.webhook).fill('https://robot.invalid/robot/send?access_token=abcdefgh12345678')
    await dialogOf(page).getByRole('button', { name: words.save, exact: true }).click()
    await rowOf(page, name).filter({ hasText: 'robot.invalid …5678' }).waitFor()

    await rowOf(page, name).getByRole('button', { name: words.test, exact: true }).click()
    await dialogOf(page).getByRole('button', { name: words.send, exact: true }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.goto(`${harness.product.address}/${noticeLog}`)
    await rowOf(page, name).filter({ hasText: 'robot.invalid …5678' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    await rowOf(page, name).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  },
  60_000,
)
