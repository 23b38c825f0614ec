import { SCREEN_GROUPS, SCREENS } from '@tanker/contract/screens'
import { isWholeRun } from '@tanker/database/test-run'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { setUpHarness } from './browser-harness.ts'
import { eventually } from './eventually.ts'
import { storeRareFixtures } from './rare-fixtures.ts'
import { replayHistory } from './history-replay.ts'

const harness = setUpHarness()
const GROUPS = [
  ['2.4-01', 'cargo_monitor/event_report/', 24],
  ['2.4-02', 'cargo_monitor/exception_report/', 11],
  ['2.4-03', 'cargo_monitor/data_analysis/', 9],
] as const
const LANGUAGES = (
  [
    ['en-US', 'en'],
    ['zh-CN', 'zh'],
  ] as const
).slice(0, isWholeRun ? 2 : 1)
const CLOSE = { zh: '关闭', en: 'Close' } as const
const INVENTORY = 'cargo_monitor/event_report/real_tank_inventory'
const TREND = 'cargo_monitor/event_report/level_trend'

/** One page for each language, signed in once, that goes from screen to screen as a person would. */
const pages = new Map<string, { readonly page: Page; readonly problems: string[] }>()
let plate = ''

beforeAll(async () => {
  await replayHistory(harness.product, { trucks: 5, days: 1, withinMs: 60_000 })
  const { rows } = await harness.product.database.pool.query<{ truck_id: number; plate: string }>(
    `SELECT truck_id, plate FROM record JOIN truck ON truck.id = truck_id WHERE kind = 'operation'
     GROUP BY truck_id, plate ORDER BY count(*) DESC LIMIT 1`,
  )
  const [busiest] = rows
  if (!busiest) throw new Error('no truck has loaded or unloaded')
  plate = busiest.plate
  await storeRareFixtures(harness.product, busiest.truck_id)
  for (const [locale, language] of LANGUAGES) {
    const problems: string[] = []
    const page = await harness.signedIn('admin', {
      language: locale,
      path: INVENTORY,
      // Rules check every element of a list: few rows suffice.
      height: 480,
      stays: true,
      before: async (fresh) => {
        fresh.on('console', (message) => message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`))
        fresh.on('pageerror', (error) => problems.push(String(error)))
      },
    })
    pages.set(language, { page, problems })
  }
}, 120_000)

/** By the menu, its section opened where it is closed. */
async function openFromMenu(page: Page, path: string, group: string, section: string): Promise<void> {
  const link = page.locator(`nav a[href="/${path}"]`)
  const heading = page.getByRole('region', { name: group }).getByRole('button', { name: section })
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click()
  await link.click()
  await page.waitForURL((url) => url.pathname === `/${path}`)
}

/** What a screen of its own shows when it has found something; every other one has rows in its table. */
const FOUND: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  [INVENTORY]: (page) => page.locator('.tank-card').first().waitFor(),
  [TREND]: async (page) => {
    await page
      .locator('.screen:visible')
      .getByRole('combobox', { name: /^(车牌号|Plate)$/ })
      .click()
    await page.keyboard.type(plate)
    await page.keyboard.press('Enter')
    await page.locator('.trend-events li').first().waitFor()
    await page.locator('.trend-graphs canvas').first().waitFor()
  },
}

/** Headings, labels and buttons whose words do not fit and that do not say them otherwise. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, label, button, dt, th, [role=columnheader], [role=columnheader] *)')]
      .filter((element) => {
        const hides = getComputedStyle(element).overflowX !== 'visible'
        return hides && element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && element.closest('[title]') === null
      })
      .map((element) => `clipped: ${element.innerText}`),
  )

for (const [id, folder, count] of GROUPS) {
  const screens = SCREENS.filter(({ path }) => path.startsWith(folder))
  const spoken = LANGUAGES.map(([, language]) => language).join(' and ')
  test(`[${id}] all screens of ${folder} open from the menu with rows, speak in full in ${spoken} and have nothing to complain of`, async () => {
    expect(screens).toHaveLength(count)
    const found: string[] = []
    await Promise.all(
      LANGUAGES.map(async ([, language]) => {
        const { page, problems } = pages.get(language) ?? { page: null, problems: [] }
        if (!page) throw new Error('no user is signed in')
        for (const { path, title, section } of screens) {
          const where = `${path} in ${language}`
          await openFromMenu(page, path, SCREEN_GROUPS.cargo[language], section?.[language] ?? '')
          await eventually(() => page.locator('main h1:visible').innerText()).toBe(title[language])
          const seen =
            FOUND[path] ??
            ((shown: Page) => shown.locator('.screen:visible [role=grid] [role=gridcell]:not([aria-colspan])').first().waitFor())
          await seen(page).catch(() => found.push(`${where}: nothing found`))
          found.push(...(await clipped(page)).map((one) => `${where}: ${one}`))
          // The rules look at roles, names and colours: the same in both languages.
          if (language === 'en' && isWholeRun)
            found.push(...(await axeProblems(page, '.screen:not([style*=none])')).map((one) => `${where}: ${one}`))
          found.push(...problems.splice(0).map((one) => `${where}: ${one}`))
          // The rules walk through what is kept behind the tabs, too.
          await page.getByRole('button', { name: `${CLOSE[language]} ${title[language]}`, exact: true }).click()
        }
      }),
    )
    expect(found).toEqual([])
  }, 180_000)
}

test('[2.2-04] [2.10-02] a handover that a delivery brought about is signed from its list', async () => {
  const page = await harness.signedIn('admin', { language: 'en-US', path: TREND })
  await page.locator('nav a[href="/handover"]').click()
  await page.locator('h1:visible', { hasText: 'Handovers' }).waitFor()
  await page.locator('.screen:visible').getByRole('button', { name: 'Sign', exact: true }).first().click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Dispute').check()
  await dialog.getByLabel('Signed by').fill('Li Mei')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Please enter what is disputed' }).waitFor()
  await dialog.getByLabel('Note').fill('60 L short')
  expect(await axeProblems(page, 'dialog[open]')).toEqual([])
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await page.locator('.screen:visible').getByRole('gridcell', { name: 'Li Mei' }).waitFor()
  await page.locator('.screen:visible').getByRole('gridcell', { name: '60 L short' }).waitFor()
})

test('[2.10-01] abnormal unsealing and level trend stand in the menu under these labels', async () => {
  const labels = SCREENS.map(({ title }) => title)
  expect(labels).toEqual(
    expect.arrayContaining([
      { zh: '异常解封', en: 'Abnormal unsealing' },
      { zh: '液位趋势', en: 'Level trend' },
    ]),
  )
  const page = pages.get('en')?.page
  if (!page) throw new Error('no user is signed in')
  await openFromMenu(page, TREND, 'Cargo monitor', 'Event reports')
  await eventually(() => page.locator('main h1:visible').innerText()).toBe('Level trend')
})

test('[3.9-03] the tanks are refreshed every 5, 10, 30 or 60 seconds, as the user chooses', async () => {
  const page = await harness.signedIn('admin', { language: 'en-US', path: INVENTORY, before: (fresh) => fresh.clock.install() })
  const refresh = page.getByLabel('Refresh')
  await page.locator('.tank-card').first().waitFor()
  expect(await refresh.locator('option').allInnerTexts()).toEqual(['5 s', '10 s', '30 s', '60 s'])
  let readings = 0
  page.on('requestfinished', (request) => request.url().includes('/cargo/tank-inventory') && readings++)
  // Sooner than the usual pace, which must bring nothing in between.
  await page.clock.pauseAt(Date.now() + 2_000)
  await refresh.selectOption('5')
  for (const expected of [1, 2, 3]) {
    await page.clock.runFor(4_900)
    expect(readings).toBe(expected - 1)
    await page.clock.runFor(100)
    await eventually(() => readings).toBe(expected)
  }
})
