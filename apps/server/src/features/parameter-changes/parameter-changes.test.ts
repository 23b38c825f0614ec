import { crc32 } from 'node:zlib'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { SCREEN_FIELDS, SCREEN_FILE, seedParameterFiles } from '../parameter-files/test-parameter-files.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
const SCREEN = 9

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await seedParameterFiles(server)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE device_command CASCADE'))

const truckId = (): number => server.truckId('苏A00001')
const changes = async (who: SignedIn, more: object = {}, language = 'zh') => {
  const day = 86_400_000
  const filters = {
    scope: { truckIds: [truckId()], organisationIds: [] },
    period: { from: new Date(server.now.getTime() - day).toISOString(), to: new Date(server.now.getTime() + day).toISOString() },
    ...more,
  }
  const path = '/reports/setting/alarm_threshold/modify_record/rows'
  const rows = (await who.get<ReportRows>(path, { filters: JSON.stringify(filters), size: 200 }, { language })).data?.content ?? []
  // The clock of the tests stands still: the newest has the greatest number.
  return rows.toSorted((one, other) => changeOf(other) - changeOf(one))
}
const changeOf = ({ id }: { readonly id?: unknown }): number => Number(String(id).split('-')[0])
const seen = async (): Promise<number> =>
  (
    await server.database.pool.query<{ seen: number }>(
      `SELECT (value ->> 'count')::int AS seen FROM setting WHERE name = 'threshold changes'`,
    )
  ).rows[0]?.seen ?? 0
const setThreshold = async (values: string, who = anna) =>
  who.send('POST', '/thresholds', { truckIds: String(truckId()), values, reason: '限速调整', seen: await seen() })
/** By the id of a row: the change and the parameter in it. */
const restore = (call: 'parameterChanges' | 'thresholdChanges', rowId: unknown, who = anna) => {
  const [changeId = '', name = ''] = String(rowId).split('-')
  return who.send('POST', `/${call}/restore`, { changeId, name, reason: '改错了' })
}
const sendScreen = (fields: object) =>
  anna.send('POST', '/parameterFiles', {
    truckId: truckId(),
    file: SCREEN,
    seen: crc32(Buffer.from(SCREEN_FILE)),
    maxTries: 3,
    reason: '夜间太亮',
    content: JSON.stringify({ fields: { ...SCREEN_FIELDS, ...fields }, groups: {} }),
  })

test('a threshold stands in the list with old and new value in words, and is restored to what it was: inherited', async () => {
  expect((await setThreshold('overspeedKmh=65')).resultCode).toBe(200)
  expect((await setThreshold('overspeedKmh=70')).resultCode).toBe(200)
  const [second, first] = await changes(anna)
  expect(first).toMatchObject({ source: 'threshold', subject: '苏A00001', old: '继承上级', new: '65 km/h', mode: 'set', operator: 'anna' })
  expect(second).toMatchObject({ old: '65 km/h', new: '70 km/h', state: 'done', note: '限速调整' })
  expect((await changes(anna, {}, 'en'))[1]).toMatchObject({ old: 'Inherited', new: '65 km/h' })
  expect((await restore('thresholdChanges', second?.['id'])).resultCode).toBe(200)
  expect((await changes(anna))[0]).toMatchObject({ old: '70 km/h', new: '65 km/h', mode: 'restored', note: '改错了' })
  // The same once more changes nothing.
  expect(await restore('thresholdChanges', second?.['id'])).toMatchObject({ resultCode: 409 })
  expect((await restore('thresholdChanges', first?.['id'])).resultCode).toBe(200)
  expect((await changes(anna))[0]).toMatchObject({ old: '65 km/h', new: '继承上级' })
})

test('a field of a parameter file stands in the list under its label; the old value is sent again, a password is not', async () => {
  expect((await sendScreen({ brightness: 50, keyboardType: 1, userPwd: '0815' })).resultCode).toBe(200)
  const rows = await changes(anna, { source: ['file'] })
  expect(rows.map(({ parameter, old, new: fresh, state, file }) => [parameter, old, fresh, state, file]).toSorted()).toEqual(
    [
      ['屏幕亮度', '80 %', '50 %', 'waiting', 'ui.cfg'],
      ['用户密码', '***', '***', 'waiting', 'ui.cfg'],
      ['键盘类型', '20键', '4键', 'waiting', 'ui.cfg'],
    ].toSorted(),
  )
  const brightness = rows.find(({ parameter }) => parameter === '屏幕亮度')
  const password = rows.find(({ parameter }) => parameter === '用户密码')
  expect(await restore('parameterChanges', password?.['id'])).toMatchObject({ resultCode: 409 })
  // While it is being sent the old value is on the truck still.
  expect((await restore('parameterChanges', brightness?.['id'])).resultCode).not.toBe(200)
  await server.database.pool.query('TRUNCATE device_command CASCADE')
  await server.database.pool.query(`UPDATE parameter_file SET reported = $1 WHERE truck_id = $2 AND file = $3`, [
    Buffer.from(SCREEN_FILE.replace('brightness=80', 'brightness=50')),
    truckId(),
    SCREEN,
  ])
  expect((await restore('parameterChanges', brightness?.['id'])).resultCode).toBe(200)
  expect((await changes(anna, { mode: ['restored'], source: ['file'] }))[0]).toMatchObject({
    parameter: '屏幕亮度',
    old: '50 %',
    new: '80 %',
  })
})

test('another organisation neither sees a change nor restores it, and a change of another kind is not restored by that call', async () => {
  await setThreshold('offlineMin=20')
  const [row] = await changes(anna)
  expect(await changes(ben)).toEqual([])
  expect((await restore('thresholdChanges', row?.['id'], ben)).resultCode).toBe(400)
  expect((await restore('parameterChanges', row?.['id'])).resultCode).toBe(400)
  expect((await restore('thresholdChanges', '999999-offlineMin')).resultCode).toBe(400)
  expect((await restore('thresholdChanges', String(row?.['id']).replace('offlineMin', 'overspeedKmh'))).resultCode).toBe(400)
})

test('[3.8-06] a change has its parameter, compartment or serial, file, old and new value, mode and remark', async () => {
  const { data: view } = await anna.get<ReportView>('/reports/setting/alarm_threshold/modify_record', {}, { language: 'en' })
  const names = view.columns.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['parameter', 'place', 'file', 'old', 'new', 'mode', 'note']))
})

test('the list is cut by parameter, kind, and operator', async () => {
  await setThreshold('overspeedKmh=75,offlineMin=25')
  expect((await changes(anna, { search: 'offlineMin', source: ['threshold'] })).every(({ id }) => String(id).endsWith('-offlineMin'))).toBe(
    true,
  )
  expect(await changes(anna, { operator: '没有这个人' })).toEqual([])
  expect((await changes(anna, { source: ['terminal'] })).length).toBe(0)
})
