import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseUnwritable } from './install.mjs'
import { beginStep } from './step.mjs'

/** Builds into dist unless what is there was built from the sources as they are; ends the program where that fails. */
export function buildIfChanged(root) {
  const stamp = join(root, 'dist', 'built-from')
  const newest = newestSource(root)
  if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) === newest) return
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
  // The build writes files of its own beside the sources.
  writeFileSync(stamp, String(newestSource(root)))
  step.done()
}

/** Newest change of anything that goes into the build, milliseconds since 1970. */
function newestSource(root) {
  let newest = 0
  const look = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (
        entry.name === 'node_modules' ||
        entry.name === 'dist' ||
        entry.name.includes('.test.') ||
        (entry.name === 'map' && folder.endsWith('public'))
      )
        continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) look(path)
      else newest = Math.max(newest, statSync(path).mtimeMs)
    }
  }
  for (const folder of ['packages', 'apps']) look(join(root, folder))
  return Math.round(newest)
}
