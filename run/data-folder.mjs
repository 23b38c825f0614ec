import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOTS_FOLDER = '/var/lib/tanker'

/**
 * Default data folder: `.data` in the checkout or, if that is unusable, the system's folder for data. `note` gives the
 * reason in that case.
 */
export function defaultDataFolder(root) {
  const own = join(root, '.data')
  const here = { folder: own, note: null }
  // Existing data take precedence over an empty folder elsewhere.
  if (existsSync(join(own, 'data'))) return here
  if (process.getuid?.() === 0) {
    const closed = firstClosedFolder(root)
    if (closed !== null)
      return {
        folder: ROOTS_FOLDER,
        note: `${closed} is closed to other users, and PostgreSQL does not run as root: data are stored in ${ROOTS_FOLDER} (use --data FOLDER for another place).`,
      }
    if (isWritable(root)) return here
    return {
      folder: ROOTS_FOLDER,
      note: `${root} cannot be written: data are stored in ${ROOTS_FOLDER} (use --data FOLDER for another place).`,
    }
  }
  if (isWritable(existsSync(own) ? own : root)) return here
  const folder = join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'tanker')
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return here
  }
  return { folder, note: `${root} cannot be written: data are stored in ${folder} (use --data FOLDER for another place).` }
}

/** Topmost folder on the path that other users cannot enter. */
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
