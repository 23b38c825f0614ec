import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Builds into dist unless what is there was built from the sources as they are; ends the program where that fails. */
export function buildIfChanged(root) {
  const stamp = join(root, 'dist', 'built-from')
  const newest = newestSource(root)
  if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) === newest) return
  console.log('Building …')
  const { status } = spawnSync(process.execPath, [join(root, 'run', 'build.mjs')], { stdio: 'inherit', cwd: root })
  if (status !== 0) process.exit(status ?? 1)
  // The build writes files of its own beside the sources.
  writeFileSync(stamp, String(newestSource(root)))
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
