import { setTimeout as wait } from 'node:timers/promises'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestConsole, type TestConsole } from '../http/test-console.ts'

const path = 'cargo_monitor/exception_report/alarm_switch_cover'
let server: TestConsole
let anna: SignedIn

beforeAll(async () => {
  server = await startTestConsole()
  anna = await server.signIn('anna')
  await raiseAlarm(server, {
    plate: '苏A00001',
    type: 1,
    startedAt: new Date(server.now.getTime() - 3_600_000),
    properties: { compartment: 2, probeType: 1, lossL: 62.54 },
  })
})
afterAll(() => server.close())

const question = () => ({
  scope: JSON.stringify({ truckIds: [], companyIds: [server.companyId('A')] }),
  when: JSON.stringify({ from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: server.now.toISOString() }),
})

const post = (body: Record<string, string>, user = anna, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/api/reports/${path}/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: user.cookie, 'header-id': user.headerId },
    body: new URLSearchParams({ ...question(), ...body }),
    signal,
  })

const cellsOf = async (response: Response): Promise<unknown[][]> => {
  const sheet = read(Buffer.from(await response.arrayBuffer())).Sheets['Sheet1'] ?? {}
  return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null })
}

const messageOf = async (response: Response): Promise<string> => ((await response.json()) as { message: string }).message

test('[7.5-02] the file has the columns that were asked for in their order, under the titles that were given', async () => {
  const response = await post({ fields: 'loss,plate', headers: '减少,车', language: 'zh', fileName: '解封 五月' })
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toBe("attachment; filename*=UTF-8''解封 五月.xlsx")
  expect(await cellsOf(response)).toEqual([
    ['减少', '车'],
    [62.54, '苏A00001'],
  ])
  expect(await messageOf(await post({ fields: 'loss,plate', headers: '减少' }))).toBe('headers 与 fields 的数量不一致。')
})

test('[7.5-02] the language of the file is Chinese unless the body says English', async () => {
  expect((await cellsOf(await post({ fields: 'plate' })))[0]).toEqual(['车牌号'])
  expect((await cellsOf(await post({ fields: 'plate', language: 'en' })))[0]).toEqual(['Plate'])
})

test('a name of a file that is a path or a header is only a name', async () => {
  const disposition = (await post({ fileName: '../../etc/pass"wd\r\nX: 1' })).headers.get('content-disposition') ?? ''
  expect(disposition).not.toContain('\r')
  expect(decodeURIComponent(disposition)).toContain("''..-..-etc-pass-wd--X- 1.xlsx")
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"])('the text %j stays a text', async (text) => {
  await server.database.pool.query('UPDATE alarm SET handle_result = $1', [text])
  const response = await post({ fields: 'handleResult' })
  const sheet = read(Buffer.from(await response.arrayBuffer())).Sheets['Sheet1'] ?? {}
  expect(sheet['A2']).toMatchObject({ t: 's', v: text })
  expect(sheet['A2']).not.toHaveProperty('f')
})

test('a column that does not exist, or that the user may not see, is refused', async () => {
  expect(await messageOf(await post({ fields: 'plate,__proto__' }))).toBe('没有名为 __proto__ 的列。')
  const carl = await server.signIn('carl')
  const scope = JSON.stringify({ truckIds: [], companyIds: [server.companyId('A1')] })
  expect(await messageOf(await post({ scope, fields: 'company' }, carl))).toBe('没有名为 company 的列。')
})

test('[5.4-11] an export of nothing is refused in words', async () => {
  const when = JSON.stringify({ from: new Date(server.now.getTime() - 2_000).toISOString(), to: server.now.toISOString() })
  expect(await messageOf(await post({ when }))).toBe('无明细数据可导出')
})

test('[5.4-06] an export without an organisation is refused as the list is', async () => {
  expect(await messageOf(await post({ scope: JSON.stringify({ truckIds: [], companyIds: [] }) }))).toBe('请选择组织或车辆。')
  expect(await messageOf(await post({ when: 'yesterday' }))).toBe('时间应为 JSON 文本。')
})

test('a demo account may export, as it may read', async () => {
  const demo = await server.signIn('demo')
  expect((await post({}, demo)).headers.get('content-type')).toContain('spreadsheet')
})

test('a browser that goes away takes its query with it and leaves the server whole', async () => {
  const { pool } = server.database
  await pool.query(
    `INSERT INTO alarm (truck_id, company_id, type, started_at, object, name, grade, live, lat, lng, properties)
     SELECT truck_id, company_id, 1, started_at + n * interval '1 ms', n, 'x', 'red', false, 31.3, 120.6, properties
     FROM alarm, generate_series(1, 60000) n`,
  )
  const running = async () =>
    Number(
      (
        await pool.query(
          `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%exported%' AND state <> 'idle' AND pid <> pg_backend_pid()`,
        )
      ).rows[0].n,
    )
  for (let round = 0; round < 5; round += 1) {
    const left = new AbortController()
    const response = await post({}, anna, left.signal)
    const reader = response.body?.getReader()
    await reader?.read()
    expect(await running()).toBe(1)
    left.abort()
    await reader?.closed.catch(() => undefined)
    for (let tries = 0; tries < 100 && (await running()) > 0; tries += 1) await wait(20)
    expect(await running()).toBe(0)
  }
  expect(await cellsOf(await post({ fields: 'plate' }))).toHaveLength(60_002)
})
