import type { Request } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const SITE = 'https://cards.example/sign-in'
// Before the harness starts the product.
process.env['CARD_SITE_URL'] = SITE
const harness = setUpHarness()
afterAll(() => void delete process.env['CARD_SITE_URL'])

test.each([
  { language: 'zh-CN', cards: '卡务管理', open: '打开' },
  { language: 'en-US', cards: 'Card management', open: 'Open' },
] as const)(
  '[2.8-02] [T12] the drivers’ screen opens the card site, which learns who comes and gets nothing of the session, in $language',
  async ({ language, cards, open }) => {
    const page = await harness.signedIn('admin', { language, path: 'setting/base_data/driver' })
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    const came: Request[] = []
    await page.context().route(`${new URL(SITE).origin}/**`, (route) => {
      came.push(route.request())
      return route.fulfill({ contentType: 'text/html', body: '<title>cards</title>' })
    })
    await page.getByRole('grid').waitFor()
    await page.getByRole('button', { name: cards, exact: true }).click()
    const button = page.locator('dialog[open]').getByRole('button', { name: open, exact: true })
    await eventually(() => button.isEnabled()).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    const [site] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    await site.waitForLoadState()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })

    expect(came.map((request) => [request.method(), request.url()])).toEqual([['POST', SITE]])
    const headers = (await came[0]?.allHeaders()) ?? {}
    expect(headers['cookie']).toBeUndefined()
    expect(headers['referer']).toBeUndefined()
    expect(await site.evaluate(() => opener)).toBe(null)
    const ticket = new URLSearchParams(came[0]?.postData() ?? '').get('ticket') ?? ''
    const redeem = async (): Promise<unknown> => {
      const response = await fetch(`${harness.product.address}/api/integration/card-tickets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${harness.product.integrationKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      })
      return response.json()
    }
    expect(await redeem()).toMatchObject({ resultCode: 200, data: { userName: 'admin', companyCode: expect.any(String) } })
    expect(await redeem()).toMatchObject({ resultCode: 400, data: null })
    expect(problems).toEqual([])
  },
)
