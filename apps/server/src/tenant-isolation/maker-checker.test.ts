import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { ApprovalDetail, PendingApprovals } from '@tanker/contract/fence-approvals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  // A third person of the carrier, whose changes anna may approve and the other way round.
  await server.database.pool.query(
    `UPDATE app_user SET organisation_id = (SELECT id FROM organisation WHERE code = 'A') WHERE user_name = 'water';
     UPDATE app_user SET role_id = (SELECT id FROM role WHERE name = '调度员') WHERE user_name = 'water'`,
  )
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
}, 30_000)
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('DELETE FROM fence; DELETE FROM fence_approval'))

const shape = (radiusM: number): string => `{"shape":"circle","lng":120.62,"lat":31.32,"radiusM":${radiusM}}`
const drawnBy = async (user: SignedIn): Promise<EntityRow> => {
  const form = { name: '东区', organisationId: server.organisationId('A'), kind: 'custom', shape: shape(200) }
  return (await user.send<EntityRow>('POST', '/baseData/user_enclosure', form)).data
}
const redrawnBy = (user: SignedIn, { id, version }: EntityRow, radiusM: number) =>
  user.send<EntityRow>('PUT', '/baseData/user_enclosure', {
    id,
    version,
    name: '东区',
    organisationId: server.organisationId('A'),
    kind: 'custom',
    shape: shape(radiusM),
  })
const seenBy = async (user: SignedIn): Promise<PendingApprovals[number]> => {
  const [request] = (await user.get<PendingApprovals>('/fenceApproval')).data
  if (!request) throw new Error('nothing waits for approval')
  return request
}
const decide = (user: SignedIn, { id, version }: { id: number; version: number }, status = 'approved', note = '') =>
  user.send('PUT', '/fenceApproval', { ids: id, versions: version, status, note })
const inForce = async (): Promise<number | null> => {
  const { rows } = await server.database.pool.query<{ radius: number }>(
    `SELECT (shape ->> 'radiusM')::int AS radius FROM fence WHERE status = 'approved'`,
  )
  return rows[0]?.radius ?? null
}

describe('[T25] maker-checker on fences', () => {
  test('the author of a fence may not approve it: refused with the reason in both languages, and nothing changes; another user may', async () => {
    await drawnBy(anna)
    const request = await seenBy(anna)
    expect(await decide(anna, request)).toMatchObject({ resultCode: 409, message: '不能审批自己提交的修改（东区），请由他人审批。' })
    const english = await anna.send('PUT', '/fenceApproval', { ids: request.id, versions: 1, status: 'approved' }, { language: 'en' })
    expect(english.message).toBe('You made this change yourself (东区); someone else must approve it.')
    expect(await inForce()).toBeNull()
    expect(await seenBy(admin)).toEqual(request)
    expect((await anna.send<ApprovalDetail>('POST', '/fenceApproval/id', { id: request.id })).data.isMine).toBe(true)
    expect((await decide(admin, request)).resultCode).toBe(200)
    expect(await inForce()).toBe(200)
  })

  test('an administrator is no exception', async () => {
    await drawnBy(admin)
    expect((await decide(admin, await seenBy(admin))).resultCode).toBe(409)
    expect((await decide(anna, await seenBy(anna))).resultCode).toBe(200)
  })

  test('a fence changed after the checker loaded it is not approved', async () => {
    const row = await drawnBy(anna)
    const seen = await seenBy(admin)
    await redrawnBy(anna, row, 5000)
    expect(await decide(admin, seen)).toMatchObject({
      resultCode: 409,
      message: '围栏在您查看后又被修改（东区），请重新查看后再审批。',
    })
    expect(await inForce()).toBeNull()
    expect((await decide(admin, await seenBy(admin))).resultCode).toBe(200)
    expect(await inForce()).toBe(5000)
  })

  test('any contributor to a pending change may not approve it, even if another user saved it last', async () => {
    const third = await server.signIn('water')
    const row = await drawnBy(anna)
    const changed = await redrawnBy(third, row, 300)
    expect(changed.resultCode).toBe(200)
    for (const maker of [anna, third]) expect((await decide(maker, await seenBy(maker))).resultCode).toBe(409)
    expect((await decide(admin, await seenBy(admin))).resultCode).toBe(200)
  })

  test('a maker may withdraw a pending change; a later change then has only its own author', async () => {
    const third = await server.signIn('water')
    const row = await drawnBy(anna)
    expect((await decide(anna, await seenBy(anna), 'refused', '画错了')).resultCode).toBe(200)
    const { version } = (await third.get<EntityRow>('/baseData/user_enclosure', { id: row.id })).data
    await redrawnBy(third, { ...row, version }, 400)
    expect((await decide(third, await seenBy(third))).resultCode).toBe(409)
    expect((await decide(anna, await seenBy(anna))).resultCode).toBe(200)
  })

  test('the database itself refuses an approval by the maker', async () => {
    await drawnBy(anna)
    await expect(
      server.database.pool.query(`UPDATE fence_approval SET status = 'approved', approved_at = now(), approver_id = maker_ids[1]`),
    ).rejects.toThrow(/check constraint/)
  })

  test('approval fields in a form are ignored', async () => {
    const form = { name: '西区', organisationId: server.organisationId('A'), kind: 'custom', shape: shape(200) }
    const forged = {
      ...form,
      approval: 'approved',
      approver: admin.userId,
      maker_ids: admin.userId,
      inForce: 'true',
      wanted_shape: shape(9),
    }
    const { data } = await anna.send<EntityRow>('POST', '/baseData/user_enclosure', forged)
    expect(data.values).toMatchObject(form)
    expect(await inForce()).toBeNull()
    expect((await seenBy(admin)).modifier).toBe('anna')
  })
})
