import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 'docs/reliability.md'
const THREATS = 38
const FAULTS = 40
/** `path`: *words of the test's title* */
const NAMED_TEST = /`([^`\s]+\.test\.tsx?)`(?:: \*([^*]+)\*)?/g

const idsOf = (letter, count) => Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`)

/**
 * Problems of the page of threats and faults, a line each: ids without a row or with two, empty cells, tests that do not exist.
 * `read` returns the text of a file, or null if it does not exist.
 */
export function reliabilityProblems(page, read) {
  const rows = page
    .split('\n')
    .filter((line) => /^\| [TF]\d\d \|/.test(line))
    .map((line) => line.split('|').slice(1, -1))
  const problems = rows.flatMap(([id, ...cells]) =>
    cells.length === 4 && cells.every((cell) => cell.trim() !== '')
      ? []
      : [`${PAGE}: the row of ${id.trim()} needs five cells, none empty`],
  )
  for (const id of [...idsOf('T', THREATS), ...idsOf('F', FAULTS)]) {
    const count = rows.filter(([own]) => own.trim() === id).length
    if (count !== 1) problems.push(`${PAGE}: ${id} has ${count} rows, and must have one`)
  }
  for (const [, path, title] of page.matchAll(NAMED_TEST)) {
    const text = read(path)
    if (text === null) problems.push(`${PAGE}: ${path} does not exist`)
    else if (title === undefined) problems.push(`${PAGE}: say which test of ${path} it is`)
    else if (!text.includes(title)) problems.push(`${PAGE}: ${path} has no test "${title}"`)
  }
  return problems
}

export const reliability = (root) =>
  reliabilityProblems(readFileSync(join(root, PAGE), 'utf8'), (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null,
  )

/** Plants each kind of problem. */
export function reliabilityCanary() {
  const page = '| T01 | a | b | `there.test.ts`: *gone* | d |\n| T01 | a | b | `missing.test.ts`: *x* | d |\n| T02 | a |  | — | d |'
  const problems = reliabilityProblems(page, (path) => (path === 'there.test.ts' ? 'another title' : null)).join('\n')
  return ['T01 has 2 rows', 'F40 has 0 rows', 'no test "gone"', 'missing.test.ts does not exist', 'T02 needs five cells']
    .filter((what) => !problems.includes(what))
    .map((what) => `a planted problem was not found: ${what}`)
}
