// npm run test:crash -- [cycles | --hop SECONDS | --points | --soak MINUTES]: builds the server, then bench/crash.ts.
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
run(join(root, 'run', 'build.mjs'), '--only', 'server')
run('--import', 'tsx', join(root, 'bench', 'crash.ts'), ...process.argv.slice(2))
