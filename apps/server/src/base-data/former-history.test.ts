import type { EntityHistory } from '@tanker/contract/base-data/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../platform/changes/record-change.ts'
import { startGrantedApi, type TestApi } from '../platform/http/test-api.ts'

let server: TestApi
beforeAll(async () => {
  ;({ server } = await startGrantedApi())
})
afterAll(() => server.close())

test('entries of a former release, whose names have changed since, stand in the history of their rows', async () => {
  const anna = await server.signIn('anna')
  const { rows } = await server.database.pool.query<{ id: number; parent_id: number }>(
    `SELECT id, parent_id FROM organisation WHERE code = 'A'`,
  )
  const own = rows[0] ?? { id: 0, parent_id: 0 }
  const { rows: roles } = await server.database.pool.query<{ id: number }>(
    `INSERT INTO role (organisation_id, name) VALUES ($1, '旧角色') RETURNING id`,
    [own.id],
  )
  const roleId = roles[0]?.id ?? 0
  const writer = { id: anna.userId, userName: 'anna', at: new Date('2026-05-01T08:00:00Z') }
  await server.database.db.transaction().execute((db) =>
    recordChanges(db, writer, [
      { entity: 'company', rowId: own.id, organisationId: own.id, action: 'change', old: { name: '旧名' }, new: { name: '甲运输' } },
      { entity: 'role', rowId: roleId, organisationId: own.id, action: 'create', old: null, new: { companyId: own.id, name: '旧角色' } },
      {
        entity: 'role',
        rowId: roleId,
        organisationId: own.id,
        action: 'change',
        old: { functions: [] },
        new: { functions: ['monitor/cargo_transport'] },
      },
    ]),
  )
  const historyOf = async (path: string, id: number) =>
    (await anna.get<EntityHistory>(`/baseData/${path}/history`, { id }, { language: 'en' })).data.map(({ changes }) =>
      changes.map(({ label, before, after }) => [label, before, after]),
    )
  expect(await historyOf('organisation', own.id)).toContainEqual([['Name', '旧名', '甲运输']])
  expect((await historyOf('role', roleId)).flat()).toEqual(
    expect.arrayContaining([
      ['Organisation', '', '甲运输'],
      ['Permissions', '', expect.stringContaining('transport')],
    ]),
  )
})
