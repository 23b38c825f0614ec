import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, Result } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violationsOn(page: Page, within: string): Promise<readonly Result[]> {
  // What is still sliding in is half transparent.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    (part) =>
      (globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }).axe.run(part, {
        resultTypes: ['violations'],
      }),
    within,
  )
  return violations
}

const written = (violations: readonly Result[]): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))

/** What is wrong for a reader with a screen reader, a keyboard or weak eyes, by rule and element, on the page or in a part of it. */
export const axeProblems = async (page: Page, within = 'html'): Promise<string[]> => written(await violationsOn(page, within))

/** Those of them that keep someone from working. */
export const graveAxeProblems = async (page: Page): Promise<string[]> =>
  written((await violationsOn(page, 'html')).filter(({ impact }) => impact === 'critical' || impact === 'serious'))
