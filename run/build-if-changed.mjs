import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseUnwritable } from './install.mjs'
import { sourceHash, stampOf } from './source-hash.mjs'
import { beginStep } from './step.mjs'

/** Builds into dist unless the build there matches the current sources; ends the process if the build fails. */
export function buildIfChanged(root) {
  const stamp = stampOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root)) return
  refuseUnwritable(root, 'the program cannot be built')
  const step = beginStep('Building')
  // The bundler's output is shown only if it fails.
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
