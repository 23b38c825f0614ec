import { SCREENS } from '@tanker/contract/screens'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
/** Lists are one page with other columns: of so many, one is asked for the rules for whole pages and narrow as well. */
const ONE_LIST_OF = 6
const LISTS = SCREENS.filter(({ kind }) => kind === 'report').map(({ path }): string => path)
const asksAll = (where: string): boolean => !LISTS.includes(where) || LISTS.indexOf(where) % ONE_LIST_OF === 0
/** And of so many, one for the rules of its parts. */
const ONE_LIST_WIDE_OF = 2
const asksAxe = (where: string): boolean => asksAll(where) || LISTS.indexOf(where) % ONE_LIST_WIDE_OF === 0
const languages = ['zh-CN', 'en-US'] as const
const widths = [1440, 390]

/** Rows for the reports, a pop-up on every screen, and a card with a tank. */
beforeAll(async () => {
  const [fast, opened] = tankersOf(CARRIER_1)
  if (!fast || !opened) throw new Error('the world has too few tankers')
  const one = await setOut(harness.product, fast)
  await sendReadings(one, new TruckStory(ROADSIDE, holding(fast, 4000)).drives(60, 120).endingAt())
  const other = await setOut(harness.product, opened)
  const aboard = holding(opened, 5000)
  const cover = { ...ROADSIDE, compartment: 1, type: 1, compartments: aboard }
  const now = Date.now()
  await sendReadings(other, new TruckStory(ROADSIDE, aboard).stands(120).endingAt(now - 20_000))
  await other.openCover({ ...cover, at: now - 15_000 })
  await other.openCover({ ...cover, at: now })
  await Promise.all([one.close(), other.close()])
})

const chinese = /[\u4e00-\u9fff]/
/** The web console's own words: headings, buttons, labels, columns, hints; not plates, names and places. */
const ownWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = [
      ...document.querySelectorAll<HTMLElement>(
        'h1, h2:not(.truck-card h2, .desk-head h2), h3, nav a, label, legend, th[scope=col], [role=columnheader], dt, form button, .fleet-status, .badge, .report-tools button, .header-title',
      ),
    ]
    const hints = [...document.querySelectorAll('[placeholder], button[aria-label], section[aria-label], nav[aria-label]')].flatMap(
      (element) => [element.getAttribute('placeholder'), element.getAttribute('aria-label')],
    )
    return [...seen.map((element) => element.innerText), ...hints, document.title].filter(
      (words): words is string => words !== null && words.trim() !== '',
    )
  })
/** Names of trucks in the words of a label. */
const plates = /[\u4e00-\u9fff][A-Z][A-Z\d]{5,6}/g
/** The switch to the other language speaks that language, and a user may have a Chinese name. */
const exceptions = (words: string): boolean =>
  /^(中 Switch to Chinese|EN 切换到英文|English|中文|User .+|用户 .+|EN|中)$/.test(words.trim())

/** Until the screen stands there under its title with what it found, and the pop-ups lie over it. */
async function settled(page: Page, title: string): Promise<void> {
  await eventually(() => page.locator('main h1:visible').first().innerText()).toContain(title)
  await page.locator('.alarm-list li').nth(1).waitFor()
  await page.locator('main [aria-busy=true]:visible').first().waitFor({ state: 'detached' })
}

const sidewaysPx = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** The button that leads to a language: that of the sign-in page, and that of the header. */
const switchTo = { 'zh-CN': /^中文$|Switch to Chinese/, 'en-US': /^English$|切换到英文/ } as const

test('[0-01] [8.3-36] every screen of the web console in Chinese and in English, wide and narrow, speaks that language alone, has no violation of axe, scrolls not sideways and has nothing to complain of', async () => {
  const problems: string[] = []
  const found: string[] = []
  const page = await harness.blank({
    language: 'zh-CN',
    before: async (fresh) => {
      fresh.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      fresh.on('pageerror', (error) => problems.push(String(error)))
    },
  })
  let language: (typeof languages)[number] = 'zh-CN'
  const look = async (where: string): Promise<void> => {
    for (const width of widths) {
      // English words are the longer ones.
      if (width !== widths[0] && language === 'zh-CN' && !asksAll(where)) continue
      await page.setViewportSize({ width, height: 800 })
      // The rules look at roles, names and colours: the same in both languages.
      if (language === 'en-US' && (width === widths[0] ? asksAxe(where) : asksAll(where))) {
        const violations = await axeProblems(page, 'html', { lesser: width === widths[0] && asksAll(where) })
        found.push(...violations.map((one) => `${where} at ${width}: ${one}`))
      }
      // What is drawn on a canvas follows the window a moment later.
      await eventually(() => sidewaysPx(page))
        .toBeLessThanOrEqual(0)
        .catch(() => found.push(`${where} in ${language} at ${width} scrolls sideways`))
    }
    await page.setViewportSize({ width: 1440, height: 800 })
    for (const all of await ownWords(page)) {
      const words = all.replaceAll(plates, '')
      if (!exceptions(words) && language === 'en-US' && chinese.test(words)) found.push(`${where} says ${words}`)
      if (!exceptions(words) && language === 'zh-CN' && /[a-z]{4}/i.test(words) && !chinese.test(words))
        found.push(`${where} says ${words}`)
    }
  }
  const speak = async (other: (typeof languages)[number]): Promise<void> => {
    await page.getByRole('button', { name: switchTo[other] }).click()
    language = other
  }
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  await look('login')
  await speak('en-US')
  await page.getByRole('button', { name: switchTo['zh-CN'] }).waitFor()
  await look('login')
  await harness.signInOn(page, 'admin')
  // Every second screen starts in English: each one is loaded in one language and turned to the other while it stands.
  for (const { path, title } of SCREENS) {
    await page.goto(`${harness.product.address}/${path}`)
    for (const turn of ['loaded', 'turned'] as const) {
      if (turn === 'turned') await speak(language === 'zh-CN' ? 'en-US' : 'zh-CN')
      const stood = settled(page, language === 'zh-CN' ? title.zh : title.en)
      await stood.then(
        () => look(path),
        (error: unknown) => found.push(`${path} ${turn} in ${language}: ${String(error).slice(0, 200)}`),
      )
    }
    found.push(...problems.splice(0).map((one) => `${path}: ${one}`))
  }
  for (const other of ['zh-CN', 'en-US'] as const) {
    if (other !== language) await speak(other)
    await page.getByRole('button', { name: other === 'zh-CN' ? '报警设置' : 'Alarm settings' }).click()
    await page.locator('.alarm-settings').waitFor()
    await page.locator('.alarm-list li').nth(1).waitFor()
    await look('alarm settings')
    await page.keyboard.press('Escape')
    await page.locator('.alarm-settings').waitFor({ state: 'detached' })
  }
  // As the message: a report of the tests names each one.
  expect(found, found.join('\n')).toEqual([])
  expect(problems, problems.join('\n')).toEqual([])
}, 1_200_000)
