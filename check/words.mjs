import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const GLOSSARY = 'docs/glossary.md'
/** Remaining uses of each word of the second column; may only decrease. */
const LEFT = 'check/words-left.json'
const TEXT = /\.(?:tsx?|mjs|css|md|html|sql)$/
const SECTION = /^## Words not used$([\s\S]*?)(?=^## |(?![\s\S]))/m
/** | use | `word`, `two words`: when | */
const ROW = /^\| *([^|]+?) *\| *([^|]+?) *\|$/gm

/** Lower-case words of a text; camelCase, kebab-case and SNAKE_CASE names are split. */
const wordsOf = (text) =>
  ` ${text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .join(' ')} `

/** Each word of the second column with its replacement: [word, use]. */
export function wordsNotUsed(glossary) {
  const section = SECTION.exec(glossary)?.[1] ?? ''
  return [...section.matchAll(ROW)].flatMap(([, use, not]) => [...not.matchAll(/`([^`]+)`/g)].map(([, word]) => [word, use]))
}

/** Uses of each word by file: { word: { file: count } }. `sources`: [file, text]. */
export function usesOf(words, sources) {
  const uses = Object.fromEntries(words.map(([word]) => [word, {}]))
  for (const [file, text] of sources) {
    const all = wordsOf(`${file} ${text}`)
    for (const [word] of words) {
      const count = all.split(` ${word}`).filter((rest, i) => i > 0 && rest.startsWith(' ')).length
      if (count > 0) uses[word][file] = count
    }
  }
  return uses
}

/** A line for each word used more often than `left` allows, and for each number that can be lowered. */
export function wordProblems(words, uses, left) {
  const problems = words.length === 0 ? [`${GLOSSARY}: the table "Words not used" is empty`] : []
  for (const [word, use] of words) {
    const files = Object.entries(uses[word]).sort(([, a], [, b]) => b - a)
    const count = files.reduce((sum, [, n]) => sum + n, 0)
    const allowed = left[word] ?? 0
    const where = files.slice(0, 5).map(([file, n]) => `${file} (${n})`)
    if (count > allowed) problems.push(`"${word}" is used ${count} times, at most ${allowed}: write ${use}. Most in ${where.join(', ')}`)
    else if (count < allowed) problems.push(`"${word}" is used ${count} times now: lower its number in ${LEFT}`)
  }
  for (const word of Object.keys(left))
    if (!words.some(([known]) => known === word)) problems.push(`${LEFT}: "${word}" is not in ${GLOSSARY}`)
  return problems
}

/** Files to check. Released migrations are excluded, since they never change. */
function tracked(root) {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        TEXT.test(file) &&
        file !== GLOSSARY &&
        !file.startsWith('check/words') &&
        !file.includes('/migrations/') &&
        existsSync(join(root, file)),
    )
}

/** Compares the uses of words that the glossary replaces, in code, comments, documents and texts, with the allowed numbers. */
export function words(root) {
  const list = wordsNotUsed(readFileSync(join(root, GLOSSARY), 'utf8'))
  const sources = tracked(root).map((file) => [file, readFileSync(join(root, file), 'utf8')])
  return wordProblems(list, usesOf(list, sources), JSON.parse(readFileSync(join(root, LEFT), 'utf8')))
}

/** Plants two replaced words, one of them inside a name. */
export function wordsCanary() {
  const list = wordsNotUsed('## Words not used\n\n| use | not |\n|---|---|\n| tell | `frobnicated` |\n| row action | `row deed` |\n')
  const uses = usesOf(list, [['a.ts', 'const theRowDeed = frobnicatedOnce']])
  const found = wordProblems(list, uses, { 'row deed': 0 })
  return found.length === 2 ? [] : [`two planted words should be found: ${found.join('; ')}`]
}

// node check/words.mjs --lower: lowers the numbers to the current counts.
if (process.argv[1] === import.meta.filename && process.argv.includes('--lower')) {
  const { writeFileSync } = await import('node:fs')
  const root = join(import.meta.dirname, '..')
  const list = wordsNotUsed(readFileSync(join(root, GLOSSARY), 'utf8'))
  const uses = usesOf(
    list,
    tracked(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const left = existsSync(join(root, LEFT)) ? JSON.parse(readFileSync(join(root, LEFT), 'utf8')) : {}
  const now = list.map(([word]) => {
    const count = Object.values(uses[word]).reduce((sum, n) => sum + n, 0)
    return [word, Math.min(count, left[word] ?? count)]
  })
  writeFileSync(join(root, LEFT), `${JSON.stringify(Object.fromEntries(now.filter(([, count]) => count > 0)), null, 2)}\n`)
}
