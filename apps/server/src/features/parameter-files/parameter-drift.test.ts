import { crc32 } from 'node:zlib'
import type { FileComparison, ParameterDrift } from '@tanker/contract/parameter-drift'
import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { compareFiles } from './compare-files-job.ts'
import { SCREEN_FILE } from './test-parameter-files.ts'

const SCREEN = 9
const LIST = '/reports/setting/device_parameter/params_files'
const HOUR_MS = 3_600_000

let server: TestApi
let anna: SignedIn
let ben: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await server.database.pool.query('DELETE FROM compartment')
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(() => server.close())
beforeEach(() =>
  server.database.pool.query(
    `TRUNCATE device_command, parameter_file, parameter_drift, parameter_backup, upgrade_file, command_file, firmware_file CASCADE`,
  ),
)

const truck = (plate = '苏A00001'): number => server.truckId(plate)
const at = (hours: number): Date => new Date(server.now.getTime() + hours * HOUR_MS)
const screen = (more: Readonly<Record<string, string | number>> = {}): Buffer =>
  Buffer.from(
    Object.entries(more).reduce((text, [key, value]) => text.replace(new RegExp(`^${key}=.*$`, 'm'), `${key}=${value}`), SCREEN_FILE),
  )
const compare = () => compareFiles(server.database.db)

/** What a truck reported and what is wanted, as reads and sends store it. */
async function keep(reported: Buffer | null, wanted: Buffer | null, hours = 0, truckId = truck()): Promise<void> {
  await server.database.pool.query(
    `INSERT INTO parameter_file (truck_id, file, reported, reported_at, wanted, wanted_at, wanted_by) VALUES ($1, $2, $3, $4, $5, $6, 'anna')
     ON CONFLICT (truck_id, file) DO UPDATE SET reported = excluded.reported, reported_at = excluded.reported_at, wanted = excluded.wanted,
       wanted_at = excluded.wanted_at`,
    [truckId, SCREEN, reported, reported && at(hours), wanted, wanted && at(0)],
  )
}
const stored = async () => {
  const { rows } = await server.database.pool.query(`SELECT path, wanted, reported, since FROM parameter_drift ORDER BY truck_id, place`)
  return rows
}
const drift = async (who = anna) => (await who.get<ParameterDrift>('/parameterFiles/drift', { truckId: truck(), file: SCREEN })).data
const listed = async (tab = '', more: object = {}, language = 'zh', who = anna) => {
  const filters = JSON.stringify({ scope: { organisationIds: [server.organisationId('A')] }, file: ['9'], ...more })
  return (await who.get<ReportRows>(`${LIST}${tab}/rows`, { filters }, { language })).data?.content ?? []
}
const decide = async (what: 'send' | 'accept', choices: string, more: object = {}) => {
  const { reportedCrc32: seen, wantedCrc32: wantedSeen } = await drift()
  const about = { truckId: truck(), file: SCREEN, seen: seen ?? 0, wantedSeen: wantedSeen ?? 0, choices, reason: '现场调整' }
  return anna.send('POST', `/parameterFiles/drift/${what}`, { ...about, ...more })
}
const ordered = async () =>
  (
    await server.database.pool.query<{ content: Buffer }>(
      `SELECT f.content FROM device_command o JOIN command_file f ON f.id = o.file_id WHERE o.kind = 'write-file' ORDER BY o.id`,
    )
  ).rows.map(({ content }) => content.toString())
const wanted = async () => (await server.database.pool.query<{ wanted: Buffer }>('SELECT wanted FROM parameter_file')).rows[0]?.wanted

test('a field keeps since when it differs, goes when it no longer does, and comments and what is not known are no drift', async () => {
  await keep(screen({ brightness: 60, userPwd: '1' }), screen(), 1)
  await compare()
  expect(await stored()).toEqual([
    { path: 'brightness', wanted: 80, reported: 60, since: at(1) },
    { path: 'userPwd', wanted: '***', reported: '***', since: at(1) },
  ])
  expect((await listed())[0]).toMatchObject({ state: 'drifted', differing: 2 })
  await keep(screen({ brightness: 50, language: 1 }), screen(), 3)
  await compare()
  expect(await stored()).toEqual([
    { path: 'brightness', wanted: 80, reported: 50, since: at(1) },
    { path: 'language', wanted: 0, reported: 1, since: at(3) },
  ])
  await keep(Buffer.concat([screen(), Buffer.from('# looked at\n')]), screen(), 4)
  await compare()
  expect([await stored(), (await listed())[0]]).toMatchObject([[], { state: 'as-wanted', differing: 0 }])
  await keep(screen(), null, 5)
  await compare()
  expect((await listed())[0]).toMatchObject({ state: 'read', differing: null })
  await keep(null, null)
  expect((await listed())[0]).toMatchObject({ state: 'never-read', differing: null })
  expect(await listed('', { state: ['drifted'] })).toEqual([])
})

test('a report that comes while files are compared is compared again, and the same bytes need no comparison to be as wanted', async () => {
  await keep(screen({ brightness: 60 }), screen())
  await compare()
  await keep(screen({ brightness: 61 }), screen(), 1)
  const { rows } = await server.database.pool.query('SELECT differing, compare_due FROM parameter_file')
  expect(rows).toEqual([{ differing: null, compare_due: true }])
  await keep(screen(), screen(), 2)
  expect((await listed())[0]).toMatchObject({ state: 'as-wanted' })
  await compare()
  expect(await stored()).toEqual([])
})

test('fields of a fleet are counted with the values that occur, lead to their trucks, and speak the language of the reader', async () => {
  const [one, two, three] = [truck('苏A00001'), truck('苏A00002'), truck('苏B00001')]
  await keep(screen({ brightness: 60, language: 1 }), screen(), 1, one)
  await keep(screen({ brightness: 60 }), screen(), 2, two)
  await keep(screen({ brightness: 30, userPwd: '1' }), screen(), 3, three)
  await compare()
  const rows = await listed('/fields')
  expect(rows).toMatchObject([
    { parameter: '屏幕亮度', trucks: 2, reportedValues: 1, values: '80 % → 60 % × 2', since: at(1).toISOString(), sending: 0 },
    { parameter: '主机语言', trucks: 1, values: '中文 → 英文 × 1' },
  ])
  expect((await listed('/fields', {}, 'en'))[1]).toMatchObject({ parameter: 'Language of the console', values: 'Chinese → English × 1' })
  const picked = JSON.stringify((rows[0]?.['leads'] as { picked: object } | undefined)?.picked)
  const filters = JSON.stringify({ scope: { organisationIds: [server.organisationId('A')] } })
  const found = (await anna.get<ReportRows>(`${LIST}/differences/rows`, { filters, picked })).data
  expect(found?.content.map(({ plate }) => (plate as { plate: string }).plate).toSorted()).toEqual(['苏A00001', '苏A00002'])
  expect(found?.content[0]).toMatchObject({ parameter: '屏幕亮度', wanted: '80 %', reported: '60 %', sending: false, wantedBy: 'anna' })
  expect(await listed('/differences', { search: '语言' })).toHaveLength(1)
  const bens = { scope: { organisationIds: [server.organisationId('B')] } }
  expect(await listed('/fields', bens, 'zh', ben)).toMatchObject([
    { trucks: 1, values: '*** → *** × 1', reportedValues: null },
    { trucks: 1, values: '80 % → 30 % × 1', reportedValues: 1 },
  ])
})

test('what is wanted of a chosen field is sent, and the other field still differs', async () => {
  await keep(screen({ brightness: 60, language: 1 }), screen())
  await compare()
  expect((await drift()).fields).toMatchObject([
    { path: 'brightness', wanted: { en: '80 %' }, reported: { en: '60 %' }, since: at(0).toISOString(), own: false },
    { path: 'language', choice: 'language' },
  ])
  expect((await decide('send', 'brightness')).resultCode).toBe(200)
  expect(await ordered()).toEqual([screen({ language: 1 }).toString()])
  expect((await wanted())?.equals(screen())).toBe(true)
  expect((await listed('/differences'))[0]).toMatchObject({ sending: true })
  expect((await decide('accept', 'language')).message).toContain('正在下发')
})

test('what a truck reported is accepted with a reason that stands in the history, of one field or of all', async () => {
  const reported = Buffer.concat([screen({ brightness: 60, language: 1, userPwd: '99' }), Buffer.from('# by hand\n')])
  await keep(reported, screen())
  expect((await decide('accept', 'brightness', { reason: ' ' })).resultCode).not.toBe(200)
  expect((await decide('accept', 'brightness')).resultCode).toBe(200)
  expect((await wanted())?.toString()).toBe(screen({ brightness: 60 }).toString())
  expect((await decide('accept', 'language,userPwd')).resultCode).toBe(200)
  // Nothing differs any more, so a comment does not either.
  expect((await wanted())?.equals(reported)).toBe(true)
  expect(await ordered()).toEqual([])
  const { rows } = await server.database.pool.query(
    `SELECT action, old, new FROM change_log WHERE entity = 'parameter_file' AND action = 'confirm' ORDER BY id`,
  )
  const about = { file: 'ui.cfg', reason: '现场调整', accepted: true }
  expect(rows).toEqual([
    { action: 'confirm', old: { brightness: 80 }, new: { brightness: 60, ...about } },
    { action: 'confirm', old: { language: 0, userPwd: '***' }, new: { language: 1, userPwd: '***', ...about } },
  ])
})

test('a decision on what has changed since, on nothing, and on another organisation’s truck is refused', async () => {
  await keep(screen({ brightness: 60 }), screen())
  expect((await decide('send', 'brightness', { seen: 1 })).message).toContain('车上的参数文件已变化')
  expect((await decide('accept', 'brightness', { seen: 1 })).message).toContain('车上的参数文件已变化')
  expect((await decide('send', 'brightness', { wantedSeen: 1 })).message).toContain('期望值已变化')
  expect((await decide('accept', 'brightness', { wantedSeen: 1 })).message).toContain('期望值已变化')
  expect((await decide('accept', 'language')).message).toBe('没有修改任何参数。')
  expect((await ben.get('/parameterFiles/drift', { truckId: truck(), file: SCREEN })).resultCode).not.toBe(200)
  await keep(screen(), null)
  expect((await decide('accept', 'brightness')).message).toContain('没有期望值')
})

const compared = (more: object, who = anna) =>
  who.get<FileComparison>('/parameterFiles/comparison', { truckId: truck(), file: SCREEN, ...more } as never)
const differing = async (more: object) =>
  (await compared(more)).data.fields.filter(({ differs }) => differs).map(({ path, first, second }) => [path, first?.en, second?.en])
const copy = (more: object) =>
  anna.send('POST', '/parameterFiles/copy', { truckId: truck(), file: SCREEN, seen: crc32(screen()), reason: '与样车一致', ...more })

test('a file is compared with another truck’s, a backup, one of the library, what is wanted and what it was a day before', async () => {
  const { pool } = server.database
  await keep(screen(), screen({ hideVol: 1 }))
  await keep(screen({ brightness: 60, cabinCount: 4, userPwd: '1' }), null, 0, truck('苏A00002'))
  expect(await differing({ secondTruckId: truck('苏A00002') })).toEqual([
    ['brightness', '80 %', '60 %'],
    ['cabinCount', '3', '4'],
    ['userPwd', undefined, undefined],
  ])
  const { fields } = (await compared({ secondTruckId: truck('苏A00002') })).data
  expect(fields).toHaveLength(18)
  expect(fields.filter(({ own, differs }) => own && differs).map(({ path }) => path)).toEqual(['cabinCount', 'userPwd'])
  expect(await differing({ secondState: 'wanted' })).toEqual([['hideVol', 'Off', 'On']])
  const { rows: backups } = await pool.query<{ id: number }>(
    `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source) VALUES ($1, $2, $3, $4, 'anna', 0, 'manual') RETURNING id`,
    [truck(), SCREEN, screen({ language: 1 }), server.now],
  )
  const { rows: library } = await pool.query<{ id: number }>(
    `WITH kept AS (INSERT INTO command_file (content) VALUES ($1) RETURNING id)
     INSERT INTO upgrade_file (organisation_id, type, description, release, file_id, file_name, size_bytes, crc32, parameter_file, uploaded_by, uploaded_at)
     SELECT $2, 'console-parameters', '样车', '1', id, 'ui.cfg', 10, 0, 9, 'anna', $3 FROM kept RETURNING id`,
    [screen({ fastPrint: 1 }), server.organisationId('A'), server.now],
  )
  expect(await differing({ firstBackupId: backups[0]?.id, secondUpgradeFileId: library[0]?.id })).toEqual([
    ['fastPrint', 'Off', 'On'],
    ['language', 'English', 'Chinese'],
  ])
  const offered = await anna.get('/parameterFiles/contents', { truckId: truck(), file: SCREEN })
  expect(offered.data).toMatchObject({ backups: [{ id: backups[0]?.id }], upgradeFiles: [{ description: '样车' }] })
  // Read 25 hours ago, and again 23 hours ago: the first is what it had the day before.
  for (const [hours, brightness] of [
    [-25, 10],
    [-23, 20],
  ] as const)
    await pool.query(
      `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, tries, max_tries, ordered_by, ordered_at, finished_at, answer)
       VALUES ($1, $2, 'read-file', '{"file": 9}', 'done', 1, 3, 'anna', $3, $3, $4)`,
      [truck(), server.organisationId('A'), at(hours), screen({ brightness })],
    )
  expect(await differing({ firstState: 'day-before' })).toEqual([['brightness', '10 %', '80 %']])
  const unknown = (await compared({ secondTruckId: truck('苏A00002'), secondState: 'day-before' })).data
  expect(unknown).toMatchObject({ second: { isKnown: false, at: null }, fields: [] })
})

test('chosen fields of another truck are written to the truck, its own and its other drift stay, and passwords are not copied', async () => {
  await keep(screen(), screen({ hideVol: 1 }))
  await keep(screen({ brightness: 60, language: 1, cabinCount: 4, userPwd: '1' }), null, 0, truck('苏A00002'))
  const from = { secondTruckId: truck('苏A00002') }
  expect((await copy({ ...from, choices: 'userPwd' })).message).toContain('密码不能从其他车辆')
  expect((await copy({ ...from, choices: 'brightness,cabinCount' })).message).toContain('本车专有')
  expect((await copy({ ...from, choices: 'brightness', seen: 1 })).message).toContain('车上的参数文件已变化')
  expect((await copy({ ...from, choices: 'brightness', secondState: 'day-before' })).message).toContain('没有所选的内容')
  expect((await copy({ ...from, choices: 'brightness' })).resultCode).toBe(200)
  expect(await ordered()).toEqual([screen({ brightness: 60 }).toString()])
  const { rows } = await server.database.pool.query(
    `SELECT convert_from(wanted, 'UTF8') AS wanted FROM parameter_file WHERE truck_id = $1`,
    [truck()],
  )
  expect(rows).toEqual([{ wanted: screen({ brightness: 60, hideVol: 1 }).toString() }])
})

test('a content of another organisation, and a backup without the right to see backups, are refused', async () => {
  await keep(screen(), null)
  await keep(screen(), null, 0, truck('苏B00001'))
  expect((await compared({ secondTruckId: truck('苏B00001') })).resultCode).not.toBe(200)
  expect((await copy({ secondTruckId: truck('苏B00001'), choices: 'brightness' })).resultCode).not.toBe(200)
  const { pool } = server.database
  await pool.query(`DELETE FROM role_grant WHERE permission = '*'`)
  await pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'setting/device_parameter/params_files' FROM role WHERE name = '调度员'`,
  )
  try {
    const limited = await server.signIn('anna')
    expect((await compared({ secondState: 'wanted' }, limited)).resultCode).toBe(200)
    expect((await compared({ secondBackupId: 1 }, limited)).message).toContain('权限')
    expect((await compared({ firstUpgradeFileId: 1 }, limited)).message).toContain('权限')
  } finally {
    await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  }
})
