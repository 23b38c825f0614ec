// Ensures that node_modules matches the lockfile before anything is imported from it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginStep } from './step.mjs'

/** Exit code of a start that would fail again in the same way. */
export const DO_NOT_START_AGAIN = 78

/** Installs if needed; ends the process with a message if that fails. */
export function ensureInstalled(root) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    refuse(`Node ${process.versions.node} is too old: 20.19 or newer is required, preferably the current LTS release.`)
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  refuseUnwritable(root, 'the packages cannot be installed')
  const step = beginStep('Installing packages (about a minute)')
  // No dependency needs an install script, and npm 12 blocks them anyway.
  const { status, error, stdout, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    step.interrupt()
    if (error?.code === 'ENOENT') refuse('npm was not found. Install it; it comes with Node.')
    console.error(`${stdout ?? ''}${stderr ?? ''}`.trim())
    console.error('The packages could not be installed. Check that the npm registry is reachable.')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, lock)
  step.done()
}

/** A read-only checkout must be prepared once by its owner; after that any user can start it. */
export function refuseUnwritable(root, what) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    refuse(
      `The folder ${root} cannot be written, so ${what}. Run "npm start" there once as its owner, or copy it to your own folder and start it there.`,
    )
  }
}

export function refuse(text) {
  console.error(text)
  process.exit(DO_NOT_START_AGAIN)
}
