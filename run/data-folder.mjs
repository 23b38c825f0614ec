import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOTS_FOLDER = '/var/lib/tanker'

/**
 * Where the data lie when no folder is given: `.data` in the checkout, or, where that cannot work, the place that the
 * system has for data. `note` says why it is another one.
 */
export function defaultDataFolder(root) {
  const own = join(root, '.data')
  const here = { folder: own, note: null }
  // Data that lie here are never left for an empty folder elsewhere.
  if (existsSync(join(own, 'data'))) return here
  if (process.getuid?.() === 0) {
    const closed = firstClosedFolder(root)
    if (closed !== null)
      return {
        folder: ROOTS_FOLDER,
        note: `${closed} is closed to other users, and PostgreSQL never runs as root: the data lie in ${ROOTS_FOLDER} (--data FOLDER names another place).`,
      }
    if (isWritable(root)) return here
    return { folder: ROOTS_FOLDER, note: `${root} cannot be written: the data lie in ${ROOTS_FOLDER} (--data FOLDER names another place).` }
  }
  if (isWritable(existsSync(own) ? own : root)) return here
  const folder = join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'tanker')
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return here
  }
  return { folder, note: `${root} cannot be written: the data lie in ${folder} (--data FOLDER names another place).` }
}

/** The topmost folder on the way that only its owner may enter. */
function firstClosedFolder(path) {
  const above = dirname(path) === path ? null : firstClosedFolder(dirname(path))
  return above ?? ((statSync(path).mode & 0o001) === 0 ? path : null)
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
