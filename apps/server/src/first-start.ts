import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type FirstSignIn, createBootstrapUsers, addUser, resetPassword } from './world/bootstrap-users.ts'
import { makeIntegrationKey } from './platform/access/integration-keys.ts'
import type { Base } from './program.ts'
import { importWorld } from './world/import-world.ts'

/** The result of a first start. Passwords and key are stored as hashes only, so they are shown or passed on this once. */
export type FirstStart = {
  readonly signIns: readonly FirstSignIn[]
  /** For the programs that simulate the world's other systems; null without a world. */
  readonly integrationKey: string | null
}

/**
 * Initialises an empty database: an organisation or the world of a folder, and the bootstrap users. Does nothing in a database
 * that has users. Of several programs that start at once on one database one does it and the others wait.
 * @returns null when it was not the first start
 */
export async function firstStart(base: Base, worldFolder: string | null): Promise<FirstStart | null> {
  const lock = await base.connection.pool.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.firstStart])
    try {
      return await makeUsable(base.connection, worldFolder)
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.firstStart])
    }
  } finally {
    lock.release()
  }
}

async function makeUsable(connection: Base['connection'], worldFolder: string | null): Promise<FirstStart | null> {
  const { rows } = await connection.pool.query<{ n: string }>('SELECT count(*) AS n FROM app_user')
  if (rows[0]?.n !== '0') return null
  if (worldFolder) await importWorld(connection.db, await readWorld(worldFolder))
  const signIns = await createBootstrapUsers(connection.db)
  if (!worldFolder) return { signIns, integrationKey: null }
  const top = await connection.db
    .selectFrom('organisation')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { key } = await makeIntegrationKey(connection.db, { organisationId: top.id, name: 'first start', userId: null }, new Date())
  return { signIns, integrationKey: key }
}

/** The JSON files of a world folder, by the name of the file. */
async function readWorld(folder: string): Promise<Record<string, unknown>> {
  const world: Record<string, unknown> = {}
  for (const name of await readdir(folder)) {
    if (name.endsWith('.json')) world[camelCase(basename(name, '.json'))] = JSON.parse(await readFile(join(folder, name), 'utf8'))
  }
  return world
}

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `npm start -- --reset-password NAME [--and-second-factor]` */
export async function resetPasswordFromTerminal(
  base: Base,
  { userName, andSecondFactor }: { readonly userName: string; readonly andSecondFactor: boolean },
): Promise<void> {
  const password = await resetPassword(base.connection.db, userName, { andSecondFactor })
  if (password === null) {
    console.error(`There is no user "${userName}".`)
    process.exitCode = 1
    return
  }
  console.log(`New password of ${userName}: ${password}\nIt must be changed at the next sign-in.`)
  if (andSecondFactor)
    console.log('Two-step verification of the user is off; a role that requires it asks for a new device at the next sign-in.')
}

/** `npm start -- --add-user`: asks for what a user needs and prints the generated password. */
export async function addUserFromTerminal(base: Base): Promise<void> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const userName = (await prompt.question('User name: ')).trim()
    const companyCode = (await prompt.question('Organisation code: ')).trim()
    const roleName = (await prompt.question('Role (管理员, 调度员, 客户): ')).trim()
    const outcome = await addUser(base.connection.db, { userName, companyCode, roleName })
    if (outcome.kind === 'added') console.log(`Password of ${userName}: ${outcome.password}\nIt must be changed at the first sign-in.`)
    else {
      console.error(outcome.reason.en)
      process.exitCode = 1
    }
  } finally {
    prompt.close()
  }
}
