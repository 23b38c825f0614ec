import { setThresholds } from '@tanker/database/test-thresholds'
import type { Alarm } from '@tanker/contract/alarms'
import type { AnswerOf } from '@tanker/contract/endpoint'
import type { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestSocket, type TestSocket } from '../feed/test-socket.ts'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { makeMessages } from '../features/sms/make-messages.ts'

const TYPES = '1,2,201,202'
const MINUTE_MS = 60_000
let server: TestApi
let anna: SignedIn
const open: TestSocket[] = []
beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query(
    'TRUNCATE alarm, alarm_cleared, outbox, threshold_value, sms_number, sms_message, sms_cursor CASCADE; UPDATE truck_state SET rebuild_from = NULL, rebuild_wanted_at = NULL',
  )
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.cut()
})

async function raised(minutesAgo: number, plate: string, type: number): Promise<string> {
  const id = await raiseAlarm(server, { plate, type, settled: false })
  await server.database.pool.query('UPDATE alarm SET inserted_at = $2 WHERE id = $1', [
    id,
    new Date(server.now.getTime() - minutesAgo * MINUTE_MS),
  ])
  return id
}
/** Why each of the alarms is quiet, by id; null for one that pops up. */
const quietOf = async (): Promise<Record<string, string | null>> => {
  const { data } = await anna.get<AnswerOf<typeof alarmCalls.info>>('/alarmInfo', { typeIds: TYPES, cursor: '0' })
  return Object.fromEntries(data.alarms.map(({ id, quiet = null }) => [id, quiet]))
}
const connect = async (): Promise<TestSocket> => {
  const socket = await openTestSocket(server.port, { Cookie: anna.cookie, Origin: server.url })
  open.push(socket)
  socket.send({ msgType: 1, typeIds: TYPES, userPri: '', timeZone: 'Asia/Shanghai', userName: 'anna', headerId: anna.headerId })
  await socket.next('alarms')
  return socket
}
const heard = async (socket: TestSocket, id: string): Promise<Alarm | undefined> =>
  (await socket.next('alarms', ({ alarms }) => alarms.some((alarm) => alarm.id === id))).alarms.find((alarm) => alarm.id === id)

test('[truth 5] a truck pops up once in five minutes with one type; other types, other trucks and emergencies pop up by themselves', async () => {
  const first = await raised(9, '苏A00001', 1)
  const second = await raised(6, '苏A00001', 1)
  const third = await raised(4, '苏A00001', 1)
  const fourth = await raised(1, '苏A00001', 1)
  const others = [await raised(5, '苏A00001', 2), await raised(5, '苏A00002', 1)]
  const emergencies = [await raised(3, '苏A00001', 201), await raised(2, '苏A00001', 201)]
  await expect.poll(async () => Object.keys(await quietOf()).length).toBe(8)
  expect(await quietOf()).toEqual({
    [first]: null,
    [second]: 'repeated',
    // Five minutes after the one that popped up last, not after the last one.
    [third]: null,
    [fourth]: 'repeated',
    ...Object.fromEntries([...others, ...emergencies].map((id) => [id, null])),
  })
  // The socket says the same.
  const socket = await connect()
  const next = await raiseAlarm(server, { plate: '苏A00002', type: 1 })
  expect((await heard(socket, next))?.quiet).toBeUndefined()
  const repeated = await raiseAlarm(server, { plate: '苏A00002', type: 1 })
  expect((await heard(socket, repeated))?.quiet).toBe('repeated')
})

test('[truth 5] the pop-up interval is a threshold', async () => {
  await setThresholds(server.database.pool, { truckId: server.truckId('苏A00001') }, { popupEveryMin: 1 })
  const ids = [await raised(3, '苏A00001', 1), await raised(2, '苏A00001', 1)]
  await expect.poll(quietOf).toEqual(Object.fromEntries(ids.map((id) => [id, null])))
})

test('[D-02] while late data of a truck wait, only emergencies sound and send messages; other alarms do once the data are judged', async () => {
  const { pool, db } = server.database
  await makeMessages(db, server.now)
  await pool.query(`INSERT INTO sms_number (organisation_id, name, phone) VALUES ($1, '王', '13900000001')`, [server.organisationId('A')])
  const socket = await connect()
  const truckId = server.truckId('苏A00001')
  const before = await raiseAlarm(server, { plate: '苏A00001', type: 2 })
  expect((await heard(socket, before))?.quiet).toBeUndefined()
  await pool.query(`UPDATE truck_state SET rebuild_from = now(), rebuild_wanted_at = clock_timestamp() WHERE truck_id = $1`, [truckId])
  const doubtful = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  expect((await heard(socket, doubtful))?.quiet).toBe('late-data')
  const emergency = await raiseAlarm(server, { plate: '苏A00001', type: 201 })
  expect((await heard(socket, emergency))?.quiet).toBeUndefined()
  expect(await makeMessages(db, server.now)).toBe(2)

  // The rebuild found it again.
  await pool.query(`UPDATE truck_state SET rebuild_from = NULL, rebuild_wanted_at = NULL WHERE truck_id = $1`, [truckId])
  await pool.query(
    `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, 'raised' FROM alarm WHERE id = $1`,
    [doubtful],
  )
  server.bus.publish('outbox', '')
  await expect
    .poll(() =>
      socket.messages.some(
        (message) => message.type === 'alarms' && message.alarms.some(({ id, quiet }) => id === doubtful && quiet === undefined),
      ),
    )
    .toBe(true)
  await expect.poll(() => makeMessages(db, server.now)).toBe(1)
})

test('[D-02] an alarm superseded by late data is removed, with the cursor of that change', async () => {
  const socket = await connect()
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  const cursor = (await socket.next('alarms', ({ alarms }) => alarms.some((alarm) => alarm.id === id))).cursor
  await server.database.pool.query(
    `WITH a AS (UPDATE alarm SET superseded_at = now() WHERE id = $1 RETURNING organisation_id, truck_id, id)
     INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, 'superseded' FROM a`,
    [id],
  )
  server.bus.publish('outbox', '')
  const closed = await socket.next('alarms-closed')
  expect(closed.ids).toEqual([id])
  expect(BigInt(closed.cursor)).toBeGreaterThan(BigInt(cursor))
})
