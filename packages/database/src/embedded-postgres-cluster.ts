import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderRefused, OTHER_FOLDER, clusterState, refusing } from './data-folder.ts'
import { type Installation, ProgramFailed, reasonIn, runProgram, startFailure } from './embedded-postgres-program.ts'
import type { PostgresUser } from './postgres-user.ts'

/** How the superuser gets in. */
export type Access = { readonly port: number; readonly password: string }

const accessFile = (home: string): string => join(home, 'access.json')
const newPassword = (): string => randomBytes(24).toString('base64url')

/** What access.json says; null when it is missing or damaged. */
export async function readAccess(home: string): Promise<Access | null> {
  const text = await refusing(home, () =>
    readFile(accessFile(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    }),
  )
  try {
    const { port, password } = JSON.parse(text) as Partial<Access>
    return typeof password === 'string' && password !== '' ? { port: Number(port) || 0, password } : null
  } catch {
    return null
  }
}

/** Replaces access.json in one step, so that a crash leaves the old or the new one. */
export async function writeAccess(home: string, access: Access): Promise<void> {
  await writeKept(home, 'access.json', JSON.stringify(access))
}

/** Writes a file of the data folder for its owner alone, also where root started the program in the folder of an ordinary user. */
export async function writeKept(home: string, name: string, text: string): Promise<void> {
  await refusing(home, async () => {
    const fresh = join(home, `${name}.new`)
    await writeFile(fresh, text, { mode: 0o600 })
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(home)
      await chown(fresh, uid, gid)
    }
    await rename(fresh, join(home, name))
  })
}

/** The user that the cluster's files belong to: where there are some, PostgreSQL runs as their owner and as no one else. */
export async function ownerOfCluster(home: string): Promise<PostgresUser> {
  const found = await stat(join(home, 'data')).catch(() => null)
  return found && found.uid !== 0 && (await clusterState(home)) === 'whole' ? { uid: found.uid, gid: found.gid } : null
}

/**
 * Makes the cluster where there is none. It is made in `data.new` and renamed when it is whole, so what an interrupted
 * start leaves is known by its name; nothing else is ever removed.
 * @throws DataFolderRefused when files are missing from what is there
 */
export async function ensureCluster(installation: Installation): Promise<void> {
  const { home, data, user } = installation
  const state = await clusterState(home)
  if (state === 'incomplete') {
    throw new DataFolderRefused(
      `The folder ${data} holds files but no PG_VERSION, so part of the database is missing. Nothing was changed. ` +
        `Restore the whole folder ${home} from a backup, or ${OTHER_FOLDER} to start with an empty database.`,
    )
  }
  if (state === 'whole') return refuseOtherVersion(installation)
  const making = join(home, 'data.new')
  const isUnfinished = await stat(making).then(
    () => true,
    () => false,
  )
  if (!isUnfinished && (await readAccess(home)) !== null) {
    throw new DataFolderRefused(
      `The folder ${home} holds access.json, but the database in ${data} is missing. Nothing was changed. Restore the whole folder ` +
        `from a backup, or remove access.json to start with an empty database.`,
    )
  }
  await refusing(home, () => createCluster(installation, making, user))
}

async function createCluster(installation: Installation, making: string, user: PostgresUser): Promise<void> {
  const { home, data } = installation
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  if (user) await chown(making, user.uid, user.gid)
  const password = newPassword()
  const passwordFile = join(home, 'password.tmp')
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  try {
    await runProgram(
      'initdb',
      ['-D', making, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'],
      installation,
    )
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    if (error instanceof ProgramFailed) {
      throw new DataFolderRefused(
        `The database could not be created in ${home}: ${reasonIn(error.output)}. Correct this, or ${OTHER_FOLDER}.`,
      )
    }
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeAccess(home, { port: 0, password })
  await rename(making, data)
}

async function refuseOtherVersion(installation: Installation): Promise<void> {
  const { home, data } = installation
  const have = (await refusing(home, () => readFile(join(data, 'PG_VERSION'), 'utf8'))).trim()
  const want = /(\d+)/.exec(await runProgram('postgres', ['--version'], installation))?.[1]
  if (!want || have === want) return
  throw new DataFolderRefused(
    `The data in ${data} was written by PostgreSQL ${have || '(an empty PG_VERSION)'}, this program brings PostgreSQL ${want}. Nothing was touched. ` +
      `Start the older release of this program to export the data, or ${OTHER_FOLDER}.`,
  )
}

/**
 * Gives the superuser a new password where access.json is lost or wrong: PostgreSQL in single-user mode asks for none.
 * The server must not run.
 */
export async function renewAccess(installation: Installation): Promise<Access> {
  const access = { port: 0, password: newPassword() }
  let output: string
  try {
    output = await runProgram(
      'postgres',
      ['--single', '-D', installation.data, 'postgres'],
      installation,
      `ALTER ROLE postgres LOGIN PASSWORD '${access.password}'\n`,
    )
  } catch (error) {
    throw error instanceof ProgramFailed ? startFailure(installation, error.output) : error
  }
  // In this mode a statement that fails does not fail the program.
  if (/\b(ERROR|FATAL):/.test(output)) throw startFailure(installation, output)
  await writeAccess(installation.home, access)
  return access
}
