import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
}, 30_000)
afterAll(() => server.close())

/** The date so many days from now in China, where the certificates are issued. */
const dayIn = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

test('drivers whose certificate has expired, or expires within thirty days, are marked and found', async () => {
  const until = { expired: dayIn(-2), soon: dayIn(10), valid: dayIn(40), none: '' }
  for (const [index, [name, qualifiedUntil]] of Object.entries(until).entries()) {
    const form = { name, code: String(700 + index), organisationId: server.organisationId('A'), qualifiedUntil }
    const answer = await anna.send<EntityRow>('POST', '/baseData/driver', form)
    expect(answer.data.values['qualifiedUntil']).toBe(qualifiedUntil === '' ? null : qualifiedUntil)
  }
  const found = async (certificate?: readonly string[]) => {
    const filters = { scope: { organisationIds: [server.organisationId('A')] }, ...(certificate ? { certificate } : {}) }
    const answer = await anna.get<ReportRows>('/reports/setting/base_data/driver/rows', { filters: JSON.stringify(filters) })
    return answer.data.content.map((row) => [row['name'], row['certificate']])
  }
  expect(await found(['expired', 'soon'])).toEqual([
    ['expired', 'expired'],
    ['soon', 'soon'],
  ])
  expect(await found(['valid'])).toEqual([['valid', 'valid']])
  expect(await found()).toEqual(expect.arrayContaining([['none', null]]))
})
