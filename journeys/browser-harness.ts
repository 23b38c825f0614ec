import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type BrowserLanguage, openPage, signIn } from './opened-page.ts'
import { type RunningProduct, startProduct } from './running-product.ts'

type Opening = {
  readonly language?: BrowserLanguage
  /** Done to the page before anything is loaded. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Path to open after signing in; default: the first screen. */
  readonly path?: string
  readonly width?: number
  readonly height?: number
  /** Stays open until the end of the file. */
  readonly stays?: boolean
}

/** The product and the browser of one file of journeys, and the pages of one test. */
export type BrowserHarness = {
  readonly product: RunningProduct
  /** A page in a browser context of its own, as of another person; default language: Chinese. */
  blank(opening?: Opening): Promise<Page>
  /** Signs a user in on an open page. */
  signInOn(page: Page, userName: string): Promise<void>
  /** A page of a signed-in user. */
  signedIn(userName: string, opening?: Opening): Promise<Page>
}

/**
 * Sets the harness for the file that calls it: starts before its tests, closes each test's pages, stops after them. `settings` are
 * environment variables of the server.
 */
export function setUpHarness(settings: Readonly<Record<string, string>> = {}): BrowserHarness {
  let product: RunningProduct | undefined
  let browser: Browser | undefined
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    ;[product, browser] = await Promise.all([startProduct(settings), launchBrowser()])
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  const running = (): RunningProduct => {
    if (!product) throw new Error('the product does not run yet')
    return product
  }
  const blank = async ({ language = 'zh-CN', before, width = 1440, height = 900, stays = false }: Opening = {}): Promise<Page> => {
    if (!browser) throw new Error('the browser does not run yet')
    const { page, context } = await openPage(browser, language, width, height)
    if (!stays) contexts.push(context)
    await before?.(page)
    return page
  }
  return {
    get product() {
      return running()
    },
    blank,
    signInOn: (page, userName) => signIn(page, running(), userName),
    async signedIn(userName, opening = {}) {
      const page = await blank(opening)
      const home = `${running().address}/`
      // Straight to where the test takes place, past the first screen and its map.
      if (opening.path !== undefined)
        await page.route(home, (route) => route.fulfill({ status: 302, headers: { location: `/${opening.path}` } }))
      await signIn(page, running(), userName)
      return page
    },
  }
}
