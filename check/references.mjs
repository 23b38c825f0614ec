import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = 'docs/references.md'
const THREATS = 'docs/reliability.md'
/** `- 2.4 Title (3) · 2.5 Title`: a section or rule, with the number of its requirements. */
const LISTED = /(?:^- |· *\n? *)((?:[A-F]\.)?\d+(?:\.\d+)*) [^·\n]*?(?:\((\d+)\))?(?= *(?:·|$))/gm
const SECTION = String.raw`\d{1,2}(?:\.\d{1,2})?(?!\d)`
const SPEC = new RegExp(String.raw`\b[Ss]pec(?: section)? (${SECTION}(?:(?:, | and )${SECTION})*)`, 'g')
const RULE = /(?<![\w.])([A-F]\.\d+(?:\.\d+)*)(?![\w.]*\w)/g
const DECISION = /\b[Dd]ecision (\d+)/g
/** Ids at the beginning of a test's title: `[2.4-03][F24] T08 …` */
const TITLE = /['"`]((?:\[[A-Za-z0-9][A-Za-z0-9 .-]*\] ?)+(?:[TF]\d{2}\b)?|[TF]\d{2}(?= |: ))/g

/** What is listed: sections and rules with the number of their requirements, and ids of findings: N stands for a number, X for a letter. */
export function listedIn(page) {
  const [before, findings = ''] = page.split('\n## Findings')
  const sections = new Map([...before.matchAll(LISTED)].map(([, id, count]) => [id, Number(count ?? 0)]))
  const ids = [...findings.matchAll(/`([^`]+)`/g)].map(([, id]) => id)
  return {
    sections,
    finding: new RegExp(`^(?:${ids.map((id) => id.replaceAll('.', '\\.').replace(/N$/, '\\d+').replace(/X$/, '[A-Z]')).join('|')})$`),
  }
}

const joined = (text) => text.replace(/\s*\n\s*(?:\* |\/\/ )?/g, ' ')

/** References in a text that are not listed, each once. `threats`: ids of threats and faults; `decisions`: their numbers. */
export function unknownReferences(text, isTest, { sections, finding }, threats, decisions) {
  const prose = joined(text)
  const isKnown = (id) => {
    const [, section, number] = /^(\d+(?:\.\d+)?)-(\d{2})$/.exec(id) ?? []
    if (section !== undefined) return Number(number) >= 1 && Number(number) <= (sections.get(section) ?? 0)
    const decision = /^decision (\d+)$/.exec(id)?.[1]
    if (decision !== undefined) return decisions.has(Number(decision))
    return sections.has(id.replace(/^domain (?:rule )?/, '')) || threats.has(id) || finding.test(id)
  }
  const specs = [...prose.matchAll(SPEC)].flatMap(([, list]) => list.split(/, | and /).map((id) => [`spec ${id}`, sections.has(id)]))
  const rules = [...prose.matchAll(RULE)].map(([, id]) => [id, sections.has(id)])
  const decided = [...prose.matchAll(DECISION)].map(([, number]) => [`decision ${number}`, decisions.has(Number(number))])
  const titled = isTest
    ? [...text.matchAll(TITLE)]
        .flatMap(([, ids]) => ids.match(/[^[\]]+/g) ?? [])
        .map((id) => id.trim())
        // Lower case alone is an attribute in a selector.
        .filter((id) => /[\dA-Z]/.test(id))
    : []
  const unknown = [...specs, ...rules, ...decided].filter(([, known]) => !known).map(([what]) => what)
  return [...new Set([...unknown, ...titled.filter((id) => !isKnown(id)).map((id) => `[${id}]`)])]
}

/** References in code, tests and documents that docs/references.md does not list. Released migrations never change. */
export function references(root) {
  const listed = listedIn(readFileSync(join(root, LIST), 'utf8'))
  const threats = new Set([...readFileSync(join(root, THREATS), 'utf8').matchAll(/^\| ([TF]\d\d) \|/gm)].map(([, id]) => id))
  const decisions = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => Number.parseInt(name, 10)))
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file) && !/\/migrations\/|^check\/references/.test(file) && existsSync(join(root, file)))
    .flatMap((file) =>
      unknownReferences(readFileSync(join(root, file), 'utf8'), /\.test\.tsx?$/.test(file), listed, threats, decisions).map(
        (what) => `${file}: ${what} is not listed in ${LIST}: correct the reference, or list it there`,
      ),
    )
}

/** Plants an unknown reference of each kind beside known ones. */
export function referencesCanary() {
  const listed = listedIn(
    '- 2 Screens · 2.4 Monitor (3) ·\n  2.5 More (1)\n- D.6 Unsealing\n\n## Findings\n| `truth 4.6` | a |\n| `fault-N`, `HN` | b |\n',
  )
  const known = '/** Spec 2.4 and 2.5, domain rule D.6, decision 3. */ test("[2.4-03] [truth 4.6][fault-2] T08 a")\ntest("[H12] b")'
  const unknown = '/** Spec 2.4,\n * 2.9, domain rule D.61, decision 4. */ test("[2.4-04] [truth 4.7] a")\ntest("T99 b")\ntest("[HN] c")\n'
  const of = (text) => unknownReferences(text, true, listed, new Set(['T08']), new Set([3]))
  const found = of(unknown).join(', ')
  const expected = 'spec 2.9, D.61, decision 4, [2.4-04], [truth 4.7], [T99], [HN]'
  return [
    ...(found === expected ? [] : [`planted references: expected ${expected}; found ${found}`]),
    ...of(known).map((what) => `a known reference was reported: ${what}`),
  ]
}
