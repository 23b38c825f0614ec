import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** Test support, not imported by production code. */
const TEST_PARTS = [
  /(^|\/)test-[^/]*\.tsx?$/,
  /^journeys\//,
  // Simulated days of trucks, for scenario tests and benchmarks.
  /^packages\/detection\/src\/scenarios\//,
  // Test doubles of platform and truck.
  /^apps\/fleet\/src\/(wire\/a-platform|scripted-truck)\.ts$/,
  // Crashes used by the journeys.
  /^bench\/(crash-points|late-crash|push-crash)\.ts$/,
]
/** Excluded: migrations are called by position in all.ts, .d.mts files declare the types of .mjs files. */
const CALLED_OTHERWISE = [/^packages\/database\/src\/migrations\/\d{4}-/, /\.d\.mts$/]
/** Kinds of findings: all except those about knip's configuration. */
const KINDS = ['files', 'exports', 'types', 'dependencies', 'unlisted', 'unresolved', 'binaries', 'duplicates']

/** All findings of knip as `{ kind, file, name }`. */
function findings(root, ...args) {
  const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js')
  const { stdout, stderr } = spawnSync(process.execPath, [knip, '-c', 'check/knip.config.mjs', '--reporter', 'json', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  if (!stdout.startsWith('{')) throw new Error(`knip did not answer: ${stderr}${stdout}`)
  return JSON.parse(stdout).issues.flatMap((issue) =>
    KINDS.flatMap((kind) => (issue[kind] ?? []).flat().map(({ name }) => ({ kind, file: issue.file, name }))),
  )
}

/** Plants an export used only by its test, an undeclared import and an unused export. */
function plantInPackage(root) {
  const folder = mkdtempSync(join(root, 'packages', 'domain', 'src', 'canary-'))
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
    const planted = folders.map((folder) => `${relative(root, folder).replaceAll('\\', '/')}/`)
    const isPlanted = ({ file }) => file === undefined || planted.some((place) => file.startsWith(place))
    const all = findings(root)
    const running = findings(root, '--production').filter(
      ({ kind, file }) => !(TEST_PARTS.some((part) => part.test(file)) || (kind.endsWith('dependencies') && file.startsWith('bench/'))),
    )
    const found = { all: all.filter(isPlanted).map(inWords), running: running.filter(isPlanted).map(inWords) }
    const unseen = [
      ...['types PlantedType', 'unlisted planted-package', 'files planted-part.ts'].filter((sought) => !found.all.includes(sought)),
      ...['exports plantedForItsTest', 'files planted-part.ts'].filter((sought) => !found.running.includes(sought)),
    ].map((sought) => `what was planted in ${planted.join(' and ')} was not found: ${sought}`)
    const wronglyFound = found.all.includes('files planted-action.ts') ? ['a file in an actions folder counts as dead'] : []
    const problems = [...all, ...running]
      // workspace-imports.mjs checks our own workspaces.
      .filter(({ kind, name }) => !(kind === 'dependencies' && name.startsWith('@tanker/')))
      .filter((finding) => !isPlanted(finding) && !CALLED_OTHERWISE.some((place) => place.test(finding.file)))
      .map(({ kind, file, name }) => (kind === 'files' ? `${file}: not imported by production code` : `${file}: ${kind}: ${name}`))
    return [...unseen, ...wronglyFound, ...new Set(problems)].toSorted()
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
}

/** A file by its last part, other things by their name. */
const inWords = ({ kind, name }) => `${kind} ${kind === 'files' ? basename(name) : name}`
