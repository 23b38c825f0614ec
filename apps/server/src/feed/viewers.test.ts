import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sessions, sessionsIn } from '../platform/access/sessions.ts'
import { startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { viewers } from './viewers.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())

test('a client that connects while the sessions are being read is not treated as signed out', async () => {
  const sessions = sessionsIn(server.database.db, () => server.now, null)
  const from = { ip: '127.0.0.1', claimedIp: '', claimedArea: '' }
  const hashes = await Promise.all(
    ['anna', 'ben'].map(async (userName) => {
      const { id } = await server.database.db
        .selectFrom('app_user')
        .where('user_name', '=', userName)
        .select('id')
        .executeTakeFirstOrThrow()
      const { secret } = await sessions.begin(id, from)
      return createHash('sha256').update(secret).digest()
    }),
  )
  const [early, late] = hashes as [Buffer, Buffer]
  const open = [early]
  let arrive = (): void => {}
  const underWay: Sessions = {
    ...sessions,
    async stillAlive(asked) {
      const alive = await sessions.stillAlive(asked)
      arrive()
      return alive
    },
  }
  const seers = viewers(server.database.db, underWay)
  arrive = () => {
    arrive = () => {}
    open.push(late)
    seers.invalidate()
  }
  await seers.refresh(() => [...open])
  expect(seers.userOf(early)?.userName).toBe('anna')
  expect(seers.userOf(late)).toBeUndefined()

  await seers.refresh(() => [...open])
  expect(seers.userOf(late)?.userName).toBe('ben')
  await server.database.db.updateTable('session').set({ ended_at: server.now }).where('secret_hash', '=', late).execute()
  seers.invalidate()
  await seers.refresh(() => [...open])
  expect(seers.userOf(late)).toBeNull()
})
