import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '@tanker/database/test-database'
import { openBase } from './program.ts'
import { readSettings } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanker-program-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const settingsOf = (env: Record<string, string>) => readSettings([], { TANKER_DATA: folder, LOG_LEVEL: 'silent', ...env })

test('[HA-9] with its own database the program works as a role without the rights of a superuser, at each start', async () => {
  for (let start = 0; start < 2; start += 1) {
    const base = await openBase(settingsOf({}))
    try {
      const { rows } = await base.connection.pool.query('SELECT current_user AS name, rolsuper FROM pg_roles WHERE rolname = current_user')
      expect(rows).toEqual([{ name: 'tanker', rolsuper: false }])
      expect(new URL(base.url).username).toBe('tanker')
      // Row security is active: reads go through the policies.
      expect(await base.connection.reading(1).selectFrom('organisation').selectAll().execute()).toEqual([])
      await expect(base.connection.reading(1).deleteFrom('organisation').execute()).rejects.toThrow(/read-only/)
    } finally {
      await base.close()
    }
  }
}, 300_000)

test('[HA-5] on demand a server without a synchronous standby is refused at the start', async () => {
  const database = await createTestDatabase()
  await expect(openBase(settingsOf({ DATABASE_URL: database.url, TANKER_REQUIRE_STANDBY: 'yes' }))).rejects.toThrow(
    /names no synchronous standby.*TANKER_REQUIRE_STANDBY/,
  )
  await (await openBase(settingsOf({ DATABASE_URL: database.url }))).close()
  await database.close()
})

test('[HA-6] settings about the database that make no sense are refused by name', () => {
  expect(() => settingsOf({ TANKER_DATABASE_WAIT: 'soon' })).toThrow(/TANKER_DATABASE_WAIT soon: give a number of seconds/)
  expect(() => settingsOf({ TANKER_REQUIRE_STANDBY: 'maybe' })).toThrow(/TANKER_REQUIRE_STANDBY maybe: give yes or no/)
  expect(settingsOf({})).toMatchObject({ databaseWaitMs: 60_000, requireStandby: false })
})
