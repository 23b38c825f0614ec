import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_LINES = 120
const FOLDERS = ['packages', 'apps', 'journeys', 'bench', 'run', 'check']

/**
 * Functions that were longer when the rule was introduced, by file, with their maximum length. Entries may only shrink: lower the
 * number when the function gets shorter, remove it once the rule is met. Do not add entries.
 */
const LONGER = {
  'apps/fleet/src/reporter.ts': [137],
  'apps/fleet/src/scripted-truck.ts': [177],
  'apps/fleet/src/wire/drive-fleet.ts': [127],
  'apps/fleet/src/wire/terminal.ts': [299],
  'apps/server/src/feed/client-feed.ts': [261],
  'apps/server/src/gateway/gateway.ts': [299],
  'apps/web/src/base-data/entity-form.tsx': [154],
  'apps/web/src/features/firmware/actions/add-firmware.tsx': [139],
  'apps/web/src/features/firmware/actions/new-upgrade.tsx': [137],
  'apps/web/src/report/report-table.tsx': [249],
  'apps/web/src/features/level-trend/level-trend.tsx': [128],
  'apps/web/src/features/level-trend/trend-options.ts': [142],
  'apps/web/src/features/real-tank-inventory/real-tank-inventory.tsx': [131],
  'apps/web/src/features/real-tank-inventory/tank-table.tsx': [174, 136],
  'apps/web/src/features/role-permissions/role-permissions.tsx': [125],
  'apps/web/src/platform/account/two-step-dialog.tsx': [129],
  'apps/web/src/platform/ui/data-grid.tsx': [142],
  'packages/detection/src/scenarios/a-day.ts': [340],
  'packages/protocol/src/fragments.ts': [124],
}

/**
 * Functions of more than 120 lines, a line each. Tests are excluded, since a `describe` body may be long; tables of rows are not
 * functions.
 */
export function longFunctions(root) {
  const found = measured(root)
  const problems = []
  for (const [file, lengths] of found) {
    const allowed = LONGER[file] ?? []
    for (const [index, lines] of lengths.entries()) {
      const most = allowed[index] ?? MAX_LINES
      if (lines > most) problems.push(`${file}: a function of ${lines} lines, at most ${most}; split it by responsibility`)
    }
  }
  for (const [file, allowed] of Object.entries(LONGER)) {
    const count = found.get(file)?.length ?? 0
    if (count < allowed.length)
      problems.push(
        `${file}: ${allowed.length - count} of its functions are within the limit now: remove the entry from LONGER in check/function-length.mjs`,
      )
  }
  return problems
}

/** Lengths of functions over the limit, longest first, by file. */
function measured(root) {
  const folder = mkdtempSync(join(root, 'node_modules', '.function-length-'))
  try {
    const config = join(folder, 'oxlintrc.json')
    writeFileSync(
      config,
      JSON.stringify({
        categories: { correctness: 'off' },
        rules: { 'max-lines-per-function': ['error', { max: MAX_LINES }] },
        ignorePatterns: ['**/dist/**', '**/*.test.ts', '**/*.test.tsx'],
      }),
    )
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
    const { stdout } = spawnSync(process.execPath, [oxlint, '-c', config, '--format', 'json', ...FOLDERS], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    })
    const byFile = new Map()
    for (const { filename, message } of JSON.parse(stdout).diagnostics) {
      const file = filename.replaceAll('\\', '/')
      if (file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue
      const lines = Number(/\((\d+)\)/.exec(message)?.[1])
      byFile.set(
        file,
        [...(byFile.get(file) ?? []), lines].toSorted((a, b) => b - a),
      )
    }
    return byFile
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Plants a function that is too long. */
export function longFunctionsCanary(root) {
  const folder = mkdtempSync(join(root, 'packages', 'domain', 'src', 'canary-'))
  try {
    writeFileSync(join(folder, 'planted.ts'), `export function planted() {\n${'  Math.random()\n'.repeat(MAX_LINES)}}\n`)
    return longFunctions(root).some((problem) => problem.includes('/planted.ts')) ? [] : ['the planted function was not found']
  } finally {
    rmSync(folder, { recursive: true })
  }
}
