import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { RunningProduct } from './running-product.ts'
import { eventually } from './eventually.ts'

/** What the browser prefers; the web console speaks Chinese or English. */
export type BrowserLanguage = 'zh-CN' | 'en-US' | 'zh-TW' | 'fr-FR' | 'ja-JP'

export type OpenedPage = { readonly page: Page; readonly context: BrowserContext; readonly problems: string[] }

/** Opens a page as a person's browser would, in a language and width, and notes what the console of the browser complains about. */
export async function openPage(browser: Browser, language: BrowserLanguage, width = 1440, height = 900): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: language, timezoneId: 'Asia/Shanghai', viewport: { width, height } })
  // Speed is measured elsewhere: a machine with both processors busy may take many seconds to draw.
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  // The verification code exists only as a drawing: a person reads it off the canvas, so does the test.
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { drawn: string[] }
    seen.drawn = []
    const fillText = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text: string, ...rest: [number, number]) {
      if (this.canvas.classList.contains('code-canvas')) seen.drawn.push(text)
      return fillText.call(this, text, ...rest)
    }
  })
  return { page, context, problems }
}

/** The four characters drawn last. */
export const drawnCode = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn.slice(-4).join(''))

/** Signs in by the form, in either language. */
export async function signIn(page: Page, product: Pick<RunningProduct, 'address' | 'signIns'>, userName: string): Promise<void> {
  const password = product.signIns.get(userName)
  if (password === undefined) throw new Error(`the first start printed no sign-in for ${userName}`)
  await page.goto(`${product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  const fields = page.locator('form input')
  await fields.nth(0).fill(userName)
  await fields.nth(1).fill(password)
  await fields.nth(2).fill(await drawnCode(page))
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** The web console shows its counters, hears the feed, and has drawn its map if it has one. */
export const connected = (page: Page): Promise<void> =>
  eventually(() =>
    page.evaluate(() => ({
      counts: /\d/.test(document.querySelector('.badge b')?.textContent ?? ''),
      hears: document.querySelector('.header') !== null && document.querySelector('.off-line') === null,
      drawing: document.querySelector('.fleet-map[aria-busy=true]') !== null,
    })),
  ).toEqual({ counts: true, hears: true, drawing: false })
