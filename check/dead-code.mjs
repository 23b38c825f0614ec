import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** What tests are made of, where its name or folder does not begin with `test-`. Nothing that runs imports it. */
const TEST_PARTS = [
  /(^|\/)test-[^/]*\.ts$/,
  /^journeys\//,
  // Trucks that play a day: scenario tests and benchmarks.
  /^packages\/detection\/src\/scenarios\//,
  // A platform and a truck under a test's control.
  /^apps\/fleet\/src\/(wire\/a-platform|scripted-truck)\.ts$/,
  // Crashes that the journeys play.
  /^bench\/(crash-points|late-crash|push-crash)\.ts$/,
]
/** Not in question: migrations are called by their place in all.ts, declarations of types say what a .mjs file has. */
const CALLED_OTHERWISE = [/^packages\/database\/src\/migrations\/\d{4}-/, /\.d\.mts$/]
/** What knip may find: everything but the settings of its own. */
const KINDS = ['files', 'exports', 'types', 'dependencies', 'unlisted', 'unresolved', 'binaries', 'duplicates']

/** Every finding of knip as `{ kind, file, name }`. */
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

/** Code of the product that only its test uses, an import that no package.json names, an export that nothing uses. */
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
 * Code that nothing runs, dependencies that nothing imports and imports that no package.json names, a line each. Looked for twice: with
 * tests as users of what they import, and without, where an export that lives by its test alone is dead. Planted ones must be found.
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
      // Our own workspaces, which may be imported by path, are the business of workspace-imports.mjs.
      .filter(({ kind, name }) => !(kind === 'dependencies' && name.startsWith('@tanker/')))
      .filter((finding) => !isPlanted(finding) && !CALLED_OTHERWISE.some((place) => place.test(finding.file)))
      .map(({ kind, file, name }) => (kind === 'files' ? `${file}: nothing that runs imports it` : `${file}: ${kind}: ${name}`))
    return [...unseen, ...new Set(problems)].toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const seen = (found, sought) => found.some(({ kind, name }) => `${kind} ${name}` === sought)
