import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

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
function plant(root) {
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

/**
 * Unused code, unused dependencies and undeclared imports, a line each. Runs knip twice: with tests, and without them, where exports
 * used only by tests count as dead. Planted ones must be found.
 */
export function deadCode(root) {
  const folder = plant(root)
  try {
    const isPlanted = ({ file }) => file === undefined || basename(dirname(file)) === basename(folder)
    const all = findings(root)
    const running = findings(root, '--production').filter(
      ({ kind, file }) => !(TEST_PARTS.some((part) => part.test(file)) || (kind.endsWith('dependencies') && file.startsWith('bench/'))),
    )
    const unseen = [
      ...['types PlantedType', 'unlisted planted-package'].filter((sought) => !seen(all.filter(isPlanted), sought)),
      ...['exports plantedForItsTest'].filter((sought) => !seen(running.filter(isPlanted), sought)),
    ].map((sought) => `the planted ${relative(root, folder)} was not found: ${sought}`)
    const problems = [...all, ...running]
      // workspace-imports.mjs checks our own workspaces.
      .filter(({ kind, name }) => !(kind === 'dependencies' && name.startsWith('@tanker/')))
      .filter((finding) => !isPlanted(finding) && !CALLED_OTHERWISE.some((place) => place.test(finding.file)))
      .map(({ kind, file, name }) => (kind === 'files' ? `${file}: not imported by production code` : `${file}: ${kind}: ${name}`))
    return [...unseen, ...new Set(problems)].toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const seen = (found, sought) => found.some(({ kind, name }) => `${kind} ${name}` === sought)
