// npm run check: format, lint, types, boundaries with their canary, dead code, sizes and names, bounds. Needs no database.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../run/install.mjs'
import { deadCode } from './dead-code.mjs'
import { missingDocumentPaths } from './document-paths.mjs'
import { longFunctions, longFunctionsCanary } from './function-length.mjs'
import { limits, limitsCanary } from './limits.mjs'
import { lintReasons, lintReasonsCanary } from './lint-reasons.mjs'
import { reliability, reliabilityCanary } from './reliability.mjs'
import { sizesAndNames, sourceFiles } from './sizes.mjs'
import { supplyChainProblems } from './supply-chain.mjs'
import { words, wordsCanary } from './words.mjs'
import { workspaceImportProblems } from './workspace-imports.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const bin = (...path) => join(root, 'node_modules', ...path)
let failed = 0

function step(name, run) {
  const start = Date.now()
  const problem = run()
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  if (problem) {
    failed += 1
    console.log(`✗ ${name} (${seconds} s)\n${problem}`)
  } else console.log(`✓ ${name} (${seconds} s)`)
}

/** Runs a Node program; answers its output when it fails. */
function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
  return status === 0 ? '' : `${stdout}${stderr}`
}

step('format', () => node(bin('oxfmt', 'bin', 'oxfmt'), '--check', ...FOLDERS()))
step('lint: rules that are off say why', () => [...lintReasons(root), ...lintReasonsCanary()].join('\n'))
step('lint', () => node(bin('oxlint', 'bin', 'oxlint'), '--deny-warnings', ...FOLDERS()))
for (const project of ['pure', 'node', 'web', 'journeys'])
  // What did not change since the last check is not looked at again.
  step(`types: ${project}`, () =>
    node(
      bin('typescript', 'bin', 'tsc'),
      '-p',
      `tsconfig.${project}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      bin('.cache', `tsconfig.${project}.json.tsbuildinfo`),
    ),
  )
step('boundaries', boundaries)
step('boundaries: what was planted is found', canary)
step('dead code, with its canary', () => deadCode(root).join('\n'))
step('sizes and names', () => sizesAndNames(root).join('\n'))
step('length of functions', () => [...longFunctions(root), ...longFunctionsCanary(root)].join('\n'))
step('bounds are listed', () => limits(root).join('\n'))
step('bounds: the canary dies', () => limitsCanary().join('\n'))
step('threats and faults have their tests', () => reliability(root).join('\n'))
step('threats and faults: the canary dies', () => reliabilityCanary().join('\n'))
step('paths in documents', () => missingDocumentPaths(root).join('\n'))
step('words of the glossary', () => words(root).join('\n'))
step('words: the canary dies', () => wordsCanary().join('\n'))
step('licences and bill of materials', () => supplyChainProblems(root).join('\n'))
process.exit(failed === 0 ? 0 : 1)

function FOLDERS() {
  return ['packages', 'apps', 'journeys', 'bench', 'run', 'check']
}

function cruise(...paths) {
  const args = ['--config', 'check/depcruise.config.mjs', '--output-type', 'json', ...paths]
  const { stdout, stderr } = spawnSync(process.execPath, [bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256_000_000,
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}

/**
 * Fails too when the tool saw fewer files than there are: a fence that looks at nothing is green. What a package.json must name is read
 * off the same imports.
 */
function boundaries() {
  const { modules, summary } = cruise('packages', 'apps', 'journeys', 'bench')
  const seen = new Set(modules.map((module) => module.source))
  const unseen = sourceFiles(root).filter(
    (file) => /^(packages|apps|journeys|bench)\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !seen.has(file),
  )
  return [
    ...summary.violations.map(
      ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
    ),
    ...workspaceImportProblems(root, modules),
    ...(unseen.length > 0 ? [`${unseen.length} files were not looked at, e.g. ${unseen.slice(0, 3).join(', ')}`] : []),
  ].join('\n')
}

/** Plants forbidden imports, a circle of two types and an import that package.json does not name, and expects each to be found. */
function canary() {
  const folder = mkdtempSync(join(root, 'packages', 'domain', 'src', 'canary-'))
  try {
    const planted = {
      'planted.ts':
        "import { readFileSync } from 'node:fs'\nimport { step } from '@tanker/detection/truck-engine'\nexport const planted = [readFileSync, step]\n",
      'chicken.ts': "import type { Egg } from './egg.ts'\nexport type Chicken = { readonly lays: Egg }\n",
      'egg.ts': "import type { Chicken } from './chicken.ts'\nexport type Egg = { readonly becomes: Chicken }\n",
    }
    for (const [name, text] of Object.entries(planted)) writeFileSync(join(folder, name), text)
    const { modules, summary } = cruise('packages/domain')
    const found = [
      ...summary.violations.map((violation) => violation.rule.name),
      ...workspaceImportProblems(root, modules).filter((problem) => problem.includes('@tanker/detection is missing')),
    ].join('\n')
    return ['domain', 'pure-packages-touch-no-machine', 'no-circles', '@tanker/detection is missing']
      .filter((sought) => !found.includes(sought))
      .map((sought) => `what was planted for "${sought}" was not found`)
      .join('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
