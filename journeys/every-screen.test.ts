import { SCREENS } from '@tanker/contract/screens'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { foreignWords, sidewaysPx } from './own-words.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
/** Lists are one page with other columns: of so many, one is turned. `npm run test:visual` looks at the words and widths of all. */
const ONE_LIST_OF = 4
const LISTS = SCREENS.filter(({ kind }) => kind === 'report').map(({ path }): string => path)
const isTurned = (where: string): boolean => !LISTS.includes(where) || LISTS.indexOf(where) % ONE_LIST_OF === 0
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

/** Until the screen stands there under its title with what it found, and the pop-ups lie over it. */
async function settled(page: Page, title: string): Promise<void> {
  await eventually(() => page.locator('main h1:visible').first().innerText()).toContain(title)
  await page.locator('.alarm-list li').nth(1).waitFor()
  await page.locator('main [aria-busy=true]:visible').first().waitFor({ state: 'detached' })
}

/** The button that leads to a language: that of the sign-in page, and that of the header. */
const switchTo = { 'zh-CN': /^中文$|Switch to Chinese/, 'en-US': /^English$|切换到英文/ } as const

test('[0-01] [8.3-36] every kind of screen of the web console, turned from Chinese to English and back, wide and narrow, speaks that language alone, has no violation of axe, scrolls not sideways and has nothing to complain of', async () => {
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
      await page.setViewportSize({ width, height: 800 })
      // The rules look at roles, names and colours: the same in both languages.
      if (language === 'en-US') {
        const violations = await axeProblems(page, 'html', { lesser: width === widths[0] })
        found.push(...violations.map((one) => `${where} at ${width}: ${one}`))
      }
      // What is drawn on a canvas follows the window a moment later.
      await eventually(() => sidewaysPx(page))
        .toBeLessThanOrEqual(0)
        .catch(() => found.push(`${where} in ${language} at ${width} scrolls sideways`))
    }
    await page.setViewportSize({ width: 1440, height: 800 })
    for (const words of await foreignWords(page, language === 'en-US' ? 'en' : 'zh')) found.push(`${where} says ${words}`)
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
  for (const { path, title } of SCREENS.filter((screen) => isTurned(screen.path))) {
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
