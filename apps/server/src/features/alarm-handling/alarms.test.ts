import type { Alarm } from '@tanker/contract/alarms'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let carl: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  carl = await server.signIn('carl')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, alarm_cleared, outbox, user_alarm CASCADE')
})

type Page = { content: Alarm[]; totalElements: number }
type Info = { alarms: Alarm[]; cursor: string }
const ago = (minutes: number) => new Date(server.now.getTime() - minutes * 60_000)
const idsOf = (alarms: readonly Alarm[]) => alarms.map((alarm) => alarm.id)

describe('[7.2-07] GET /alarms/pageList', () => {
  test('[3.3-01] carries the fields of spec 3.3, newest first, with content and totalElements', async () => {
    const older = await raiseAlarm(server, { plate: '苏A00001', type: 2, startedAt: ago(60) })
    const newer = await raiseAlarm(server, { plate: '苏A00002', type: 1, startedAt: ago(5), properties: { compartment: 2 } })
    const { data } = await anna.get<Page>('/alarms/pageList', { page: 0, size: 20 })
    expect(data.totalElements).toBe(2)
    expect(idsOf(data.content)).toEqual([newer, older])
    expect(data.content[0]).toMatchObject({
      id: newer,
      type: 1,
      signCode: '苏A00002',
      truckId: server.truckId('苏A00002'),
      companyName: '甲客户',
      startTime: ago(5).toISOString(),
      remark: '',
      remark2: '',
      properties: { compartment: 2 },
      grade: 'red',
      handled: false,
      area: '距苏州油库 2.9 km',
    })
    expect((await anna.get<Page>('/alarms/pageList', { page: 1, size: 1 })).data.content.map((alarm) => alarm.id)).toEqual([older])
  })

  test('[7.1-05] filters by repeated keys, by commas, by truck, by organisation, by time and by handling', async () => {
    const a = await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: ago(10) })
    const b = await raiseAlarm(server, { plate: '苏A00002', type: 2, startedAt: ago(20) })
    await raiseAlarm(server, { plate: '苏A00002', type: 4, startedAt: ago(30) })
    const found = async (query: Record<string, string | string[]>) => idsOf((await anna.get<Page>('/alarms/pageList', query)).data.content)
    expect(await found({ typeIds: ['1', '2'] })).toEqual([a, b])
    expect(await found({ typeIds: '1,2' })).toEqual([a, b])
    expect(await found({ truckIds: String(server.truckId('苏A00001')) })).toEqual([a])
    expect(await found({ organisationIds: String(server.organisationId('A1')), typeIds: '2' })).toEqual([b])
    expect(await found({ from: ago(15).toISOString(), to: ago(5).toISOString() })).toEqual([a])
    await server.database.pool.query('UPDATE alarm SET handled_at = now() WHERE id = $1', [a])
    expect(await found({ handled: 'true' })).toEqual([a])
    expect((await anna.get('/alarms/pageList', { from: ago(1).toISOString(), to: ago(2).toISOString() })).message).toBe(
      '开始时间不能晚于结束时间。',
    )
  })

  test('[T22] a foreign truck or organisation in the filter finds nothing, as one that does not exist', async () => {
    await raiseAlarm(server, { plate: '苏B00001', type: 1 })
    for (const query of [
      { truckIds: server.truckId('苏B00001') },
      { organisationIds: server.organisationId('B') },
      { organisationIds: server.organisationId('G') },
      { truckIds: 999_999 },
      { organisationIds: '99999999999' },
      {},
    ]) {
      expect((await anna.get('/alarms/pageList', query)).data).toEqual({ content: [], totalElements: 0 })
    }
  })

  test('[6-12] type 209 is hidden for customers in every list', async () => {
    await raiseAlarm(server, { plate: '苏A00002', type: 209 })
    expect((await anna.get<Page>('/alarms/pageList')).data.totalElements).toBe(1)
    expect((await carl.get<Page>('/alarms/pageList', { typeIds: '209' })).data.totalElements).toBe(0)
    expect((await carl.get<Info>('/alarmInfo', { typeIds: '209' })).data.alarms).toEqual([])
    expect((await carl.get('/countAlarm')).data).toEqual([])
  })
})

describe('[7.2-19] GET /alarmInfo', () => {
  test('answers the fresh live alarms: at most five of the list types and every open emergency; userPri and userName change nothing', async () => {
    await raiseAlarm(server, { plate: '苏B00001', type: 1 })
    await raiseAlarm(server, { plate: '苏A00001', type: 1, live: false })
    const listed: string[] = []
    for (let i = 0; i < 7; i += 1) listed.push(await raiseAlarm(server, { plate: '苏A00001', type: 1 }))
    const emergency = await raiseAlarm(server, { plate: '苏A00001', type: 201, startedAt: ago(300) })
    await server.database.pool.query('UPDATE alarm SET inserted_at = $2 WHERE id = $1', [emergency, ago(300)])
    const { data } = await anna.get<Info>('/alarmInfo', { typeIds: '1,2,201', userPri: '*', timeZone: 'Asia/Shanghai', userName: 'admin' })
    expect(idsOf(data.alarms)).toEqual([emergency, ...listed.slice(2)])
    expect(data.cursor).toMatch(/^\d{1,19}$/)
  })

  test('with a cursor it answers what came after it, once', async () => {
    const { data: first } = await anna.get<Info>('/alarmInfo', { typeIds: '1' })
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    await raiseAlarm(server, { plate: '苏A00001', type: 2 })
    const { data: second } = await anna.get<Info>('/alarmInfo', { typeIds: '1', cursor: first.cursor })
    expect(idsOf(second.alarms)).toEqual([id])
    expect((await anna.get<Info>('/alarmInfo', { typeIds: '1', cursor: second.cursor })).data.alarms).toEqual([])
  })

  test('with a cursor it also names what was handled since', async () => {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const { data } = await anna.get<Info>('/alarmInfo', { typeIds: '1' })
    await anna.send('POST', '/alarms/handle', { alarmIds: id, handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' })
    await expect
      .poll(async () => (await anna.get<{ closed: string[] }>('/alarmInfo', { typeIds: '1', cursor: data.cursor })).data.closed)
      .toEqual([id])
  })

  test('[3.3-02][3.3-03] the properties of high-loss and working-hours alarms come as detection wrote them', async () => {
    const loss = {
      signCode: '苏A00001',
      loss: 82.5,
      lossRate: 3.4567,
      highLossRateThreshold: 2,
      startTime: 1,
      endTime: 2,
      startArea: 'a',
      endArea: 'b',
    }
    const hours = { companyName: '甲运输', driverWorkingDuration: 15_000, driver: { name: '陈海霞' } }
    await raiseAlarm(server, { plate: '苏A00001', type: 202, properties: loss })
    await raiseAlarm(server, { plate: '苏A00001', type: 203, properties: hours })
    const { data } = await anna.get<Info>('/alarmInfo', { typeIds: '202,203' })
    expect(data.alarms.map((alarm) => alarm.properties)).toEqual([loss, hours])
  })

  test('a loss that began and ended on the road names the nearest place instead of coordinates', async () => {
    const properties = { startArea: '31.320000,120.620000', endArea: '苏州油库' }
    await raiseAlarm(server, { plate: '苏A00001', type: 202, properties })
    const { data } = await anna.get<Info>('/alarmInfo', { typeIds: '202' })
    expect(data.alarms[0]?.properties).toEqual({ startArea: '距苏州油库 2.9 km', endArea: '苏州油库' })
  })

  test('a cursor of another database restarts instead of waiting for it', async () => {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    expect(idsOf((await anna.get<Info>('/alarmInfo', { typeIds: '1', cursor: '900000000000000000' })).data.alarms)).toEqual([id])
  })
})

describe('[7.2-08][7.3-01][4.3-08] PUT /alarms/clear', () => {
  test("takes exactly the alarms named off this user's live list", async () => {
    const first = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const second = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const answer = await anna.send('PUT', '/alarms/clear', { alarmInfoIds: [first], typeIds: '1', userPri: 'x', userName: 'admin' })
    expect(answer).toMatchObject({ resultCode: 200, data: { cleared: 1 } })
    expect(idsOf((await anna.get<Info>('/alarmInfo', { typeIds: '1' })).data.alarms)).toEqual([second])
    const admin = await server.signIn('admin')
    expect(idsOf((await admin.get<Info>('/alarmInfo', { typeIds: '1' })).data.alarms)).toEqual([first, second])
  })

  test('[F26] an alarm raised while the list is being cleared stays', async () => {
    const shown = await raiseAlarm(server, { plate: '苏A00001', type: 201 })
    const [, unseen] = await Promise.all([
      anna.send('PUT', '/alarms/clear', { alarmInfoIds: [shown], typeIds: '201' }),
      raiseAlarm(server, { plate: '苏A00001', type: 201 }),
    ])
    expect(idsOf((await anna.get<Info>('/alarmInfo', { typeIds: '201' })).data.alarms)).toEqual([unseen])
  })

  test('[T22] foreign alarms are not touched, and the answer is that of alarms that do not exist', async () => {
    const foreign = await raiseAlarm(server, { plate: '苏B00001', type: 1 })
    expect((await anna.send('PUT', '/alarms/clear', { alarmInfoIds: foreign })).data).toEqual({ cleared: 0 })
    expect((await anna.send('PUT', '/alarms/clear', { alarmInfoIds: '999999' })).data).toEqual({ cleared: 0 })
    // Beyond every id: refused in words.
    expect((await anna.send('PUT', '/alarms/clear', { alarmInfoIds: '9999999999999999999' })).resultCode).toBe(400)
    expect((await server.database.pool.query('SELECT FROM alarm_cleared')).rowCount).toBe(0)
  })
})

test('[7.2-20] GET /countAlarm counts the unhandled alarms of the scope by type', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: 1 })
  await raiseAlarm(server, { plate: '苏A00002', type: 1 })
  await raiseAlarm(server, { plate: '苏A00002', type: 2 })
  await raiseAlarm(server, { plate: '苏B00001', type: 2 })
  expect((await anna.get('/countAlarm')).data).toEqual([
    { type: 1, count: 2 },
    { type: 2, count: 1 },
  ])
})

describe('[7.2-18][7.3-02][3.3-04] POST /alarmCue', () => {
  test('keeps id, userId, alarmTypeIds and alarmEmailTypeIds of the own user, regardless of the user id sent', async () => {
    const saved = await anna.send<{ id: number }>('POST', '/alarmCue', {
      userId: 1,
      alarmTypeIds: '1,2,9999',
      alarmEmailTypeIds: '201',
      alarmEmailLeastGrade: 'red',
    })
    expect(saved).toMatchObject({
      resultCode: 200,
      data: { userId: anna.userId, alarmTypeIds: '1,2', alarmEmailTypeIds: '201', alarmEmailLeastGrade: 'red' },
    })
    const again = await anna.send<{ id: number }>('POST', '/alarmCue', {
      id: saved.data.id,
      userId: ben.userId,
      alarmTypeIds: '',
      alarmEmailTypeIds: '',
    })
    expect(again.data).toEqual({
      id: saved.data.id,
      userId: anna.userId,
      alarmTypeIds: '',
      alarmEmailTypeIds: '',
      alarmEmailLeastGrade: 'red',
    })
    expect((await anna.get<{ stUserAlarm: unknown }>('/userPri')).data.stUserAlarm).toEqual(again.data)
  })

  test('a customer cannot choose type 209', async () => {
    expect((await carl.send('POST', '/alarmCue', { alarmTypeIds: '1,209', alarmEmailTypeIds: '209' })).data).toMatchObject({
      alarmTypeIds: '1',
      alarmEmailTypeIds: '',
    })
  })

  test('nonsense is refused with the field', async () => {
    expect((await anna.send('POST', '/alarmCue', { alarmTypeIds: 'all', alarmEmailTypeIds: '' }, { language: 'en' })).message).toBe(
      'Parameter alarmTypeIds has the wrong form.',
    )
  })
})

describe('POST /alarms/handle', () => {
  const handling = (alarmIds: string) => ({ alarmIds, handleResult: '已处理', exceptionType: 'human', confirm: 'confirmed' })

  test('[5.4-09] asks for a result and an exception type', async () => {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    expect((await anna.send('POST', '/alarms/handle', { ...handling(id), handleResult: ' ' })).message).toBe(
      '参数 handleResult 太短，至少 1。',
    )
    expect(
      (await anna.send('POST', '/alarms/handle', { alarmIds: id, handleResult: 'x', confirm: 'confirmed' }, { language: 'en' })).message,
    ).toMatch(/^Parameter exceptionType must be one of human, fence, positioning, equipment\.$/)
  })

  test('[F27] [4.5-12] of fifty concurrent calls exactly one handles the alarm; the others are refused as already handled', async () => {
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => anna.send('POST', '/alarms/handle', handling(id))))
    expect(answers.filter((answer) => answer.resultCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.resultCode === 409)).toHaveLength(49)
    expect(answers.find((answer) => answer.resultCode === 409)?.message).toBe('苏A00001 的报警刚被其他用户处理，本次没有更改任何内容。')
    const { rows } = await server.database.pool.query(`SELECT what FROM outbox WHERE alarm_id = $1 ORDER BY seq`, [id])
    expect(rows).toEqual([{ what: 'raised' }, { what: 'handled' }])
  })

  test('all or none: one already handled among several refuses the batch', async () => {
    const first = await raiseAlarm(server, { plate: '苏A00001', type: 1 })
    const second = await raiseAlarm(server, { plate: '苏A00002', type: 1 })
    await anna.send('POST', '/alarms/handle', handling(first))
    expect((await anna.send('POST', '/alarms/handle', handling(`${first},${second}`))).resultCode).toBe(409)
    expect((await server.database.pool.query('SELECT FROM alarm WHERE handled_at IS NOT NULL')).rowCount).toBe(1)
  })

  test('[T22] a foreign alarm is answered as a missing one and stays as it is', async () => {
    const foreign = await raiseAlarm(server, { plate: '苏B00001', type: 1 })
    const refused = await anna.send('POST', '/alarms/handle', handling(foreign))
    expect(refused).toMatchObject({ resultCode: 400, message: (await anna.send('POST', '/alarms/handle', handling('999999'))).message })
    expect((await server.database.pool.query('SELECT FROM alarm WHERE handled_at IS NOT NULL')).rowCount).toBe(0)
  })
})
