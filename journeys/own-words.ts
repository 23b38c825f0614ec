import type { Page } from 'playwright-core'

const chinese = /[\u4e00-\u9fff]/
/** Names of trucks in the words of a label. */
const plates = /[\u4e00-\u9fff][A-Z][A-Z\d]{5,6}/g
/** The switch to the other language speaks that language, and a user may have a Chinese name. */
const isException = (words: string): boolean =>
  /^(中 Switch to Chinese|EN 切换到英文|English|中文|User .+|用户 .+|EN|中)$/.test(words.trim())

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

/** Own words of the page that are of the other language. */
export async function foreignWords(page: Page, language: 'zh' | 'en'): Promise<string[]> {
  const words = (await ownWords(page)).filter((all) => !isException(all.replaceAll(plates, ''))).map((all) => all.replaceAll(plates, ''))
  return words.filter((one) => (language === 'en' ? chinese.test(one) : /[a-z]{4}/i.test(one) && !chinese.test(one)))
}

/** By how much the page is wider than its window. */
export const sidewaysPx = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
