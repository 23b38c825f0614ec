// npm run test:visual: builds, then journeys/visual.ts compares every screen with its image.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run(join(root, 'run', 'build.mjs'))
run('--import', 'tsx', join(root, 'journeys', 'visual.ts'), ...process.argv.slice(2))
