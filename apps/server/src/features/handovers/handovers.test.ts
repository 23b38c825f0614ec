import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { seedDeliveries } from '../loss/test-delivery.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
  await seedDeliveries(server)
})
beforeEach(() =>
  server.database.pool.query(`UPDATE handover SET status = 'pending', signed_at = NULL, signed_by = NULL, signer = '', remark = ''`),
)
afterAll(() => server.close())

const listed = async (user: SignedIn): Promise<ReportRows['content']> => {
  const { rows } = await server.database.pool.query<{ at: Date }>('SELECT max(unloaded_at) AS at FROM handover')
  const last = (rows[0]?.at ?? new Date()).getTime()
  const filters = {
    scope: { truckIds: [], organisationIds: [server.organisationId('G'), server.organisationId('A'), server.organisationId('B')] },
    when: { from: new Date(last - 20 * 86_400_000).toISOString(), to: new Date(last + 60_000).toISOString() },
  }
  const { data } = await user.get<ReportRows>('/reports/handover/deliveries/rows', { filters: JSON.stringify(filters) })
  return data.content
}
const sign = (user: SignedIn, id: unknown, more: Record<string, string> = {}) =>
  user.send('POST', '/handovers/sign', { id: String(id), seen: 'pending', state: 'signed', signer: '站长 李梅', remark: '', ...more })

test('[2.2-04] every load delivered to a station awaits its signature, and is signed once', async () => {
  const admin = await server.signIn('admin')
  const [first] = await listed(admin)
  expect(first).toMatchObject({ state: 'pending', signer: null, signed: null })
  expect((await sign(admin, first?.['id'])).resultCode).toBe(200)
  const signed = (await listed(admin)).find(({ id }) => id === first?.['id'])
  expect(signed).toMatchObject({ state: 'signed', signer: '站长 李梅', signed: server.now.toISOString() })
  expect(await sign(admin, first?.['id'], { signer: '别人' })).toMatchObject({
    resultCode: 409,
    message: '该交接已被他人签收或提出异议，请刷新列表。',
  })
  expect((await listed(admin)).find(({ id }) => id === first?.['id'])).toMatchObject({ signer: '站长 李梅' })
})

test('a dispute needs a reason, and is signed when settled', async () => {
  const admin = await server.signIn('admin')
  const [first] = await listed(admin)
  expect(await sign(admin, first?.['id'], { state: 'disputed' })).toMatchObject({ resultCode: 400 })
  expect((await sign(admin, first?.['id'], { state: 'disputed', remark: '少 60 L' })).resultCode).toBe(200)
  expect((await listed(admin))[0]).toMatchObject({ state: 'disputed', remark: '少 60 L' })
  expect((await sign(admin, first?.['id'], { seen: 'disputed', remark: '已补卸' })).resultCode).toBe(200)
  expect((await listed(admin))[0]).toMatchObject({ state: 'signed', remark: '已补卸' })
})

test('of two concurrent signatures one is saved and the other is refused', async () => {
  const admin = await server.signIn('admin')
  const [first] = await listed(admin)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((person) =>
      sign(admin, first?.['id'], { state: person % 2 ? 'signed' : 'disputed', signer: `${person}`, remark: 'x' }),
    ),
  )
  expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 409, 409, 409])
  const winner = answers.findIndex(({ resultCode }) => resultCode === 200) + 1
  expect((await listed(admin))[0]).toMatchObject({ signer: String(winner) })
})

test('users of other organisations, without the permission or with a demo account cannot sign, and are not offered the action', async () => {
  const admin = await server.signIn('admin')
  const foreign = (await listed(admin)).find(({ plate }) => JSON.stringify(plate).includes('苏A00001'))?.['id']
  expect(foreign).toBeDefined()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, 'handovers:sign' FROM role WHERE name IN ('调度员', '展会演示') ON CONFLICT DO NOTHING`,
  )
  const ben = await server.signIn('ben')
  expect(await sign(ben, foreign)).toMatchObject({ resultCode: 400, message: '没有这次交接，或您无权查看。' })
  expect(await sign(ben, '999999-1-1')).toMatchObject({ resultCode: 400, message: '没有这次交接，或您无权查看。' })
  for (const name of ['carl', 'demo'] as const) {
    const user = await server.signIn(name)
    expect((await sign(user, foreign)).resultCode).toBe(401)
    const view = (await user.get<ReportView | null>('/reports/handover')).data
    expect(view?.actions.map((action) => action.name) ?? []).not.toContain('sign-handover')
  }
  expect((await listed(admin)).every(({ state }) => state === 'pending')).toBe(true)
})
