import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stepCommand } from '../../device-commands/command-rows.ts'
import { knownCommands } from '../../device-commands/known-commands.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { upgradeCommand } from '../firmware/feature.ts'
import { parameterFiles } from '../parameter-files/feature.ts'
import { SCREEN_FILE } from '../parameter-files/test-parameter-files.ts'
import { advanceRollOuts } from './advance-roll-outs.ts'

const SCREEN = 9
const MINUTE_MS = 60_000
const COMMANDS = knownCommands([...(parameterFiles.commands ?? []), upgradeCommand])
const BEFORE = Buffer.from(SCREEN_FILE)
const BRIGHT = Buffer.from(SCREEN_FILE.replace('brightness=80', 'brightness=60'))

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let plates: readonly string[]
let ids: ReadonlyMap<string, number>
let began: Date

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query('DELETE FROM compartment')
  await pool.query(
    `INSERT INTO truck (organisation_id, plate, console_code, terminal_phone, terminal_id)
     SELECT $1, '苏R0000' || n, 'R' || n, '1300000000' || n, 'R' || n FROM generate_series(1, 6) n`,
    [server.organisationId('A')],
  )
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  began = server.now
})
afterAll(() => server.close())
beforeEach(async () => {
  server.now = new Date(began)
  const { pool } = server.database
  await pool.query(
    'TRUNCATE roll_out, roll_out_truck, device_command, parameter_file, parameter_drift, parameter_backup, upgrade_file, command_file, terminal_session, alarm CASCADE',
  )
  const { rows } = await pool.query<{ id: number; plate: string }>(`SELECT id, plate FROM truck WHERE plate LIKE '苏R%' ORDER BY plate`)
  plates = rows.map(({ plate }) => plate)
  ids = new Map(rows.map((row) => [row.plate, row.id]))
  for (const plate of plates) {
    await pool.query('INSERT INTO parameter_file (truck_id, file, reported, reported_at) VALUES ($1, $2, $3, $4)', [
      id(plate),
      SCREEN,
      BEFORE,
      began,
    ])
    await connect(plate)
  }
})

const id = (plate: string): number => ids.get(plate) ?? server.truckId(plate)
const connect = (plate: string) =>
  server.database.pool.query(
    `INSERT INTO terminal_session (truck_id, epoch, organisation_id, gateway, port, phone, terminal_id, address, connected_at, signed_in_at, seen_at)
     VALUES ($1, 1, $2, 'g', 1, '1', 'x', '1', $3, $3, $3)`,
    [id(plate), server.organisationId('A'), began],
  )
const disconnect = (plate: string) =>
  server.database.pool.query(`UPDATE terminal_session SET ended_at = $2, reason = 'terminal' WHERE truck_id = $1`, [id(plate), server.now])

async function library(type = 'console-parameters'): Promise<number> {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `WITH kept AS (INSERT INTO command_file (content) VALUES ($1) RETURNING id)
     INSERT INTO upgrade_file (organisation_id, type, description, release, file_id, file_name, size_bytes, crc32, parameter_file, uploaded_by, uploaded_at)
     SELECT $2, $3, '夜间亮度', '2', id, 'ui.cfg', 10, 0, CASE WHEN $3 = 'console-parameters' THEN 9 END, 'anna', $4 FROM kept RETURNING id`,
    [BRIGHT, server.organisationId('A'), type, began],
  )
  return rows[0]?.id ?? 0
}
const order = async (more: object = {}, who = anna) =>
  who.send<{ rollOutId: number }>('POST', '/rollOuts', {
    upgradeFileId: await library(),
    truckIds: plates.map(id).join(','),
    firstTrucks: 2,
    watchMin: 10,
    waveTrucks: 3,
    reason: '夜间太亮',
    ...more,
  })
const decide = (what: 'resume' | 'stop' | 'return', rollOutId: number, who = anna) =>
  who.send('POST', `/rollOuts/${what}`, { rollOutId, reason: '已查看' })
/** The job, as it runs some minutes later. */
const later = async (minutes: number): Promise<void> => {
  server.now = new Date(server.now.getTime() + minutes * MINUTE_MS)
  const jobs = parameterFiles.jobs?.({ connection: server.database } as never) ?? []
  for (const job of jobs) await job.run(() => false)
  await advanceRollOuts(server.database, server.now)
}
const rollOut = async () =>
  (await server.database.pool.query(`SELECT state, problem, problem_plate AS plate FROM roll_out ORDER BY id DESC LIMIT 1`)).rows[0]
/** States of the trucks, in their order. */
const states = async () =>
  (await server.database.pool.query<{ state: string }>('SELECT state FROM roll_out_truck ORDER BY place')).rows.map(({ state }) => state)

/** What a truck's console answers: it keeps what it had, takes what is sent, and reads it back. */
async function answer(plate: string, result: 'done' | 'failed' = 'done'): Promise<void> {
  const { pool } = server.database
  const { rows } = await pool.query<{ id: number; content: Buffer; had: Buffer }>(
    `UPDATE device_command o SET epoch = 1, state = 'sending' FROM command_file f, parameter_file p
     WHERE o.truck_id = $1 AND o.finished_at IS NULL AND f.id = o.file_id AND p.truck_id = o.truck_id RETURNING o.id, f.content, p.reported AS had`,
    [id(plate)],
  )
  const [command] = rows
  if (command === undefined) throw new Error(`nothing is sent to ${plate}`)
  const step = (given: Parameters<typeof stepCommand>[4]) => stepCommand(pool, COMMANDS, command.id, 1n, given)
  await step({ kind: 'kept', had: command.had })
  await step(
    result === 'done'
      ? { kind: 'done', ackedBytes: command.content.length, at: server.now, answer: command.content }
      : { kind: 'failed', result: 'refused', at: server.now },
  )
}
const reported = async () =>
  (await server.database.pool.query<{ reported: Buffer }>('SELECT reported FROM parameter_file ORDER BY truck_id')).rows.map(
    ({ reported: bytes }) => /brightness=(\d+)/.exec(bytes.toString())?.[1],
  )
const history = async () =>
  (
    await server.database.pool.query<{ action: string; new: { state?: string } }>(
      `SELECT action, new FROM change_log WHERE entity = 'roll_out' AND row_id = (SELECT max(id) FROM roll_out) ORDER BY id`,
    )
  ).rows.map(({ action, new: fresh }) => [action, fresh.state])

test('first trucks are sent to and watched, then the others in waves, and every step is in the history', async () => {
  expect((await order()).resultCode).toBe(200)
  await later(0)
  expect(await states()).toEqual(['ordered', 'ordered', 'waiting', 'waiting', 'waiting', 'waiting'])
  await answer(plates[0]!)
  await later(1)
  expect(await rollOut()).toEqual({ state: 'first', problem: null, plate: null })
  await answer(plates[1]!)
  await later(1)
  expect((await rollOut()).state).toBe('watching')
  await later(9)
  expect((await rollOut()).state).toBe('watching')
  await later(1)
  expect(await states()).toEqual(['done', 'done', 'ordered', 'ordered', 'ordered', 'waiting'])
  for (const plate of plates.slice(2, 5)) await answer(plate)
  await later(1)
  await answer(plates[5]!)
  await later(1)
  expect([await rollOut(), await states()]).toEqual([{ state: 'done', problem: null, plate: null }, Array(6).fill('done')])
  expect(await reported()).toEqual(Array(6).fill('60'))
  expect(await history()).toEqual([
    ['create', undefined],
    ['change', 'watching'],
    ['change', 'waves'],
    ['change', 'done'],
  ])
})

test('a first truck that fails pauses it at once, and nothing goes to the others until a user goes on', async () => {
  const { rollOutId } = (await order()).data
  await later(0)
  await answer(plates[0]!)
  await answer(plates[1]!, 'failed')
  await later(1)
  expect(await rollOut()).toEqual({ state: 'paused', problem: 'failed', plate: plates[1] })
  await later(600)
  expect(await states()).toEqual(['done', 'failed', 'waiting', 'waiting', 'waiting', 'waiting'])
  expect((await decide('resume', rollOutId, ben)).resultCode).not.toBe(200)
  expect((await decide('resume', rollOutId)).resultCode).toBe(200)
  expect((await decide('resume', rollOutId)).message).toContain('没有暂停')
  await later(1)
  expect((await rollOut()).state).toBe('watching')
  await later(10)
  expect(await states()).toEqual(['done', 'failed', 'ordered', 'ordered', 'ordered', 'waiting'])
})

test('a first truck that is offline at the end of the watch pauses it, and it goes on once the truck is back', async () => {
  const { rollOutId } = (await order()).data
  await later(0)
  for (const plate of plates.slice(0, 2)) await answer(plate)
  await later(0)
  await disconnect(plates[0]!)
  await later(9)
  expect((await rollOut()).state).toBe('watching')
  await later(1)
  expect(await rollOut()).toEqual({ state: 'paused', problem: 'offline', plate: plates[0] })
  await decide('resume', rollOutId)
  await later(10)
  expect((await rollOut()).problem).toBe('offline')
  await server.database.pool.query('DELETE FROM terminal_session WHERE truck_id = $1', [id(plates[0]!)])
  await connect(plates[0]!)
  await decide('resume', rollOutId)
  await later(10)
  expect((await rollOut()).state).toBe('waves')
})

test('a device fault and a changed parameter of a truck that has it pause it; those of before, and of other trucks, do not', async () => {
  const { rollOutId } = (await order()).data
  const { pool } = server.database
  const fault = (plate: string, at: Date) =>
    pool.query(
      `INSERT INTO alarm (id, truck_id, organisation_id, type, grade, object, name, live, started_at, properties) OVERRIDING SYSTEM VALUE
       SELECT coalesce(max(id), 0) + 1, $1, $2, 334, 'red', 0, '主机故障', true, $3, '{}' FROM alarm`,
      [id(plate), server.organisationId('A'), at],
    )
  await later(0)
  for (const plate of plates.slice(0, 2)) await answer(plate)
  await fault(plates[0]!, new Date(began.getTime() - 1))
  await fault(plates[2]!, server.now)
  await later(1)
  expect((await rollOut()).state).toBe('watching')
  await fault(plates[1]!, server.now)
  await later(1)
  expect(await rollOut()).toEqual({ state: 'paused', problem: 'fault', plate: plates[1] })
  await decide('resume', rollOutId)
  await pool.query('UPDATE parameter_file SET reported = $2 WHERE truck_id = $1', [id(plates[0]!), BEFORE])
  await later(1)
  expect(await rollOut()).toEqual({ state: 'paused', problem: 'drift', plate: plates[0] })
})

test('a truck that has it already counts as well, one that cannot take it fails with the reason, and a first one that is late pauses it', async () => {
  const { pool } = server.database
  await pool.query('UPDATE parameter_file SET reported = $2 WHERE truck_id = $1', [id(plates[0]!), BRIGHT])
  await order()
  await later(0)
  expect((await states()).slice(0, 2)).toEqual(['unchanged', 'ordered'])
  await later(10)
  expect(await rollOut()).toEqual({ state: 'paused', problem: 'late', plate: plates[1] })
  await pool.query('TRUNCATE roll_out, device_command CASCADE')
  await pool.query('DELETE FROM parameter_file WHERE truck_id = $1', [id(plates[0]!)])
  await order()
  await later(0)
  expect(await rollOut()).toMatchObject({ state: 'paused', problem: 'failed', plate: plates[0] })
  const filters = JSON.stringify({
    scope: { organisationIds: [server.organisationId('A')] },
    period: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
  })
  const list = await anna.get<ReportRows>('/reports/setting/device_parameter/send_message/roll-out-trucks/rows', {
    filters,
    sortBy: 'place',
    sortOrder: 'asc',
  })
  expect(list.data?.content[0]).toMatchObject({ state: 'failed', isFirst: true, problem: expect.stringContaining('尚未读取') })
})

test('a truck takes part in one roll-out of a file at a time; one of another file, and one after the end of the first, are taken', async () => {
  const { rollOutId } = (await order({ truckIds: plates.slice(0, 3).map(id).join(',') })).data
  const second = { truckIds: plates.slice(2).map(id).join(',') }
  expect((await order(second)).message).toContain(`truckIds：${plates[2]}`)
  expect((await order({ truckIds: plates.slice(3).map(id).join(',') })).resultCode).toBe(200)
  await decide('stop', rollOutId)
  const ended = await server.database.pool.query(`UPDATE roll_out SET ended_at = $1 WHERE id = $2`, [server.now, rollOutId])
  expect(ended.rowCount).toBe(1)
  expect((await order({ truckIds: plates.slice(0, 3).map(id).join(',') })).resultCode).toBe(200)
})

test('a truck that runs the firmware already has it, and holds the others up no more than one with the same file', async () => {
  const { pool } = server.database
  const { rows } = await pool.query<{ id: number }>(
    `WITH kept AS (INSERT INTO command_file (content) VALUES ('x') RETURNING id),
       firmware AS (INSERT INTO firmware_file (organisation_id, device, version, maker, hardware, file_name, file_id, size_bytes, crc32, sha256, uploaded_by, uploaded_at)
         SELECT $1, 'console', 'FW2.7.0', 'TKFLT', '', 'fw.bin', id, 1, 0, sha256('x'::bytea), 'anna', $2 FROM kept RETURNING id)
     INSERT INTO upgrade_file (organisation_id, type, description, release, firmware_id, file_name, size_bytes, crc32, uploaded_by, uploaded_at)
     SELECT $1, 'console', '主机', 'FW2.7.0', id, 'fw.bin', 1, 0, 'anna', $2 FROM firmware RETURNING id`,
    [server.organisationId('A'), began],
  )
  await pool.query(
    `INSERT INTO device_version (truck_id, device, version, hardware, maker, reported_at)
     SELECT unnest($1::int[]), 'console', 'FW2.7.0', '', 'TKFLT', $2`,
    [[id(plates[0]!)], began],
  )
  await order({ upgradeFileId: rows[0]?.id })
  await later(0)
  expect((await states()).slice(0, 2)).toEqual(['unchanged', 'ordered'])
  expect((await rollOut()).state).toBe('first')
})

test('a stop ends what is being sent and spares the others; a roll-back writes back what the trucks had', async () => {
  const { rollOutId } = (await order()).data
  await later(0)
  expect((await decide('return', rollOutId)).message).toContain('请先停止')
  await answer(plates[0]!)
  await decide('stop', rollOutId)
  expect(await states()).toEqual(['done', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'])
  expect((await decide('stop', rollOutId)).message).toContain('已结束')
  await later(60)
  expect((await server.database.pool.query(`SELECT FROM device_command WHERE finished_at IS NULL`)).rowCount).toBe(0)
  expect((await decide('return', rollOutId)).resultCode).toBe(200)
  await later(1)
  expect((await states())[0]).toBe('returning')
  await answer(plates[0]!)
  await later(1)
  expect([(await rollOut()).state, (await states())[0]]).toEqual(['returned', 'returned'])
  expect(await reported()).toEqual(Array(6).fill('80'))
  expect((await decide('return', rollOutId)).message).toContain('不能再次退回')
})

test('a stop also ends an order that a crash left unnoted, and nothing is ordered after it', async () => {
  const { rollOutId } = (await order()).data
  await later(0)
  await server.database.pool.query('UPDATE roll_out_truck SET command_id = NULL')
  await decide('stop', rollOutId)
  await later(0)
  const { rows } = await server.database.pool.query('SELECT state FROM device_command')
  expect(rows).toEqual([{ state: 'stopped' }, { state: 'stopped' }])
  expect(await states()).toEqual(Array(6).fill('skipped'))
})

test('a truck that failed stays excused when the roll-out pauses again for another reason', async () => {
  const { rollOutId } = (await order()).data
  await later(0)
  await answer(plates[0]!, 'failed')
  await answer(plates[1]!)
  await later(0)
  await decide('resume', rollOutId)
  await later(0)
  await disconnect(plates[1]!)
  await later(10)
  expect(await rollOut()).toMatchObject({ state: 'paused', problem: 'offline', plate: plates[1] })
  await decide('resume', rollOutId)
  await later(1)
  expect(await rollOut()).toMatchObject({ state: 'watching', problem: null })
})

test('what was changed at a truck after the roll-out is not overwritten by its roll-back', async () => {
  const { rollOutId } = (await order()).data
  await later(0)
  for (const plate of plates.slice(0, 2)) await answer(plate)
  await decide('stop', rollOutId)
  const edited = Buffer.from(BRIGHT.toString().replace('language=0', 'language=1'))
  await server.database.pool.query('UPDATE parameter_file SET reported = $2 WHERE truck_id = $1', [id(plates[0]!), edited])
  await decide('return', rollOutId)
  await later(1)
  expect((await states()).slice(0, 2)).toEqual(['not-returned', 'returning'])
})

test('killed between any two steps it orders nothing twice, and goes on where it was', async () => {
  const { rollOutId } = (await order()).data
  const { pool } = server.database
  await later(0)
  // Killed after the command was stored and before it was noted, and before it was stored at all.
  await pool.query(`UPDATE roll_out_truck SET command_id = NULL`)
  await pool.query(`DELETE FROM device_command WHERE truck_id = $1`, [id(plates[1]!)])
  await later(0)
  const { rows } = await pool.query(`SELECT truck_id, count(*)::int AS n FROM device_command GROUP BY truck_id ORDER BY truck_id`)
  expect(rows).toEqual(plates.slice(0, 2).map((plate) => ({ truck_id: id(plate), n: 1 })))
  expect((await pool.query('SELECT FROM roll_out_truck WHERE command_id IS NOT NULL')).rowCount).toBe(2)
  for (const plate of plates.slice(0, 2)) await answer(plate)
  await later(0)
  await decide('stop', rollOutId)
  await decide('return', rollOutId)
  await later(0)
  // Killed after the roll-back was stored and before it was noted.
  await pool.query(
    `UPDATE roll_out_truck r SET command_id = b.command_id FROM parameter_backup b WHERE b.truck_id = r.truck_id AND r.state = 'returning'`,
  )
  await later(0)
  for (const plate of plates.slice(0, 2)) await answer(plate)
  await later(0)
  expect((await rollOut()).state).toBe('returned')
  expect((await pool.query('SELECT FROM device_command')).rowCount).toBe(4)
})

test('it is refused for other files, with too few others and for trucks of others, and pauses when its user or its file is gone', async () => {
  const { pool } = server.database
  expect((await order({ upgradeFileId: await library('tank-chart') })).message).toContain('只有固件和参数文件')
  expect((await order({ firstTrucks: 6 })).message).toContain('首批车辆数')
  expect((await order({ firstTrucks: 11 })).resultCode).toBe(400)
  expect((await order({ watchMin: 4 })).resultCode).toBe(400)
  expect((await order({ truckIds: `${id(plates[0]!)},${id('苏B00001')}`, firstTrucks: 1 })).resultCode).not.toBe(200)
  const { rollOutId } = (await order()).data
  await pool.query('UPDATE upgrade_file SET enabled = false')
  await later(0)
  expect(await rollOut()).toEqual({ state: 'paused', problem: 'removed', plate: null })
  await pool.query('UPDATE upgrade_file SET enabled = true')
  await pool.query('UPDATE app_user SET enabled = false WHERE id = $1', [anna.userId])
  await pool.query(`UPDATE roll_out SET state = 'first' WHERE id = $1`, [rollOutId])
  await later(0)
  expect(await rollOut()).toMatchObject({ state: 'paused', problem: 'user' })
  await pool.query('UPDATE app_user SET enabled = true WHERE id = $1', [anna.userId])
  expect((await pool.query('SELECT FROM device_command')).rowCount).toBe(0)
  await pool.query('UPDATE roll_out SET parameter_file = NULL')
  expect((await decide('return', rollOutId)).message).toContain('固件不能退回')
})
