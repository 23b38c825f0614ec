// npm run check: format, lint, types, imports, dead code, sizes and names, bounds, words, licences. Needs no database.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../run/install.mjs'
import config from './depcruise.config.mjs'
import { deadCode, staleConfigurationCanary } from './dead-code.mjs'
import { missingDocumentPaths } from './document-paths.mjs'
import { endpoints, endpointsCanary } from './endpoints.mjs'
import { longFunctions, longFunctionsCanary } from './function-length.mjs'
import { limits, limitsCanary } from './limits.mjs'
import { hiddenImportsCanary, lintReasons, lintReasonsCanary } from './lint-reasons.mjs'
import { references, referencesCanary } from './references.mjs'
import { reliability, reliabilityCanary } from './reliability.mjs'
import { alarmCodes, alarmCodesCanary } from './alarm-codes.mjs'
import { factProperties, factPropertiesCanary } from './fact-properties.mjs'
import { purePackages, purePackagesCanary } from './pure-packages.mjs'
import { sizesAndNames, sourceFiles } from './sizes.mjs'
import { supplyChainProblems } from './supply-chain.mjs'
import { typeNames, typeNamesCanary } from './type-names.mjs'
import { words, wordsCanary } from './words.mjs'
import { workspaceImportProblems } from './workspace-imports.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const bin = (...path) => join(root, 'node_modules', ...path)
let failed = 0

/** `npm run check -- WORDS` runs only the steps that have the words in their names. */
const wanted = process.argv.slice(2).join(' ')

function step(name, run) {
  if (!name.includes(wanted)) return
  const start = Date.now()
  const problem = run()
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  if (problem) {
    failed += 1
    console.log(`✗ ${name} (${seconds} s)\n${problem}`)
  } else console.log(`✓ ${name} (${seconds} s)`)
}

/** Runs a Node program; returns its output if it fails, otherwise ''. */
function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
  return status === 0 ? '' : `${stdout}${stderr}`
}

step('format', () => node(bin('oxfmt', 'bin', 'oxfmt'), '--check', ...FOLDERS()))
step('lint: disabled rules have a reason', () => [...lintReasons(root), ...lintReasonsCanary()].join('\n'))
step('lint: planted imports that no rule of imports would see are found', () => hiddenImportsCanary(root).join('\n'))
step('lint', () => node(bin('oxlint', 'bin', 'oxlint'), '--deny-warnings', ...FOLDERS()))
for (const project of ['pure', 'node', 'web', 'journeys'])
  // Incremental: only what changed since the last check.
  step(`types: ${project}`, () =>
    node(
      bin('typescript-native', 'bin', 'tsc'),
      '-p',
      `tsconfig.${project}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      bin('.cache', `tsconfig.${project}.json.tsbuildinfo`),
    ),
  )
step('boundaries', boundaries)
step('boundaries: planted violations are found', canary)
step('dead code, with its canary', () => deadCode(root).join('\n'))
step('dead code: planted entries that match nothing are found', () => staleConfigurationCanary(root).join('\n'))
step('sizes and names', () => sizesAndNames(root).join('\n'))
step('length of functions', () => [...longFunctions(root), ...longFunctionsCanary(root)].join('\n'))
step('bounds are listed', () => limits(root).join('\n'))
step('bounds: planted differences are found', () => limitsCanary().join('\n'))
step('threats and faults have their tests', () => reliability(root).join('\n'))
step('threats and faults: planted errors are found', () => reliabilityCanary().join('\n'))
step('references are listed', () => [...references(root), ...referencesCanary()].join('\n'))
step('paths in documents', () => missingDocumentPaths(root).join('\n'))
step('calls are endpoints of the contract', () => [...endpoints(root), ...endpointsCanary()].join('\n'))
step('pure packages have no clock, no chance and no machine', () => [...purePackages(root), ...purePackagesCanary()].join('\n'))
step('alarms by name', () => alarmCodes(root).join('\n'))
step('alarms by name: the canary dies', () => alarmCodesCanary().join('\n'))
step('facts are read by their declarations', () => factProperties(root).join('\n'))
step('facts: planted names are found', () => factPropertiesCanary().join('\n'))
step('words of the glossary', () => words(root).join('\n'))
step('words: planted words are found', () => wordsCanary().join('\n'))
step('names of code in prose', () => [...typeNames(root), ...typeNamesCanary()].join('\n'))
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
 * Import rules and declared workspaces. Also fails if the tool saw fewer files than exist, since a check that reads no files would
 * pass.
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
    ...staleRules(config.forbidden, [...seen]),
    ...(unseen.length > 0 ? [`${unseen.length} files were not checked, e.g. ${unseen.slice(0, 3).join(', ')}`] : []),
  ].join('\n')
}

/** A line for each rule of imports from a folder that no longer exists. */
function staleRules(rules, files) {
  const holds = ({ path, pathNot }, file) =>
    (path === undefined || new RegExp(path).test(file)) && ![pathNot ?? []].flat().some((not) => new RegExp(not).test(file))
  return rules
    .filter(({ from }) => !files.some((file) => holds(from, file)))
    .map(({ name }) => `check/depcruise.config.mjs: ${name} is a rule for no file: remove it`)
}

/** Plants forbidden imports, a circular import of types and an undeclared import, and expects each to be found. */
function canary() {
  return [
    ...(staleRules([{ name: 'planted', from: { path: '^gone/' } }], ['here/a.ts']).length === 1 ? [] : ['the planted rule was not found']),
    ...packageCanary(),
    ...engineCanary(
      'apps/server/src/gateway',
      "export { seedMessages } from '../../features/sms/test-messages.ts'\n",
      'test-support-is-for-tests',
    ),
    ...engineCanary(
      'apps/web/src/report',
      "import type { PasswordField } from '../../features/rights/password-field.tsx'\nexport type Planted = typeof PasswordField\n",
      'web-reports-know-no-feature',
    ),
    ...engineCanary(
      'apps/web/src/base-data',
      "export const planted = () => import('../../features/fences/decide-dialog.tsx')\n",
      'web-engines-know-no-feature',
    ),
    ...engineCanary(
      'apps/web/src/platform/ui',
      "import type { Row } from '../../../report/actions.ts'\nexport type Planted = Row\n",
      'web-platform-knows-no-part-above',
    ),
    ...engineCanary(
      'apps/web/src/features/fences',
      "export { loadAction } from '../../../screens/load-action.ts'\n",
      'web-features-know-no-composition',
    ),
    ...engineCanary(
      // Found by file name, not by an import: its own imports are checked all the same.
      'apps/web/src/features/fences/actions',
      "import type { PasswordField } from '../../../rights/password-field.tsx'\nexport type Planted = typeof PasswordField\n",
      'web-features-are-strangers',
    ),
    ...engineCanary(
      'apps/server/src/reports',
      "export const planted = () => import('../../features/sms/sms-routes.ts')\n",
      'server-reports-knows-its-engines',
    ),
    ...engineCanary(
      'apps/server/src/gateway',
      "import type { Feature } from '../../features/feature.ts'\nexport type Planted = Feature\n",
      'server-gateway-knows-its-engines',
    ),
    ...engineCanary('apps/server/src/platform/bus', "export { COMMANDS } from '../../../app.ts'\n", 'server-platform-knows-no-part-above'),
    ...engineCanary('apps/server/src/features/sms', "export { FEATURES } from '../../../app.ts'\n", 'server-features-know-no-composition'),
    ...engineCanary(
      'apps/server/src/gateway',
      "export { reportRoutes } from '../../reports/report-routes.ts'\n",
      'server-gateway-knows-its-engines',
    ),
    ...engineCanary(
      'apps/server/src/world',
      "export { findAlarm } from '../../features/alarm-handling/find-alarm.ts'\n",
      'server-features-by-their-feature-file',
    ),
    ...engineCanary(
      'apps/web/src/shell',
      "export const planted = () => import('../../features/dashboard/dashboard.tsx')\n",
      'web-features-by-their-screens',
    ),
    ...engineCanary(
      'apps/server/src/features/sms',
      "import type { settleDeliveries } from '../../loss/settle-deliveries.ts'\nexport type Planted = typeof settleDeliveries\n",
      'server-features-are-strangers',
    ),
  ].join('\n')
}

/** An import of a feature planted in an engine: of a type in the one, lazy in the other. */
function engineCanary(engine, text, rule) {
  const folder = mkdtempSync(join(root, engine, 'canary-'))
  try {
    writeFileSync(join(folder, 'planted.ts'), text)
    const { summary } = cruise(relative(root, folder))
    return summary.violations.some((violation) => violation.rule.name === rule) ? [] : [`the planted violation of "${rule}" was not found`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function packageCanary() {
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
      .map((sought) => `the planted violation of "${sought}" was not found`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
