import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { sourceFiles } from './sizes.mjs'

/** Test support, not imported by production code. */
const TEST_PARTS = [
  /(^|\/)test-[^/]*\.tsx?$/,
  /^journeys\//,
  // Simulated days of trucks, for scenario tests and benchmarks.
  /^packages\/detection\/src\/scenarios\//,
  // Test doubles of platform and truck.
  /^apps\/fleet\/src\/(wire\/a-platform|scripted-truck)\.ts$/,
  // Its parts are called by benchmarks, which the run with tests knows.
  /^bench\//,
]
/** Excluded: migrations are called by position in all.ts, .d.mts files declare the types of .mjs files. */
const CALLED_OTHERWISE = [/^packages\/database\/src\/migrations\/\d{4}-/, /\.d\.mts$/]
const CONFIG = 'check/knip.config.mjs'
/** Kinds of findings. */
const KINDS = ['files', 'exports', 'types', 'dependencies', 'unlisted', 'unresolved', 'binaries', 'duplicates']

/** Knip's answer, and what it says about its configuration. */
function askKnip(root, config, ...args) {
  const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js')
  const reporters = ['--reporter', 'json', '--reporter', './check/knip-hints.mjs']
  const { stdout, stderr } = spawnSync(process.execPath, [knip, '-c', config, ...reporters, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  const hints = /^\[.*\]$/m.exec(stderr)?.[0]
  if (!stdout.startsWith('{') || hints === undefined) throw new Error(`knip did not answer: ${stderr}${stdout}`)
  return { answer: JSON.parse(stdout), hints: JSON.parse(hints) }
}

/** A line for each entry of knip's configuration that matches nothing, or changes nothing. */
const staleEntries = (hints) =>
  hints.map(({ type, identifier, workspaceName }) => `check/knip.config.mjs: ${workspaceName ?? '.'}: ${identifier} (${type}): remove it`)

/** A line for each pattern of a list above that is of no file. */
const stalePlaces = (files, lists) =>
  Object.entries(lists).flatMap(([name, list]) =>
    list
      .filter((place) => !files.some((file) => place.test(file)))
      .map((place) => `check/dead-code.mjs: ${name}: ${place} matches no file: remove it`),
  )

/** Plants entries that match nothing. */
export function staleConfigurationCanary(root) {
  const folder = mkdtempSync(join(root, 'check', 'canary-'))
  try {
    const config = relative(root, join(folder, 'knip.config.mjs'))
    const planted = "workspaces: { 'packages/domain': { entry: ['src/planted.ts'], ignoreDependencies: ['planted'] } }"
    writeFileSync(join(root, config), `export default { ${planted} }\n`)
    const found = staleEntries(askKnip(root, config, '--workspace', 'packages/domain').hints).join('\n')
    if (stalePlaces(['a.ts'], { PLANTED: [/b\.ts$/, /a\.ts$/] }).length !== 1) return ['the planted pattern was not found']
    return ['[src/planted.ts] (entry-empty)', 'planted (ignoreDependencies)']
      .filter((sought) => !found.includes(sought))
      .map((sought) => `the planted entry was not found: ${sought}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All findings of knip as `{ kind, file, name }`. */
const findingsIn = (answer) =>
  answer.issues.flatMap((issue) =>
    KINDS.flatMap((kind) => (issue[kind] ?? []).flat().map(({ name }) => ({ kind, file: issue.file, name }))),
  )

/** Plants an export that its test alone uses, one that test support elsewhere alone uses, an undeclared import and an unused export. */
function plantInPackage(root) {
  const folder = mkdtempSync(join(root, 'packages', 'domain', 'src', 'canary-'))
  writeFileSync(join(folder, 'planted-elsewhere.ts'), 'export const plantedForTestSupport = 1\n')
  writeFileSync(
    join(folder, 'planted.ts'),
    "export const plantedForItsTest = 1\nexport type PlantedType = string\nexport { default as planted } from 'planted-package'\n",
  )
  writeFileSync(
    join(folder, 'planted.test.ts'),
    "import { expect, test } from 'vitest'\nimport { plantedForItsTest } from './planted.ts'\ntest('it is alive in its test alone', () => expect(plantedForItsTest).toBe(1))\n",
  )
  return folder
}

/** Plants test support of another package that uses the export planted for it. */
function plantTestSupport(root, used) {
  const folder = mkdtempSync(join(root, 'packages', 'detection', 'src', 'canary-'))
  const text = `export { plantedForTestSupport } from '@tanker/domain/${basename(used)}/planted-elsewhere'\n`
  writeFileSync(join(folder, 'test-planted.ts'), text)
  return folder
}

/** Plants an action's file, found by its place, which must not count as dead, and a part of the feature that nothing imports. */
function plantAction(root) {
  const folder = mkdtempSync(join(root, 'apps', 'web', 'src', 'features', 'canary-'))
  mkdirSync(join(folder, 'actions'))
  writeFileSync(
    join(folder, 'actions', 'planted-action.ts'),
    "import { runs } from '../../../report/actions.ts'\nexport default runs(() => undefined)\n",
  )
  writeFileSync(join(folder, 'planted-part.ts'), 'export const planted = 1\n')
  return folder
}

/**
 * Unused code, unused dependencies and undeclared imports, a line each. Runs knip twice: with tests, and without them, where exports
 * used only by tests count as dead. Planted ones must be found.
 */
export function deadCode(root) {
  const folders = []
  try {
    folders.push(plantInPackage(root), plantAction(root))
    folders.push(plantTestSupport(root, folders[0]))
    const planted = folders.map((folder) => `${relative(root, folder).replaceAll('\\', '/')}/`)
    const isPlanted = ({ file }) => file === undefined || planted.some((place) => file.startsWith(place))
    const whole = askKnip(root, CONFIG)
    const all = findingsIn(whole.answer)
    const running = findingsIn(askKnip(root, CONFIG, '--production').answer).filter(
      ({ file }) => !TEST_PARTS.some((part) => part.test(file)),
    )
    const found = { all: all.filter(isPlanted).map(inWords), running: running.filter(isPlanted).map(inWords) }
    const unseen = [
      ...['types PlantedType', 'unlisted planted-package', 'files planted-part.ts'].filter((sought) => !found.all.includes(sought)),
      ...['exports plantedForItsTest', 'exports plantedForTestSupport', 'files planted-part.ts'].filter(
        (sought) => !found.running.includes(sought),
      ),
    ].map((sought) => `what was planted in ${planted.join(' and ')} was not found: ${sought}`)
    const wronglyFound = found.all.includes('files planted-action.ts') ? ['a file in an actions folder counts as dead'] : []
    const problems = [...all, ...running]
      // workspace-imports.mjs checks our own workspaces.
      .filter(({ kind, name }) => !(kind === 'dependencies' && name.startsWith('@tanker/')))
      .filter((finding) => !isPlanted(finding) && !CALLED_OTHERWISE.some((place) => place.test(finding.file)))
      .map(({ kind, file, name }) => (kind === 'files' ? `${file}: not imported by production code` : `${file}: ${kind}: ${name}`))
    return [
      ...unseen,
      ...wronglyFound,
      ...staleEntries(whole.hints),
      ...stalePlaces(sourceFiles(root), { TEST_PARTS, CALLED_OTHERWISE }),
      ...new Set(problems),
    ].toSorted()
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
}

/** A file by its last part, other things by their name. */
const inWords = ({ kind, name }) => `${kind} ${kind === 'files' ? basename(name) : name}`
