import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is wrong for a reader with a screen reader, a keyboard or weak eyes, by rule and element, on the page or in a part of it. */
export async function axeProblems(page: Page, within = 'html'): Promise<string[]> {
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
  const results = await page.evaluate(
    (part) => (globalThis as unknown as { axe: { run(part: string): Promise<AxeResults> } }).axe.run(part),
    within,
  )
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
