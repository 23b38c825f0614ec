import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules for whole pages with moderate violations at most; `region` alone takes half of the time. */
const LESSER_RULES = ['region', 'landmark-unique', 'landmark-one-main', 'heading-order', 'page-has-heading-one', 'skip-link']
/** The rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function violationsOn(page: Page, within: string, options: RunOptions = {}): Promise<readonly Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    ({ part, chosen }) => {
      // What is still sliding in is half transparent; nothing may begin to slide between this and the look.
      for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      return (globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(part, {
        resultTypes: ['violations'],
        ...chosen,
      })
    },
    { part: within, chosen: options },
  )
  return violations
}

const written = (violations: readonly Result[]): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))

const WITHOUT_LESSER: RunOptions = { rules: Object.fromEntries(LESSER_RULES.map((rule) => [rule, { enabled: false }])) }

/**
 * What is wrong for a reader with a screen reader, a keyboard or weak eyes, by rule and element, on the page or in a part of it.
 * `lesser: false`: without the rules for whole pages, which a page of another width need not be asked again.
 */
export const axeProblems = async (page: Page, within = 'html', { lesser = true } = {}): Promise<string[]> =>
  written(await violationsOn(page, within, lesser ? {} : WITHOUT_LESSER))

/** Those of them that keep someone from working. `coloursOnly`: after no more than the theme has changed. */
export const graveAxeProblems = async (page: Page, { coloursOnly = false } = {}): Promise<string[]> => {
  const options: RunOptions = coloursOnly ? { runOnly: { type: 'rule', values: COLOUR_RULES } } : WITHOUT_LESSER
  return written((await violationsOn(page, 'html', options)).filter(({ impact }) => impact === 'critical' || impact === 'serious'))
}
