// npm test: all tests except journeys beside the main path, tests that start their own PostgreSQL servers, tests with long days of late
// data or long waits, and most cases that differ only in user or object. npm test -- --all runs everything. npm test NAME runs all tests of the
// files with NAME in their path.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const args = process.argv.slice(2).filter((arg) => arg !== '--all')
const filters = args.filter((arg) => !arg.startsWith('-'))
// Journeys run the build; tests of packages and apps need none.
const needsBuild = filters.length === 0 || filters.some((filter) => 'journeys'.startsWith(filter) || filter.startsWith('journeys'))
if (needsBuild) {
  const { status } = spawnSync(process.execPath, [join(root, 'run', 'build.mjs')], { stdio: 'inherit', cwd: root })
  if (status !== 0) process.exit(status ?? 1)
}
if (filters.length === 0 && !process.argv.includes('--all'))
  console.log(
    'Left out (npm test -- --all runs them): journeys beside the main path, tests with their own PostgreSQL servers, long days of late data or\nlong waits, two of three reports in depth, and most cases that differ only in user or object.',
  )
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, ...(process.argv.includes('--all') || filters.length > 0 ? { TANKER_TEST: 'all' } : {}) },
})
process.exit(status ?? 1)
