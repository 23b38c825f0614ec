// npm run dev: server from source, restarted after each change, and the web console with hot reload.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
const bin = (...path) => join(root, 'node_modules', ...path)
const world = join(root, 'apps', 'fleet', 'world')
const programs = [
  [bin('tsx', 'dist', 'cli.mjs'), 'watch', join(root, 'apps', 'server', 'src', 'main.ts'), '--data', join(root, '.data'), '--world', world],
  [bin('tsx', 'dist', 'cli.mjs'), join(root, 'apps', 'fleet', 'src', 'main.ts'), '--port', '6808', '--world', world],
  [bin('vite', 'bin', 'vite.js'), join(root, 'apps', 'web')],
]
const children = programs.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
