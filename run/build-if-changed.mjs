import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseUnwritable } from './install.mjs'
import { sourceHash, stampOf } from './source-hash.mjs'
import { beginStep } from './step.mjs'

/** Builds into dist unless what is there was built from the sources as they are; ends the program where that fails. */
export function buildIfChanged(root) {
  const stamp = stampOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root)) return
  refuseUnwritable(root, 'the program cannot be built')
  const step = beginStep('Building')
  // A bundler's list of files is of interest only where it failed.
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'run', 'build.mjs')], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  if (status !== 0) {
    step.interrupt()
    console.error(`${stdout ?? ''}${stderr ?? ''}`.trim())
    console.error('The program could not be built; the reason is above.')
    process.exit(status ?? 1)
  }
  step.done()
}
