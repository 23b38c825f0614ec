// npm test: everything, with its own database and browser. npm test NAME runs only the files whose path holds NAME.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const filters = process.argv.slice(2)
const needsBuild = filters.length === 0 || filters.some((filter) => filter.startsWith('journeys'))
if (needsBuild) {
  const { status } = spawnSync(process.execPath, [join(root, 'run', 'build.mjs')], { stdio: 'inherit', cwd: root })
  if (status !== 0) process.exit(status ?? 1)
}
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...filters], { stdio: 'inherit', cwd: root })
process.exit(status ?? 1)
