import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A name of several words that begins with a capital: `FragmentStore`. */
const DECLARED = /\b(?:const|function|class|type|interface)\s+([A-Z][a-z0-9]+[A-Z]\w*)/g
const NAME = /(?<![\w./$-])([A-Z][a-z0-9]+[A-Z]\w*)(?![\w(])/g
const COMMENT = /(?:^\s*\/?\*+|(?:^|\s)\/\/ )(.*)$/
/** Texts for users in code. */
const TEXT = /\b(?:en|summary): (['"`])(.*?)\1/g
const QUOTED = /`[^`]*`|\{@link [^}]*\}|@throws .*/g

const textsOf = (line) => [...line.matchAll(TEXT)].map((match) => match[2])
const commentOf = (line) => COMMENT.exec(line)?.[1] ?? ''
const proseOf = (file, line) => (/\.(md|html)$/.test(file) ? [line] : [commentOf(line), ...textsOf(line)])

/** Names of code that stand in prose as if they were words, a line each. `sources`: [file, text]. */
export function typeNameProblems(sources) {
  const declared = new Set()
  for (const [file, text] of sources) if (!/\.(md|html)$/.test(file)) for (const [, name] of text.matchAll(DECLARED)) declared.add(name)
  return sources.flatMap(([file, text]) => {
    const lines = (file.endsWith('.md') ? text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/.*/g, '')) : text).split('\n')
    return lines.flatMap((line, index) =>
      proseOf(file, line)
        .flatMap((prose) => [...prose.replace(QUOTED, '').matchAll(NAME)])
        .filter(([, name]) => declared.has(name))
        .map(([, name]) => `${file}:${index + 1}: "${name}" is a name of the code: write the word, or quote it with backticks`),
    )
  })
}

/** Names of code in comments, documents, manuals and texts for users. Released migrations are excluded, since they never change. */
export function typeNames(root) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        /\.(tsx?|mjs|md|html|css)$/.test(file) &&
        file !== 'check/type-names.mjs' &&
        !file.includes('/migrations/') &&
        existsSync(join(root, file)),
    )
  return typeNameProblems(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** Plants a name in a comment, a text and a document, beside uses that are allowed. */
export function typeNamesCanary() {
  const code = [
    'export type PlantedName = { readonly a: PlantedName }',
    '/** PlantedName are checked. */',
    "const title = { zh: '角色', en: 'PlantedName of the user' }",
    '/** As `PlantedName` has it. @throws PlantedName */',
    "const title = 'a PlantedName'",
  ]
  const found = typeNameProblems([
    ['planted.ts', code.join('\n')],
    ['planted.md', 'The PlantedName, as `PlantedName` and GitHub.\n```ts\nPlantedName\n```'],
  ])
  return found.length === 3 ? [] : [`three planted names should be found: ${found.join('; ')}`]
}
