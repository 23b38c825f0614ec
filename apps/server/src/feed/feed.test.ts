import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeLiveUpdates } from '../platform/bus/live-payload.ts'
import { encodeUploads } from '../platform/bus/uploads-payload.ts'
import { aLiveRow, raiseAlarm, setLive, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { openTestSocket, type TestSocket } from './test-socket.ts'

let server: TestApi
let anna: SignedIn
let open: TestSocket[] = []
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox CASCADE')
  await server.database.pool.query('UPDATE truck_state SET live = NULL, contact_at = NULL')
  anna = await server.signIn('anna')
})
afterEach(() => {
  for (const socket of open) socket.cut()
  open = []
})

const allTypes = '1,2,44,45,201,202,203,209'
const firstMessage = (user: SignedIn, more: object = {}) => ({
  msgType: 1,
  typeIds: allTypes,
  userPri: 'ignored',
  timeZone: 'Asia/Shanghai',
  userName: 'admin',
  headerId: user.headerId,
  ...more,
})
const secondMessage = (more: object = {}) => ({ msgType: 0, frequency: 30, userPri: '', timeZone: 'Asia/Shanghai', ...more })

const connect = async (user: SignedIn, headers: Record<string, string> = {}): Promise<TestSocket> => {
  const socket = await openTestSocket(server.port, { Cookie: user.cookie, Origin: server.url, ...headers })
  open.push(socket)
  return socket
}
/** Connects and sends the first message; resolves when the first answer is there. */
const subscribe = async (user: SignedIn, more: object = {}, headers: Record<string, string> = {}): Promise<TestSocket> => {
  const socket = await connect(user, headers)
  socket.send(firstMessage(user, more))
  await socket.next('alarms')
  return socket
}
const alarmIds = (socket: TestSocket): string[] =>
  socket.messages.flatMap((message) => (message.type === 'alarms' ? message.alarms.map((alarm) => alarm.id) : []))
const lastCursor = (socket: TestSocket): string =>
  socket.messages.flatMap((message) => (message.type === 'alarms' ? [message.cursor] : [])).at(-1) ?? ''
const has = (id: string) => (message: { alarms: { id: string }[] }) => message.alarms.some((alarm) => alarm.id === id)

describe('[7.4-01] the first message', () => {
  test('[4.3-11] is answered with the fresh alarms, and every later one follows', async () => {
    const before = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const socket = await subscribe(anna)
    expect(alarmIds(socket)).toEqual([before])
    const after = await raiseAlarm(server, { plate: '苏A00002', type: 201 })
    const pushed = await socket.next('alarms', has(after))
    expect(pushed.alarms[0]).toMatchObject({ id: after, type: 201, signCode: '苏A00002', area: '距苏州油库 2.9 km' })
  })

  test('the language comes with the cookie', async () => {
    await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const socket = await subscribe(anna, {}, { Cookie: `${anna.cookie}; language=en` })
    expect((await socket.next('alarms')).alarms[0]?.area).toBe('2.9 km from 苏州油库')
  })

  test('only the types that were asked for come', async () => {
    const socket = await subscribe(anna, { typeIds: '2' })
    await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const wanted = await raiseAlarm(server, { plate: '苏A00001', type: 2 })
    await socket.next('alarms', has(wanted))
    expect(alarmIds(socket)).toEqual([wanted])
  })

  test('late alarms do not pop up', async () => {
    const socket = await subscribe(anna)
    await raiseAlarm(server, { plate: '苏A00001', type: 1, live: false })
    const live = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    await socket.next('alarms', has(live))
    expect(alarmIds(socket)).toEqual([live])
  })
})

describe('[T08] who may connect', () => {
  test('no cookie, a foreign Origin and an ended session are refused at the upgrade', async () => {
    await expect(openTestSocket(server.port, { Origin: server.url })).rejects.toThrow('refused with 401')
    await expect(connect(anna, { Origin: 'https://evil.example' })).rejects.toThrow('refused with 403')
    await anna.get('/loginOut')
    await expect(connect(anna)).rejects.toThrow('refused with 401')
  })

  test('the header id must be that of the same session', async () => {
    const ben = await server.signIn('ben')
    const socket = await connect(anna)
    socket.send(firstMessage(ben))
    await socket.next('session-ended')
    expect(await socket.closed).toBe(1008)
  })

  test('[T34] nonsense, a second message before the first, too long a message and a flood end the connection', async () => {
    const attempts: ((socket: TestSocket) => void)[] = [
      (socket) => socket.send('{nonsense'),
      (socket) => socket.send(secondMessage()),
      (socket) => socket.send('x'.repeat(20_000)),
      (socket) => {
        for (let i = 0; i < 200; i += 1) socket.send('')
      },
    ]
    for (const attempt of attempts) {
      const socket = await connect(anna)
      attempt(socket)
      expect([1008, 1009]).toContain(await socket.closed)
    }
  })
})

test('[4.3-13][7.4] an empty heartbeat is answered with pong', async () => {
  const socket = await subscribe(anna)
  socket.send('')
  await expect.poll(() => socket.pongs()).toBe(1)
})

describe('[7.4-02] the second message', () => {
  test('brings the counters at once and every `frequency` seconds', async () => {
    await setLive(
      server,
      '苏A00001',
      aLiveRow(server.now, {
        loaded: true,
        compartments: [
          {
            compartment: 1,
            dataType: 'TT',
            oilCode: 92,
            fault: 0,
            rawLevelMm: 1,
            levelMm: 1,
            waterMm: 0,
            volumeL: 10.5,
            v20L: 10,
            temperatureC: 20,
            densityKgM3: 740,
          },
        ],
      }),
    )
    server.bus.publish('context', '')
    await wait(100)
    const socket = await subscribe(anna)
    socket.send(secondMessage({ frequency: 1 }))
    const status = await socket.next('status')
    expect(status.truckStatusCount.map((one) => one.count)).toEqual([1, 0, 1, 0, 0])
    expect(status.oilCount).toEqual({ gasoline: 11, diesel: 0, other: 0 })
    await expect
      .poll(() => socket.messages.filter((message) => message.type === 'status').length, { timeout: 5000 })
      .toBeGreaterThanOrEqual(3)
  })

  test('positions come coalesced, with the derived status, to users who see the truck', async () => {
    for (const plate of ['苏A00001', '苏B00001']) await setLive(server, plate, aLiveRow(server.now))
    server.bus.publish('context', '')
    await wait(100)
    const socket = await subscribe(anna)
    socket.send(secondMessage({ positions: true }))
    await socket.next('status')
    const truckId = server.truckId('苏A00001')
    const update = (id: number, lng: number) =>
      [id, 6, 31.33, lng, 50, 80, server.now.getTime() + lng, 100, true, true, null, true] as const
    for (const payload of encodeLiveUpdates([update(truckId, 120.63), update(server.truckId('苏B00001'), 120), update(truckId, 120.64)]))
      server.bus.publish('live', payload)
    const batch = await socket.next('trucks', (message) => message.trucks.some((truck) => truck[4] === 120.64))
    expect(batch.trucks).toEqual([[truckId, 2, 6, 31.33, 120.64, 50, 80, server.now.getTime() + 120.64, 100, true]])
    const older = [truckId, 0, 10, 10, 0, 0, server.now.getTime() - 60_000, 0, false, true, null, true] as const
    server.bus.publish('live', encodeLiveUpdates([older])[0] ?? '')
    await wait(1_500)
    expect(socket.messages.filter((message) => message.type === 'trucks')).toHaveLength(1)
    const { revision } = (await anna.get<{ revision: number }>('/trucks/live')).data
    expect(typeof revision).toBe('number')
  })

  test('a client gets the number of its trucks that upload stored data, and the end of it', async () => {
    const socket = await subscribe(anna)
    socket.send(secondMessage())
    await socket.next('status')
    const at = server.now.getTime() - 3 * 3_600_000
    const reached = [
      [server.truckId('苏A00001'), at + 60_000],
      [server.truckId('苏A00002'), at],
      [server.truckId('苏B00001'), at - 60_000],
    ] as const
    for (const payload of encodeUploads(reached)) server.bus.publish('uploads', payload)
    const notice = await socket.next('uploads')
    expect(notice).toEqual({ type: 'uploads', trucks: 2, at: new Date(at).toISOString(), leftMs: null })
    const { now } = server
    server.now = new Date(now.getTime() + 21_000)
    expect(await socket.next('uploads', ({ trucks }) => trucks === 0)).toMatchObject({ at: null })
    server.now = now
  })

  test('a truck turns to alarm on the map when the alarm comes', async () => {
    await setLive(server, '苏A00001', aLiveRow(server.now))
    server.bus.publish('context', '')
    await wait(100)
    const socket = await subscribe(anna)
    socket.send(secondMessage({ positions: true }))
    await socket.next('status')
    await raiseAlarm(server, { plate: '苏A00001', type: 201 })
    const batch = await socket.next('trucks', (message) => message.trucks.some((truck) => truck[1] === 3))
    expect(batch.trucks[0]?.[0]).toBe(server.truckId('苏A00001'))
  })

  test('a role without the board gets counters and no positions', async () => {
    const carl = await server.signIn('carl')
    const socket = await subscribe(carl)
    socket.send(secondMessage({ positions: true }))
    await socket.next('status')
    const update = [server.truckId('苏A00002'), 6, 31.33, 120, 50, 80, server.now.getTime() + 5, 100, true, true, null, true] as const
    server.bus.publish('live', encodeLiveUpdates([update])[0] ?? '')
    await wait(1_500)
    expect(socket.messages.some((message) => message.type === 'trucks')).toBe(false)
  })

  test('a truck that changes its organisation makes both sides fetch the fleet again', async () => {
    const socket = await subscribe(anna)
    socket.send(secondMessage({ positions: true }))
    await socket.next('status')
    await server.database.pool.query('UPDATE truck SET organisation_id = $1 WHERE plate = $2', [server.organisationId('B'), '苏A00001'])
    server.bus.publish('context', '')
    await socket.next('fleet-changed')
    await server.database.pool.query('UPDATE truck SET organisation_id = $1 WHERE plate = $2', [server.organisationId('A'), '苏A00001'])
    server.bus.publish('context', '')
  })
})

describe('[F24] a client that was cut off', () => {
  test('gets from its cursor what it missed, and nothing twice', async () => {
    const socket = await subscribe(anna)
    const seen = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    await socket.next('alarms', has(seen))
    const cursor = lastCursor(socket)
    socket.cut()
    const missed = [await raiseAlarm(server, { plate: '苏A00001', type: 1 }), await raiseAlarm(server, { plate: '苏A00002', type: 2 })]
    const again = await subscribe(anna, { cursor })
    await again.next('alarms', has(missed[1] ?? ''))
    expect(alarmIds(again)).toEqual(missed)
    const later = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    await again.next('alarms', has(later))
    expect(alarmIds(again)).toEqual([...missed, later])
  })

  test('cut a hundred times while alarms come, it gets each one exactly once', async () => {
    const raised: string[] = []
    const received: string[] = []
    let cursor: string | undefined
    let done = false
    const raising = (async () => {
      for (let i = 0; i < 150; i += 1) {
        raised.push(await raiseAlarm(server, { plate: '苏A00001', type: 1, settled: false }))
        await wait(5)
      }
      done = true
    })()
    const first = await subscribe(anna, {})
    received.push(...alarmIds(first))
    cursor = lastCursor(first)
    first.cut()
    for (let round = 0; !done || round < 2; round += 1) {
      if (done) round = 1
      const socket = await subscribe(anna, { cursor })
      await wait(Math.random() * 30)
      received.push(...alarmIds(socket))
      cursor = lastCursor(socket)
      socket.cut()
    }
    await raising
    const last = await subscribe(anna, { cursor })
    if (received.at(-1) !== raised.at(-1)) await last.next('alarms', has(raised.at(-1) ?? ''))
    received.push(...alarmIds(last))
    expect(received).toHaveLength(new Set(received).size)
    // What was fresh at the first answer is cut to five (spec 4.3); everything after it must be there.
    const from = raised.indexOf(received[0] ?? '')
    expect(received.toSorted()).toEqual(raised.slice(from).toSorted())
  }, 60_000)

  test('an alarm handled in between does not come, and a shown one is removed', async () => {
    const socket = await subscribe(anna)
    const shown = await raiseAlarm(server, { plate: '苏A00001', type: 201 })
    await socket.next('alarms', has(shown))
    await anna.send('POST', '/alarms/handle', { alarmIds: shown, handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' })
    expect((await socket.next('alarms-closed')).ids).toEqual([shown])
  })

  test('[L11] an alarm that late data superseded is taken off, and comes back when it is found again', async () => {
    const socket = await subscribe(anna)
    const shown = await raiseAlarm(server, { plate: '苏A00001', type: 201 })
    await socket.next('alarms', has(shown))
    const publish = async (supersededAt: string, what: string): Promise<void> => {
      await server.database.pool.query(
        `WITH a AS (UPDATE alarm SET superseded_at = ${supersededAt} WHERE id = $1 RETURNING organisation_id, truck_id, id)
         INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, $2 FROM a`,
        [shown, what],
      )
      server.bus.publish('outbox', '')
    }
    await publish('now()', 'superseded')
    expect((await socket.next('alarms-closed')).ids).toEqual([shown])
    expect((await anna.get('/countAlarm')).data).toEqual([])
    expect(
      await anna.send('POST', '/alarms/handle', { alarmIds: shown, handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' }),
    ).toMatchObject({ resultCode: 400 })
    await publish('NULL', 'raised')
    await expect.poll(() => alarmIds(socket).filter((id) => id === shown)).toHaveLength(2)
    expect((await anna.get('/countAlarm')).data).toEqual([{ type: 201, count: 1 }])
  })
})

test('a transaction that commits late is not skipped: nothing is sent while an older one is open, then both in order', async () => {
  const socket = await subscribe(anna)
  const older = await server.database.pool.connect()
  try {
    const truckId = server.truckId('苏A00001')
    const insert = `WITH a AS (INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
      VALUES ($1, $2, 1, now(), $3, 'test', 'red', true, '{}') RETURNING id)
      INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT $2, $1, id, 'raised' FROM a RETURNING alarm_id`
    await older.query('BEGIN')
    const first = (await older.query<{ alarm_id: string }>(insert, [truckId, server.organisationId('A'), 1])).rows[0]?.alarm_id ?? ''
    // Begun later, committed earlier.
    const second =
      (await server.database.pool.query<{ alarm_id: string }>(insert, [truckId, server.organisationId('A'), 2])).rows[0]?.alarm_id ?? ''
    server.bus.publish('outbox', '')
    const { data } = await anna.get<{ alarms: { id: string }[]; cursor: string }>('/alarmInfo', {
      typeIds: '1',
      cursor: lastCursor(socket),
    })
    expect(data.alarms).toEqual([])
    await wait(1_300)
    expect(alarmIds(socket)).toEqual([])
    await older.query('COMMIT')
    server.bus.publish('outbox', '')
    await socket.next('alarms', has(second))
    expect(alarmIds(socket)).toEqual([first, second])
    const poll = await anna.get<{ alarms: { id: string }[] }>('/alarmInfo', { typeIds: '1', cursor: data.cursor })
    expect(poll.data.alarms.map((alarm) => alarm.id)).toEqual([first, second])
  } finally {
    older.release()
  }
})

describe('[T09] who may see is asked again at every push', () => {
  test('signing out ends the socket', async () => {
    const socket = await subscribe(anna)
    await anna.get('/loginOut')
    await socket.next('session-ended')
    await socket.closed
  })

  test('a disabled user is out without any hint on the bus, and gets no alarm', async () => {
    const ben = await server.signIn('ben')
    const socket = await subscribe(ben)
    await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'ben'`)
    await socket.next('session-ended')
    await socket.closed
    await server.database.pool.query(`UPDATE app_user SET enabled = true WHERE user_name = 'ben'`)
  })

  test("a user moved to another organisation gets that one's alarms from then on", async () => {
    const socket = await subscribe(anna)
    await server.database.pool.query(`UPDATE app_user SET organisation_id = $1 WHERE user_name = 'anna'`, [server.organisationId('B')])
    server.bus.publish('session', '')
    await wait(200)
    const foreign = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const own = await raiseAlarm(server, { plate: '苏B00001', type: 1 })
    await socket.next('alarms', has(own))
    expect(alarmIds(socket)).not.toContain(foreign)
    await server.database.pool.query(`UPDATE app_user SET organisation_id = $1 WHERE user_name = 'anna'`, [server.organisationId('A')])
  })

  test('[T11] customers never get type 209, nor alarms of others', async () => {
    const carl = await server.signIn('carl')
    const socket = await subscribe(carl)
    await raiseAlarm(server, { plate: '苏A00002', type: 209 })
    await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const own = await raiseAlarm(server, { plate: '苏A00002', type: 1 })
    await socket.next('alarms', has(own))
    expect(alarmIds(socket)).toEqual([own])
  })

  test('an alarm taken off the list by the same user in another window is not sent', async () => {
    const socket = await subscribe(anna)
    const cursor = lastCursor(socket)
    socket.cut()
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    await anna.send('PUT', '/alarms/clear', { alarmInfoIds: id })
    expect(alarmIds(await subscribe(anna, { cursor }))).toEqual([])
  })
})

test('[F25] a client that stops reading is closed at 1 MB; the others notice nothing', async () => {
  const lazy = await subscribe(anna)
  const other = await subscribe(anna)
  lazy.stopReading()
  const large = 'x'.repeat(400_000)
  // What the operating system holds for a connection comes on top of our megabyte.
  for (let i = 0; i < 30; i += 1) {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, properties: { large } })
    await other.next('alarms', has(id))
  }
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
  await expect.poll(metrics, { timeout: 5000 }).toMatch(/tanker_feed_clients 1/)
  expect(alarmIds(other)).toHaveLength(30)
}, 30_000)
