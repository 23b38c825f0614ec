import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sizes.mjs'

const LIST = 'docs/limits.md'
/** A bound: a top-level constant, a number or a product of numbers. */
const BOUND = /^(?:export )?const (MAX_[A-Z0-9_]+) = (.+?)(?: *\/\/.*)?$/gm
const PRODUCT = /^\d[\d_]*(?:\.\d+)?(?: \* \d[\d_]*(?:\.\d+)?)*$/
/** Names that say a bound, of whole numbers without a unit. */
const SAYS_BOUND =
  /^(?:export )?const ((?:max|most|shown)[A-Z]\w*|\w+(?:AtOnce|Shown|ATurn|AStatement|Queued|Max[A-Z]\w*)) = \d[\d_]*(?: \* \d[\d_]*)*(?![.\d])/gm
const UNIT = /(?:Ms|S|Mm|M|Km|Kmh|L|C|Deg|Px|Percent)$/
/** In detection and domain such a number is a rule. */
const OF_BOUNDS = /^(?:apps\/(?:server|web)|packages\/(?:contract|database|protocol|reports))\//
/** | `file` | `MAX_NAME` | 1_000 | why | what happens | */
const ROW = /^\| *`([^`]+)` *\| *`(MAX_[A-Z0-9_]+)` *\| *([^|]+?) *\| *([^|]*?) *\| *([^|]*?) *\|/gm

const valueOf = (text) =>
  text
    .replaceAll('_', '')
    .split('*')
    .map(Number)
    .reduce((product, factor) => product * factor, 1)
const isProduction = (file) => /^(apps\/server|apps\/web|packages\/[^/]+)\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test-/.test(file)

/** Bounds in a source text; `number` is NaN if the value is not written as a number. */
export const boundsOf = (text) =>
  [...text.matchAll(BOUND)].map(([, name, value]) => ({ name, value, number: PRODUCT.test(value) ? valueOf(value) : Number.NaN }))

/** Numbers whose names say a bound, but which are no `MAX_…`, and so in no list. */
export const hiddenBoundsOf = (text) => [...text.matchAll(SAYS_BOUND)].map(([, name]) => name).filter((name) => !UNIT.test(name))

/** Differences between the bounds of the product and their list, a line each. `sources`: text by file. */
export function limitProblems(sources, list) {
  const problems = []
  const rows = new Map()
  for (const [, file, name, value, why, what] of list.matchAll(ROW)) {
    const key = `${file} ${name}`
    if (rows.has(key)) problems.push(`${LIST}: ${name} of ${file} is listed twice`)
    if (why === '' || what === '') problems.push(`${LIST}: ${name} of ${file} needs a reason and what happens at it`)
    rows.set(key, value)
  }
  for (const [file, text] of sources) {
    if (OF_BOUNDS.test(file))
      for (const name of hiddenBoundsOf(text)) problems.push(`${file}: ${name} bounds something: write it as MAX_… and list it in ${LIST}`)
    for (const { name, value, number } of boundsOf(text)) {
      const key = `${file} ${name}`
      const listed = rows.get(key)
      rows.delete(key)
      if (Number.isNaN(number)) problems.push(`${file}: ${name} = ${value}: write the bound as a number or a product of numbers`)
      else if (listed === undefined)
        problems.push(
          `${file}: ${name} is not in ${LIST}. Add: | \`${file}\` | \`${name}\` | ${value} | why this number | what happens at it |`,
        )
      else if (!PRODUCT.test(listed) || valueOf(listed) !== number)
        problems.push(`${LIST}: ${name} of ${file} is ${value} there, but listed as ${listed}`)
    }
  }
  for (const key of rows.keys()) problems.push(`${LIST}: ${key.replace(' ', ' has no ')}; remove the row`)
  return problems
}

/** Compares the bounds of the product with docs/limits.md in both directions. */
export function limits(root) {
  const files = sourceFiles(root).filter(isProduction)
  if (!existsSync(join(root, LIST))) return [`${LIST} is missing`]
  const sources = files.map((file) => [file, readFileSync(join(root, file), 'utf8')])
  return limitProblems(sources, readFileSync(join(root, LIST), 'utf8'))
}

/** Plants a bound that is not listed, one with another number, a row without a bound, and a bound that is no number. */
export function limitsCanary() {
  const hidden = hiddenBoundsOf('const rowsAtOnce = 5\nexport const mostShown = 2 * 10\nconst maxWaitMs = 5\nconst mostLeftOut = 0.25\n')
  if (hidden.join() !== 'rowsAtOnce,mostShown') return [`two planted names should be found: ${hidden.join()}`]
  const sources = [['packages/planted/src/planted.ts', 'const MAX_NEW = 2 * 1_024\nexport const MAX_OTHER = 6\nconst MAX_VAGUE = most()\n']]
  const list =
    '| `packages/planted/src/planted.ts` | `MAX_OTHER` | 5 | a reason | an end |\n| `packages/planted/src/planted.ts` | `MAX_GONE` | 1 | a reason | an end |\n'
  const found = limitProblems(sources, list).join('\n')
  return [
    '`MAX_NEW` | 2 * 1_024 |',
    'MAX_OTHER of packages/planted/src/planted.ts is 6 there, but listed as 5',
    'has no MAX_GONE',
    'MAX_VAGUE = most()',
  ]
    .filter((line) => !found.includes(line))
    .map((line) => `a planted difference was not found: ${line}`)
}
