import { SCREENS } from '@tanker/contract/screens'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { setUpHarness } from './browser-harness.ts'

// Besides those of the role, one account by its name (spec 6).
process.env['WATER_TRUCK_USER'] = 'dispatcher2'

const harness = setUpHarness()
const MANUALS = [
  ['console', 'zh'],
  ['console', 'en'],
  ['water-truck', 'zh'],
  ['water-truck', 'en'],
] as const
const WIDTHS = [1440, 390]
const WIDEST_PX = 1280
const LARGEST_BYTES = 120_000

const addressOf = (manual: string, language: string): string => `${harness.product.address}/manual/${manual}/${language}.html`

/** What a manual points at: other files, and places within itself. */
const pointedAt = (page: Page): Promise<{ files: string[]; missingPlaces: string[] }> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>('[href]')].map(({ href }) => new URL(href))
    const here = links.filter(({ pathname, hash }) => pathname === location.pathname && hash !== '')
    return {
      files: [...links.map(({ origin, pathname }) => origin + pathname), ...[...document.images].map(({ src }) => src)],
      missingPlaces: here.map(({ hash }) => hash.slice(1)).filter((id) => document.getElementById(id) === null),
    }
  })

/** Pictures that are not as large as the page makes room for, or too large to be fetched by a phone, or say nothing to who cannot see. */
const wrongPictures = (page: Page): Promise<string[]> =>
  page.evaluate(async (widest) => {
    const pictures = [...document.images]
    await Promise.all(pictures.map((picture) => picture.decode()))
    return pictures
      .filter(
        (picture) =>
          picture.alt.trim() === '' ||
          picture.naturalWidth > widest ||
          picture.getAttribute('width') !== String(picture.naturalWidth) ||
          picture.getAttribute('height') !== String(picture.naturalHeight),
      )
      .map(({ src, naturalWidth, naturalHeight }) => `${src} ${naturalWidth} × ${naturalHeight}`)
  }, WIDEST_PX)

test.each(MANUALS)(
  'the %s manual in %s opens, points at nothing that is missing, reads well on a wide and a narrow screen, and speaks one language',
  async (manual, language) => {
    const problems: string[] = []
    const page = await harness.blank({
      before: async (fresh) => {
        fresh.on('console', (message) => message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`))
        fresh.on('pageerror', (error) => problems.push(String(error)))
      },
    })
    const answer = await page.goto(addressOf(manual, language))
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['content-type']).toContain('text/html')
    expect(await page.locator('html').getAttribute('lang')).toBe(language === 'zh' ? 'zh-CN' : 'en')

    const { files, missingPlaces } = await pointedAt(page)
    expect(missingPlaces).toEqual([])
    expect(files.length).toBeGreaterThan(4)
    for (const file of new Set(files)) {
      const found = await fetch(file)
      expect([file, found.status]).toEqual([file, 200])
      if (file.endsWith('.webp')) expect((await found.arrayBuffer()).byteLength).toBeLessThan(LARGEST_BYTES)
    }
    expect(await wrongPictures(page)).toEqual([])

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect((await axeProblems(page)).map((one) => `at ${width}: ${one}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    const paragraphs = await page.locator('main :is(h2, h3, p, li, dd, figcaption, caption)').allInnerTexts()
    expect(paragraphs.filter((words) => /[\u4e00-\u9fff]/.test(words) !== (language === 'zh'))).toEqual([])
    expect(problems).toEqual([])
  },
  60_000,
)

test.each(['zh', 'en'] as const)('the console manual in %s says of every screen what it answers', async (language) => {
  const page = await harness.blank()
  await page.goto(addressOf('console', language))
  const terms = await page.locator('.terms dt').allInnerTexts()
  expect(SCREENS.map(({ title }) => title[language]).filter((title) => !terms.includes(title))).toEqual([])
})

test('[1-09] the header offers the operation manual to all users, and the water-truck manual to its two accounts', async () => {
  const opened = async (userName: string, language: 'zh-CN' | 'en-US'): Promise<Page> => {
    const page = await harness.signedIn(userName, { path: 'dashboard', language })
    await page.getByRole('button', { name: language === 'zh-CN' ? '下载' : 'Downloads' }).click()
    const manual = page.context().waitForEvent('page')
    await page.locator('.popover:popover-open a').click()
    const tab = await manual
    await tab.locator('main h2').first().waitFor()
    return tab
  }
  const tabs = [await opened('admin', 'zh-CN'), await opened('customer', 'en-US')]
  const water = [await opened('watertruck', 'zh-CN'), await opened('dispatcher2', 'en-US')]
  expect([...tabs, ...water].map((tab) => new URL(tab.url()).pathname)).toEqual([
    '/manual/console/zh.html',
    '/manual/console/en.html',
    '/manual/water-truck/zh.html',
    '/manual/water-truck/en.html',
  ])
  expect(await water[0]?.locator('h1').innerText()).toBe('洒水车操作手册')
}, 90_000)
