import { setThresholds } from '@tanker/database/test-thresholds'
import type { AlarmFact } from '@tanker/detection/fact'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestSocket, type TestSocket } from '../../feed/test-socket.ts'
import { factRow } from '../../gateway/group.ts'
import { storeFacts } from '../../gateway/store-facts.ts'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { escalateAlarms } from './escalate-alarms.ts'

let server: TestApi
let anna: SignedIn
const open: TestSocket[] = []
beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
})
afterAll(async () => {
  for (const socket of open) socket.cut()
  await server.close()
})
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox, threshold_value CASCADE')
})

const HOUR_MS = 3_600_000

/** An alarm raised this many hours ago. */
async function raised(hoursAgo: number, more: Partial<Parameters<typeof raiseAlarm>[1]> = {}): Promise<string> {
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, ...more })
  await server.database.pool.query('UPDATE alarm SET inserted_at = $2 WHERE id = $1', [
    id,
    new Date(server.now.getTime() - hoursAgo * HOUR_MS),
  ])
  return id
}
const escalate = (): Promise<number> => escalateAlarms(server.database.db, server.now)
const gradeOf = async (id: string): Promise<string | undefined> =>
  (await server.database.pool.query<{ grade: string }>('SELECT grade FROM alarm WHERE id = $1', [id])).rows[0]?.grade
const outboxOf = async (id: string): Promise<string[]> =>
  (await server.database.pool.query<{ what: string }>('SELECT what FROM outbox WHERE alarm_id = $1 ORDER BY seq', [id])).rows.map(
    (row) => row.what,
  )

test('[truth 5] a red alarm is black after two hours unhandled, once; a handled, a superseded, a yellow and a younger one stay', async () => {
  const due = await raised(2)
  const young = await raised(1.99)
  const yellow = await raised(3, { grade: 'yellow' })
  const [handled, superseded] = [await raised(3), await raised(3)]
  await server.database.pool.query('UPDATE alarm SET handled_at = now() WHERE id = $1', [handled])
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [superseded])
  expect(await escalate()).toBe(1)
  expect(await escalate()).toBe(0)
  expect(await Promise.all([due, young, yellow, handled, superseded].map(gradeOf))).toEqual(['black', 'red', 'yellow', 'red', 'red'])
  expect(await outboxOf(due)).toEqual(['raised', 'changed'])
  const { rows } = await server.database.pool.query(
    `SELECT user_id, user_name, action, old, new FROM change_log WHERE entity = 'alarm' AND row_id = $1`,
    [due],
  )
  expect(rows).toEqual([{ user_id: null, user_name: 'tanker', action: 'change', old: { grade: 'red' }, new: { grade: 'black' } }])
})

test('[truth 5] the hours are those of the truck, its organisation or the installation, and late alarms turn black without a notification', async () => {
  await setThresholds(server.database.pool, { organisationId: server.organisationId('A') }, { blackUnhandledHours: 8 })
  const patient = await raised(7)
  const late = await raised(9, { live: false })
  expect(await escalate()).toBe(1)
  expect([await gradeOf(patient), await gradeOf(late)]).toEqual(['red', 'black'])
  // Overdue by an hour: not notified.
  expect(await outboxOf(late)).toEqual(['raised'])
})

test('[truth 5] open screens get it as black, and who had closed it sees it again, there and after a reload', async () => {
  const id = await raised(2)
  await anna.send('PUT', '/alarms/clear', { alarmInfoIds: [id] })
  const socket = await openTestSocket(server.port, { Cookie: anna.cookie, Origin: server.url })
  open.push(socket)
  socket.send({ msgType: 1, typeIds: '1', userPri: '', timeZone: 'Asia/Shanghai', userName: 'anna', headerId: anna.headerId })
  await socket.next('alarms')
  await escalate()
  server.bus.publish('outbox', '')
  const { alarms } = await socket.next('alarms', (message) => message.alarms.some((alarm) => alarm.id === id))
  expect(alarms).toMatchObject([{ id, grade: 'black', blackTime: server.now.toISOString() }])
  expect(alarms[0]?.quiet).toBeUndefined()
  const { data } = await anna.get<{ alarms: { id: string; grade: string }[] }>('/alarmInfo', { typeIds: '1' })
  expect(data.alarms).toMatchObject([{ id, grade: 'black' }])
})

test('[truth 5] later detection results leave an escalated alarm black, and without other changes publish nothing', async () => {
  const fact: AlarmFact = {
    is: 'alarm',
    name: 'cover-opened',
    type: 1,
    startedAt: server.now.getTime() - 2 * HOUR_MS,
    object: 101,
    endedAt: null,
    grade: 'red',
    live: true,
    place: { lat: 31.3, lng: 120.6, fenceId: null, fenceName: null, speedKmh: 0, headingDeg: 0 },
    properties: {},
    remark: '',
    remark2: '',
  }
  const truckId = server.truckId('苏A00001')
  const store = async (more: Partial<AlarmFact>): Promise<void> => {
    const client = await server.database.pool.connect()
    try {
      await storeFacts(client, truckId, server.organisationId('A'), { records: [], alarms: [factRow(0, { ...fact, ...more })] })
    } finally {
      client.release()
    }
  }
  await store({})
  await server.database.pool.query('UPDATE alarm SET inserted_at = $1', [new Date(server.now.getTime() - 2 * HOUR_MS)])
  expect(await escalate()).toBe(1)
  await store({})
  await store({ endedAt: fact.startedAt + 60_000 })
  const { rows } = await server.database.pool.query<{ id: string; grade: string }>('SELECT id, grade FROM alarm')
  expect(rows).toMatchObject([{ grade: 'black' }])
  expect(await outboxOf(rows[0]?.id ?? '')).toEqual(['raised', 'changed', 'ended'])
})
