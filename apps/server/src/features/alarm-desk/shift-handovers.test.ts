import type { DeskLine, ShiftHandover } from '@tanker/contract/alarm-desk'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTestUsers, raiseAlarm, type SignedIn, type TestApi } from '../../platform/http/test-api.ts'
import { startDeskApi } from './test-desk.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
let carl: SignedIn
/** A second dispatcher of anna's organisation. */
let nora: SignedIn
beforeAll(async () => {
  ;({ server, admin, anna, ben, carl } = await startDeskApi())
  await addTestUsers(server.database.db, [{ userName: 'nora', companyCode: 'A', roleName: '调度员' }])
  nora = await server.signIn('nora' as 'anna')
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE alarm, outbox, shift_handover CASCADE')
})

type Page = { content: ShiftHandover[]; totalElements: number }
const shifts = async (user: SignedIn): Promise<ShiftHandover[]> => (await user.get<Page>('/shift-handovers')).data.content
const handOver = (user: SignedIn, note: string, userId?: number) =>
  user.send<{ id: number }>('POST', '/shift-handovers', { note, ...(userId === undefined ? {} : { userId }) })
const accept = (user: SignedIn, id: number) => user.send('POST', '/shift-handovers/accept', { id })
const raise = (more: Partial<Parameters<typeof raiseAlarm>[1]> = {}) =>
  raiseAlarm(server, { plate: '苏A00001', type: ALARM.unsealing, settled: false, ...more })
const assign = (user: SignedIn, alarmIds: string, userId: number) => user.send('POST', '/alarms/desk/assign', { alarmIds, userId })
const mineOf = async (user: SignedIn): Promise<string[]> =>
  (await user.get<{ content: DeskLine[] }>('/alarms/desk', { owner: 'mine' })).data.content.flatMap(({ alarmIds }) => alarmIds)

test('[delight 12] a shift is handed over with a note, what is open and the own alarms, and accepted by the named user', async () => {
  const [mine, handled, noras] = [
    await raise({ grade: 'black' }),
    await raise(),
    await raise({ startedAt: new Date(server.now.getTime() - 600_000) }),
  ]
  await raise({ plate: '苏A00002', type: ALARM.overspeed, grade: 'yellow' })
  await raise({ plate: '苏B00001' })
  await assign(anna, `${mine},${handled}`, anna.userId)
  await assign(anna, noras, nora.userId)
  await anna.send('POST', '/alarms/handle', { alarmIds: handled, handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' })
  const { data, resultCode } = await handOver(anna, ' 苏A00001 司机已联系 ', nora.userId)
  expect(resultCode).toBe(200)
  expect(await shifts(nora)).toEqual([
    {
      id: data.id,
      at: server.now.toISOString(),
      by: { id: anna.userId, name: 'anna' },
      to: { id: nora.userId, name: 'nora' },
      note: '苏A00001 司机已联系',
      black: 1,
      red: 1,
      yellow: 1,
      acceptedAt: null,
      acceptedBy: null,
      canAccept: true,
      canWithdraw: false,
    },
  ])
  expect([await mineOf(anna), await mineOf(nora)]).toEqual([[], [mine, noras]])
  expect((await accept(admin, data.id)).message).toBe('该班次指定了其他接班人，请由其本人接班。')
  expect(await accept(nora, data.id)).toMatchObject({ resultCode: 200, data: null })
  expect(await shifts(anna)).toMatchObject([{ acceptedAt: server.now.toISOString(), acceptedBy: { name: 'nora' }, canAccept: false }])
  expect(await accept(nora, data.id)).toMatchObject({ resultCode: 409, message: '该交班已有人接班，请刷新。' })
  const { rows } = await server.database.pool.query(
    `SELECT user_name, action, new FROM change_log WHERE entity = 'shift_handover' ORDER BY id`,
  )
  expect(rows).toEqual([
    { user_name: 'anna', action: 'create', new: { note: '苏A00001 司机已联系', to: 'nora', black: 1, red: 1, yellow: 1 } },
    { user_name: 'nora', action: 'sign', new: { by: 'nora' } },
  ])
})

test('a shift is withdrawn by who handed it over until it is accepted: its alarms come back, those the successor had before stay', async () => {
  const withdraw = (user: SignedIn, id: number) => user.send('POST', '/shift-handovers/withdraw', { id })
  const [moves, noras] = [await raise(), await raise({ plate: '苏A00002' })]
  await assign(anna, moves, anna.userId)
  await assign(anna, noras, nora.userId)
  server.now = new Date(server.now.getTime() + 60_000)
  const { data } = await handOver(anna, '写错了', nora.userId)
  expect((await shifts(anna))[0]).toMatchObject({ canAccept: false, canWithdraw: true })
  expect([await mineOf(anna), await mineOf(nora)]).toEqual([[], [noras, moves]])
  expect((await withdraw(nora, data.id)).message).toBe('只能撤回自己交的班。')
  expect((await withdraw(ben, data.id)).message).toBe('没有这次交班，或您无权查看，请刷新。')
  expect(await withdraw(anna, data.id)).toMatchObject({ resultCode: 200, data: null })
  expect([await mineOf(anna), await mineOf(nora), await shifts(anna)]).toEqual([[moves], [noras], []])
  const { rows } = await server.database.pool.query(
    `SELECT action, old FROM change_log WHERE entity = 'shift_handover' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ action: 'delete', old: { note: '写错了' } }])
  const again = (await handOver(anna, '对了', nora.userId)).data.id
  await accept(nora, again)
  expect(await withdraw(anna, again)).toMatchObject({ resultCode: 409, message: '该交班已有人接班，请刷新。' })
})

test('a shift for the next shift is accepted by one of two other users, who gets the open alarms', async () => {
  const open = await raise()
  await assign(anna, open, anna.userId)
  const { data } = await handOver(anna, '无特殊情况')
  expect([(await shifts(anna))[0]?.canAccept, (await shifts(nora))[0]?.canAccept]).toEqual([false, true])
  expect((await accept(anna, data.id)).message).toBe('不能接自己交的班，请由接班人接班。')
  const answers = await Promise.all([accept(nora, data.id), accept(admin, data.id)])
  expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 409])
  expect(await mineOf(anna)).toEqual([])
  expect([...(await mineOf(nora)), ...(await mineOf(admin))]).toEqual([open])
})

test('a successor must be another user who handles alarms and sees them; otherwise nothing is handed over', async () => {
  const [ofA, ofB] = [await raise(), await raise({ plate: '苏B00001' })]
  await assign(admin, `${ofA},${ofB}`, admin.userId)
  const message = async (answer: ReturnType<typeof handOver>) => (await answer).message
  expect(await message(handOver(admin, 'x', anna.userId))).toBe('anna看不到苏B00001，请选择其他负责人。')
  expect(await message(handOver(anna, 'x', anna.userId))).toBe('接班人不能是您本人，请选择其他用户或留空。')
  expect(await message(handOver(anna, 'x', ben.userId))).toBe('没有这个负责人，或您无权查看，请重新选择。')
  expect(await message(handOver(anna, 'x', carl.userId))).toBe('carl没有处理报警的权限，请选择其他负责人。')
  expect((await handOver(anna, '  ')).resultCode).toBe(400)
  expect((await handOver(carl, 'x')).resultCode).toBe(401)
  expect(await shifts(admin)).toEqual([])
  expect(await mineOf(admin)).toHaveLength(2)
})

test('[T22] a shift is seen in its organisation and above, and by the user below to whom it was handed over', async () => {
  const own = (await handOver(anna, '甲运输')).data.id
  const down = (await handOver(admin, '请甲运输接手', anna.userId)).data.id
  const idsOf = async (user: SignedIn) => (await shifts(user)).map(({ id }) => id)
  expect(await idsOf(admin)).toEqual([down, own])
  expect(await idsOf(anna)).toEqual([down, own])
  expect(await idsOf(nora)).toEqual([own])
  expect([await idsOf(ben), await idsOf(carl)]).toEqual([[], []])
  expect((await shifts(anna))[0]?.by).toEqual({ id: 0, name: '其他组织的用户' })
  expect((await accept(ben, own)).message).toBe('没有这次交班，或您无权查看，请刷新。')
  expect((await accept(anna, down)).resultCode).toBe(200)
})

test('the user who named a successor sees the name also after the successor has moved to another organisation; the others do not', async () => {
  const { data } = await handOver(anna, '交给 nora', nora.userId)
  await accept(nora, data.id)
  const organisation = async (code: string) =>
    server.database.pool.query(`UPDATE app_user SET organisation_id = $1 WHERE user_name = 'nora'`, [server.organisationId(code)])
  await organisation('B')
  try {
    expect((await shifts(anna))[0]).toMatchObject({ to: { id: nora.userId, name: 'nora' }, acceptedBy: { name: 'nora' } })
    await addTestUsers(server.database.db, [{ userName: 'otto', companyCode: 'A', roleName: '调度员' }])
    const otto = await server.signIn('otto' as 'anna')
    expect((await shifts(otto))[0]).toMatchObject({ to: { id: 0, name: '其他组织的用户' }, by: { name: 'anna' } })
  } finally {
    await organisation('A')
  }
})

test('the second tab of the handovers lists shifts', async () => {
  await raise({ grade: 'black' })
  const { data } = await handOver(anna, '夜班注意苏A00001', nora.userId)
  await accept(nora, data.id)
  const filters = {
    scope: { organisationIds: [server.organisationId('A')] },
    when: { from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: new Date(server.now.getTime() + 60_000).toISOString() },
  }
  const view = (await anna.get<ReportView>('/reports/handover')).data
  expect(view.tabs.map(({ path }) => path)).toEqual(['handover/deliveries', 'handover/shift_handover'])
  const { content } = (await anna.get<ReportRows>('/reports/handover/shift_handover/rows', { filters: JSON.stringify(filters) })).data
  expect(content).toMatchObject([
    {
      from: 'anna',
      to: 'nora',
      note: '夜班注意苏A00001',
      black: 1,
      red: 0,
      yellow: 0,
      acceptedBy: 'nora',
      acceptedAt: server.now.toISOString(),
    },
  ])
})
