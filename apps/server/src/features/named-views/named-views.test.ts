import type { NamedViews, ViewContent } from '@tanker/contract/named-views'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission)
     SELECT id, unnest(ARRAY['monitor/alarm_record', 'monitor/offline_truck']) FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
}, 60_000)
beforeEach(() => server.database.pool.query('TRUNCATE named_view, named_view_role, named_view_default, quick_visit'))
afterAll(() => server.close())

const report = 'monitor/alarm_record'
const content = (more: Partial<ViewContent> = {}): ViewContent => ({
  filters: { when: { period: 'yesterday' }, plate: 'A' },
  hidden: ['driver'],
  shown: [],
  sortBy: 'startedAt',
  sortOrder: 'desc',
  rateUnit: 'permille',
  ...more,
})
const save = async (who: SignedIn, name: string, more: Partial<ViewContent> = {}, of = report) =>
  who.send<{ id: number }>('POST', '/namedViews', { report: of, name, content: JSON.stringify(content(more)) })
const saved = async (who: SignedIn, name: string, more: Partial<ViewContent> = {}): Promise<number> => {
  const { resultCode, message, data } = await save(who, name, more)
  if (resultCode !== 200) throw new Error(message)
  return data.id
}
const viewsOf = async (who: SignedIn) => (await who.get<NamedViews>('/namedViews')).data.views
const namesOf = async (who: SignedIn) => (await viewsOf(who)).map(({ name }) => name)
const roleId = async (name: string): Promise<number> =>
  (await server.database.pool.query<{ id: number }>('SELECT id FROM role WHERE name = $1', [name])).rows[0]?.id ?? 0
const share = async (who: SignedIn, id: number, ...roles: string[]) =>
  who.send('PUT', '/namedViews/roles', { id, roleIds: (await Promise.all(roles.map(roleId))).join(',') })

test('a view is saved, renamed, saved again and deleted by its owner, each with a row in the history', async () => {
  const id = await saved(anna, 'Yesterday')
  expect(await viewsOf(anna)).toEqual([
    { id, report, name: 'Yesterday', content: content(), sharedBy: null, roles: [], isDefault: false, narrowed: false },
  ])
  expect((await anna.send('PUT', '/namedViews', { id, name: 'The day before' })).resultCode).toBe(200)
  const next = content({ sortOrder: 'asc', picked: { plate: null } })
  expect((await anna.send('PUT', '/namedViews', { id, content: JSON.stringify(next) })).resultCode).toBe(200)
  expect(await viewsOf(anna)).toMatchObject([{ name: 'The day before', content: next }])
  expect((await anna.send('DELETE', '/namedViews', { id })).resultCode).toBe(200)
  expect(await viewsOf(anna)).toEqual([])
  const { rows } = await server.database.pool.query(
    `SELECT action, user_name FROM change_log WHERE entity = 'named_view' AND row_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['create', 'change', 'change', 'delete'])
})

test('a name is unique for a user and a list, in any case of letters; the refusal names the field', async () => {
  const id = await saved(anna, 'Late')
  expect(await save(anna, 'LATE')).toMatchObject({ resultCode: 400, data: { fields: { name: { en: expect.stringMatching(/already/) } } } })
  const other = await saved(anna, 'Later')
  expect(await anna.send('PUT', '/namedViews', { id: other, name: 'late' })).toMatchObject({ resultCode: 400, data: { fields: {} } })
  // Its own name in other letters is no other one; other lists and users have their own names.
  expect((await anna.send('PUT', '/namedViews', { id, name: 'LATE' })).resultCode).toBe(200)
  expect((await save(anna, 'Late', {}, 'monitor/offline_truck')).resultCode).toBe(200)
  expect((await save(ben, 'Late')).resultCode).toBe(200)
  const both = await Promise.all([save(anna, 'At once'), save(anna, 'at once')])
  expect(both.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
})

test('what is no view, a list that the role does not grant, and an empty or long name are refused', async () => {
  const carl = await server.signIn('carl')
  expect((await save(carl, 'Mine')).resultCode).toBe(401)
  expect((await save(anna, 'Mine', {}, 'monitor/no_such_list')).resultCode).toBe(401)
  expect((await save(anna, 'Mine', {}, 'monitor/cargo_transport')).resultCode).toBe(401)
  expect(await save(anna, ' ')).toMatchObject({ resultCode: 400, message: expect.stringContaining('name') })
  expect(await save(anna, 'x'.repeat(61))).toMatchObject({ resultCode: 400, message: expect.stringContaining('name') })
  for (const wrong of [
    '[',
    '{}',
    JSON.stringify({ ...content(), more: 1 }),
    JSON.stringify(content({ filters: { x: { a: 1 } as never } })),
  ])
    expect((await anna.send('POST', '/namedViews', { report, name: 'x', content: wrong })).resultCode, wrong).toBe(400)
  expect(await viewsOf(anna)).toEqual([])
})

test('a user saves at most a hundred views', async () => {
  await server.database.pool.query(
    `INSERT INTO named_view (user_id, report, name, content, changed_at) SELECT $1, $2, n::text, $3, now() FROM generate_series(1, 99) n`,
    [anna.userId, report, content()],
  )
  const both = await Promise.all([save(anna, 'a'), save(anna, 'b')])
  expect(both.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
  expect(await viewsOf(anna)).toHaveLength(100)
})

test('a shared view is opened by users with the role, who cannot change it; without the share it is gone for them', async () => {
  const id = await saved(admin, 'For dispatchers')
  await saved(ben, 'Of Ben')
  expect(await namesOf(ben)).toEqual(['Of Ben'])
  expect((await share(admin, id, '调度员')).resultCode).toBe(200)
  // The owner belongs to an organisation above, which Ben does not see.
  expect(await viewsOf(ben)).toMatchObject([
    { name: 'Of Ben', sharedBy: null },
    { name: 'For dispatchers', sharedBy: '上级组织的用户', roles: [] },
  ])
  expect(await viewsOf(admin)).toMatchObject([{ name: 'For dispatchers', sharedBy: null, roles: [{ name: '调度员' }] }])
  expect((await ben.send('PUT', '/namedViews', { id, name: 'x' })).resultCode).toBe(400)
  expect((await ben.send('DELETE', '/namedViews', { id })).resultCode).toBe(400)
  expect((await share(admin, id)).resultCode).toBe(200)
  expect(await namesOf(ben)).toEqual(['Of Ben'])
  const { rows } = await server.database.pool.query(
    `SELECT action, old, new FROM change_log WHERE entity = 'named_view' AND row_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows.slice(1)).toEqual([
    { action: 'share', old: { name: 'For dispatchers', roles: [] }, new: { name: 'For dispatchers', roles: ['调度员'] } },
    { action: 'unshare', old: { name: 'For dispatchers', roles: ['调度员'] }, new: { name: 'For dispatchers', roles: [] } },
  ])
})

test('sharing needs its right, and reaches only roles that the user may assign', async () => {
  const own = await saved(anna, 'Mine')
  expect((await share(anna, own, '调度员')).resultCode).toBe(401)
  expect((await anna.get<NamedViews>('/namedViews')).data.mayShare).toBe(false)
  await server.database.pool.query(
    `INSERT INTO role (organisation_id, name) VALUES ($1, '甲队长');
     `.replace('$1', String(server.organisationId('A'))),
  )
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'views:share' FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
  )
  const roles = await anna.get<{ name: string }[]>('/namedViews/roles')
  expect(roles.data.map(({ name }) => name)).toEqual(['甲队长'])
  expect((await share(anna, own, '甲队长')).resultCode).toBe(200)
  // A role of the organisation above, and one with more permissions than Anna has.
  expect(await share(anna, own, '调度员')).toMatchObject({
    resultCode: 400,
    data: { fields: { roleIds: { en: expect.stringMatching(/may assign/) } } },
  })
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '甲队长'`)
  expect((await anna.get<unknown[]>('/namedViews/roles')).data).toEqual([])
  // What is shared already may stay or be taken back.
  expect((await share(anna, own, '甲队长')).resultCode).toBe(200)
  expect((await share(anna, own)).resultCode).toBe(200)
  await server.database.pool.query(`DELETE FROM role_grant WHERE permission = 'views:share'; DELETE FROM role WHERE name = '甲队长'`)
})

test('trucks and organisations that the reader of a shared view does not see are left out of it', async () => {
  const [ofA, ofB] = [server.truckId('苏A00001'), server.truckId('苏B00001')]
  const trucks = await saved(admin, 'Trucks', { filters: { scope: { truckIds: [ofA, ofB], organisationIds: [] } } })
  const foreign = await saved(admin, 'Whole B', { filters: { scope: { organisationIds: [server.organisationId('B')] } } })
  for (const id of [trucks, foreign]) await share(admin, id, '调度员')
  expect(await viewsOf(anna)).toMatchObject([
    { name: 'Trucks', narrowed: true, content: { filters: { scope: { truckIds: [ofA], organisationIds: [] } } } },
    { name: 'Whole B', narrowed: true, content: { filters: { scope: { own: true } } } },
  ])
  expect(await viewsOf(ben)).toMatchObject([{ narrowed: true }, { narrowed: false }])
  expect(await viewsOf(admin)).toMatchObject([{ narrowed: false }, { narrowed: false }])
})

test('what was picked in a chart, and places and drivers of a filter, are left out where the reader does not see them', async () => {
  const { pool } = server.database
  const ranks = 'cargo_monitor/data_analysis/loss_month_rank'
  const losses = 'cargo_monitor/data_analysis/truck_loss'
  const deliveries = 'cargo_monitor/event_report/delivery_record'
  const safety = 'active_safety/exception_report/alarm_adas_can'
  await pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, unnest($1::text[]) FROM role WHERE name = '调度员' ON CONFLICT DO NOTHING`,
    [[ranks, losses, deliveries, safety]],
  )
  const nameOf = async (key: 'A' | 'B') =>
    (await pool.query<{ name: string }>('SELECT name FROM organisation WHERE id = $1', [server.organisationId(key)])).rows[0]?.name ?? ''
  const shared = async (name: string, of: string, more: Partial<ViewContent>): Promise<void> => {
    const { data, message } = await save(admin, name, { filters: {}, ...more }, of)
    if (!data) throw new Error(message)
    await share(admin, data.id, '调度员')
  }
  const driver = async (key: 'A' | 'B', name: string): Promise<number> =>
    (
      await pool.query<{ id: number }>(
        `INSERT INTO driver (organisation_id, name, code) VALUES ($1::int, $2, '99' || $1::int) RETURNING id`,
        [server.organisationId(key), name],
      )
    ).rows[0]?.id ?? 0
  const [ofA, ofB] = [await driver('A', '甲司机'), await driver('B', '乙司机')]
  await shared('1', ranks, { picked: { name: await nameOf('A') } })
  await shared('2', ranks, { picked: { name: await nameOf('B') } })
  await shared('3', losses, { picked: { plate: String(server.truckId('苏A00001')) } })
  await shared('4', losses, { picked: { plate: String(server.truckId('苏B00001')) } })
  await shared('5', deliveries, { filters: { driver: [ofA, ofB] } })
  await shared('6', deliveries, { filters: { driver: [ofB] } })
  await shared('7', safety, { picked: { ofTruck: `${server.truckId('苏A00001')}:苏A00001` } })
  await shared('8', safety, { picked: { ofTruck: `${server.truckId('苏B00001')}:苏B00001` } })
  const views = await viewsOf(anna)
  expect(views.map(({ narrowed }) => narrowed)).toEqual([false, true, false, true, true, true, false, true])
  expect(views.map(({ content: { picked } }) => picked)).toEqual([
    { name: await nameOf('A') },
    undefined,
    { plate: String(server.truckId('苏A00001')) },
    undefined,
    undefined,
    undefined,
    { ofTruck: `${server.truckId('苏A00001')}:苏A00001` },
    undefined,
  ])
  expect(views.slice(4, 6).map(({ content: { filters } }) => filters)).toEqual([{ driver: [ofA] }, {}])
  expect((await viewsOf(admin)).some(({ narrowed }) => narrowed)).toBe(false)
})

test('roles of an own view that its owner no longer sees are not named', async () => {
  const { pool } = server.database
  const id = await saved(anna, 'Mine')
  await pool.query(`INSERT INTO role (organisation_id, name) VALUES ($1, '乙队长')`, [server.organisationId('B')])
  await pool.query('INSERT INTO named_view_role (view_id, role_id) VALUES ($1, $2)', [id, await roleId('乙队长')])
  expect(await viewsOf(anna)).toMatchObject([{ name: 'Mine', roles: [] }])
  await pool.query(`DELETE FROM named_view_role; DELETE FROM role WHERE name = '乙队长'`)
})

test('of two views that get the same name at once one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await saved(anna, `a${round}`), await saved(anna, `b${round}`)]
    const both = await Promise.all([one, other].map((id) => anna.send('PUT', '/namedViews', { id, name: `Same ${round}` })))
    expect(both.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
  }
})

test('a view of a list whose permission is gone is not listed', async () => {
  await saved(anna, 'Mine')
  await server.database.pool.query(
    `DELETE FROM role_grant WHERE permission = $1 AND role_id = (SELECT role_id FROM app_user WHERE id = $2)`,
    [report, anna.userId],
  )
  expect(await viewsOf(anna)).toEqual([])
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT role_id, $1 FROM app_user WHERE id = $2`, [
    report,
    anna.userId,
  ])
  expect(await namesOf(anna)).toEqual(['Mine'])
})

test('a list opens with the view that its user chose, until it chooses another or none, or the view is gone', async () => {
  const [first, second] = [await saved(anna, 'First'), await saved(anna, 'Second')]
  const setDefault = (id?: number) => anna.send('PUT', '/namedViews/default', { report, ...(id === undefined ? {} : { id }) })
  const defaults = async () => (await viewsOf(anna)).filter(({ isDefault }) => isDefault).map(({ name }) => name)
  await setDefault(first)
  await setDefault(second)
  expect(await defaults()).toEqual(['Second'])
  await setDefault()
  expect(await defaults()).toEqual([])
  await setDefault(first)
  await anna.send('DELETE', '/namedViews', { id: first })
  expect(await defaults()).toEqual([])
  expect((await setDefault(first)).resultCode).toBe(400)
  expect((await ben.send('PUT', '/namedViews/default', { report, id: second })).resultCode).toBe(400)
  expect((await anna.send('PUT', '/namedViews/default', { report: 'monitor/offline_truck', id: second })).resultCode).toBe(400)
})

test('a view stands in quick access once, beside its screen; one that the user may not open is refused', async () => {
  const id = await saved(anna, 'Mine')
  const add = (who: SignedIn, quickVisitUrl: string) => who.send('POST', '/addUserQuickVisit', { quickVisitUrl, quickVisitName: 'Mine' })
  expect((await add(anna, `/${report}`)).resultCode).toBe(200)
  expect((await add(anna, `/${report}?view=${id}`)).resultCode).toBe(200)
  expect(await add(anna, `${report}?view=${id}`)).toMatchObject({ resultCode: 400, message: '该视图已存在于快捷访问中。' })
  expect((await add(ben, `/${report}?view=${id}`)).resultCode).toBe(400)
  expect((await add(anna, `/monitor/offline_truck?view=${id}`)).resultCode).toBe(400)
  // It stays when the view is gone: its list says so.
  await anna.send('DELETE', '/namedViews', { id })
  const { data } = await anna.get<{ quickVisitUrl: string }[]>('/getUserQuickVisit')
  expect(data.map(({ quickVisitUrl }) => quickVisitUrl)).toEqual([`/${report}`, `/${report}?view=${id}`])
})
