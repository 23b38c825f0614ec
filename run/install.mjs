// Makes sure that node_modules holds what the lockfile says, before anything is imported from it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginStep } from './step.mjs'

/** Exit code of a start that another try would not help. */
export const DO_NOT_START_AGAIN = 78

/** Installs when needed; ends the process with a clear message when it cannot. */
export function ensureInstalled(root) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    refuse(`Node ${process.versions.node} is too old: this program needs 20.19 or newer, best the current LTS release.`)
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  refuseUnwritable(root, 'the packages cannot be installed')
  const step = beginStep('Installing packages (about a minute)')
  // No package of ours needs an install script, and npm 12 blocks them anyway.
  const { status, error, stdout, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    step.interrupt()
    if (error?.code === 'ENOENT') refuse('The program npm was not found. Install it: it comes with Node.')
    console.error(`${stdout ?? ''}${stderr ?? ''}`.trim())
    console.error('The packages could not be installed. Is the npm registry reachable from here?')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, lock)
  step.done()
}

/** A checkout that this user may not write is prepared by its owner, once; after that anyone may start it. */
export function refuseUnwritable(root, what) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    refuse(
      `The folder ${root} cannot be written, so ${what}. Run "npm start" there once as its owner, or copy it to a folder of your own and start it there.`,
    )
  }
}

export function refuse(text) {
  console.error(text)
  process.exit(DO_NOT_START_AGAIN)
}
