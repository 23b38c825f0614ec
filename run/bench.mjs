// Runs one benchmark by name. Usage: npm run bench -- ingest [options]; without a name, lists them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from './build-if-changed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name, ...rest] = process.argv.slice(2)
const file = join(root, 'bench', `${name}.ts`)
if (!name || !existsSync(file)) {
  for (const candidate of readdirSync(join(root, 'bench'))) {
    const head = candidate.endsWith('.ts') ? readFileSync(join(root, 'bench', candidate), 'utf8').split('\n') : []
    if (head[1]?.startsWith('// Usage')) console.log(`${candidate.replace('.ts', '').padEnd(18)}${head[0]?.slice(3)}`)
  }
  process.exit(name ? 1 : 0)
}
buildIfChanged(root)
process.exit(spawnSync(process.execPath, ['--import', 'tsx', file, ...rest], { stdio: 'inherit', cwd: root }).status ?? 1)
