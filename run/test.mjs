// npm test: with its own database and browser, everything but the journeys beside the main path, tests with PostgreSQL servers of
// their own or with long days of late data, and most of the questions that differ only in whom or what they name. npm test -- --all
// leaves nothing out. npm test NAME runs the files whose path holds NAME, whole.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const args = process.argv.slice(2).filter((arg) => arg !== '--all')
const filters = args.filter((arg) => !arg.startsWith('-'))
// Journeys start what was built; tests of packages and apps need no build.
const needsBuild = filters.length === 0 || filters.some((filter) => 'journeys'.startsWith(filter) || filter.startsWith('journeys'))
if (needsBuild) {
  const { status } = spawnSync(process.execPath, [join(root, 'run', 'build.mjs')], { stdio: 'inherit', cwd: root })
  if (status !== 0) process.exit(status ?? 1)
}
if (filters.length === 0 && !process.argv.includes('--all'))
  console.log(
    'Left to npm test -- --all: journeys beside the main path, tests with PostgreSQL servers of their own or long days of late data, two of\nthree reports in depth, and most questions that differ only in whom or what they name.',
  )
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, ...(process.argv.includes('--all') || filters.length > 0 ? { TANKER_TEST: 'all' } : {}) },
})
process.exit(status ?? 1)
