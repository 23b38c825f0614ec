import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { PostgresUser } from './postgres-user.ts'

/** The data folder cannot be used as it is, and trying again will not help. The message says why and what to do. */
export class DataFolderRefused extends Error {}

/** What every refusal offers. */
export const OTHER_FOLDER = 'give another folder with --data FOLDER (or TANKER_DATA)'

/**
 * Makes the folder when it is missing and checks that this user may write there and that the PostgreSQL user reaches it.
 * @throws DataFolderRefused
 */
export async function openDataFolder(home: string, user: PostgresUser): Promise<void> {
  await refusing(home, async () => {
    const firstMade = await mkdir(home, { recursive: true })
    // Folders that we create are accessible to the PostgreSQL user under any umask.
    if (user && firstMade) for (let folder = home; folder.length >= firstMade.length; folder = dirname(folder)) await open(folder)
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  if (!user) return
  if ((await isOurs(home)) && !mayEnter(await stat(home), user)) await open(home)
  const closed = await firstClosedFolder(home, user)
  if (closed === null) return
  throw new DataFolderRefused(
    `The folder ${closed} is closed to other users, and PostgreSQL, which never runs as root, cannot reach ${home} through it: ` +
      `${OTHER_FOLDER}, such as /var/lib/tanker, open the folder with chmod o+x ${closed}, or start as an ordinary user.`,
  )
}

/** A folder of ours is empty or holds a database; the permissions of any other are its owner's business. */
async function isOurs(home: string): Promise<boolean> {
  const names = await readdir(home)
  return names.length === 0 || names.some((name) => ['data', 'data.new', 'access.json'].includes(name))
}

async function open(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  await chmod(folder, (mode & 0o777) | 0o711)
}

type Access = { readonly mode: number; readonly uid: number; readonly gid: number }

function mayEnter({ mode, uid, gid }: Access, user: NonNullable<PostgresUser>): boolean {
  return (mode & (uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001)) !== 0
}

/** The topmost folder on the way to `path`, itself included, that the user may not enter; null when it gets there. */
export async function firstClosedFolder(path: string, user: NonNullable<PostgresUser>): Promise<string | null> {
  const way: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    way.unshift(folder)
    if (dirname(folder) === folder) break
  }
  for (const folder of way) if (!mayEnter(await stat(folder), user)) return folder
  return null
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read and written by user',
  EPERM: 'may not be read and written by user',
  EROFS: 'is on a read-only disk, for user',
  ENOSPC: 'is on a full disk, for user',
  EDQUOT: 'is over the disk quota of user',
}

/** Runs work on files of the data folder; what the file system refuses becomes one sentence. */
export async function refusing<T>(home: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || code === 'EEXIST') {
      throw new DataFolderRefused(`The data folder ${home} cannot be made: there is a file of that name. Remove it, or ${OTHER_FOLDER}.`)
    }
    const reason = REASONS[code ?? '']
    if (reason === undefined) throw error
    throw new DataFolderRefused(
      `The data folder cannot be used: ${path ?? home} ${reason} ${userName()} (${code}). Correct this, or ${OTHER_FOLDER}.`,
    )
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

export type ClusterState = 'none' | 'whole' | 'incomplete'

/** What lies in the folder of the cluster: nothing, a cluster, or files without the file that every cluster has. */
export async function clusterState(home: string): Promise<ClusterState> {
  return refusing(home, async () => {
    const names = await readdir(join(home, 'data')).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names.length === 0 ? 'none' : names.includes('PG_VERSION') ? 'whole' : 'incomplete'
  })
}
