import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { timeText } from '@tanker/domain/texts/time-text'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { exportSlot } from './export-slots.ts'

const path = 'cargo_monitor/exception_report/alarm_switch_cover'
let server: TestApi
let anna: SignedIn

beforeAll(async () => {
  server = await startTestApi()
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
  scope: JSON.stringify({ truckIds: [], organisationIds: [server.organisationId('A')] }),
  when: JSON.stringify({ from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: server.now.toISOString() }),
})

const post = (body: Record<string, string>, user = anna, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/api/reports/${path}/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: user.cookie, 'header-id': user.headerId },
    body: new URLSearchParams({ ...question(), ...body }),
    signal,
  })

const sheetOf = async (response: Response): Promise<WorkSheet> =>
  Object.values(read(Buffer.from(await response.arrayBuffer()), { cellNF: true }).Sheets)[0] ?? {}
const linesOf = (sheet: WorkSheet): unknown[][] =>
  utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null, blankrows: true })

/** Titles and rows; what the sheet says below them is apart by an empty line. */
const cellsOf = async (response: Response): Promise<unknown[][]> => {
  const lines = linesOf(await sheetOf(response))
  const end = lines.findIndex((line) => line.every((cell) => cell === null))
  return end === -1 ? lines : lines.slice(0, end)
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

test('as CSV it has the same columns and rows alone, in UTF-8 with its mark, times in the zone of the reader', async () => {
  const response = await post({ fields: 'loss,plate,startedAt', headers: '减少,"车,牌",开始', format: 'csv', fileName: '解封' })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toBe("attachment; filename*=UTF-8''解封.csv")
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const startedAt = timeText(server.now.getTime() - 3_600_000, 'zh', 'Asia/Shanghai')
  expect(bytes.subarray(3).toString()).toBe(`减少,"车,牌",开始\r\n62.54,苏A00001,${startedAt}\r\n`)
  expect(await messageOf(await post({ format: 'csv', fields: 'secret' }))).toContain('secret')
  expect(await messageOf(await post({ format: 'exe' }))).not.toBe('')
})

test('[D-50] the file is named after the report and the period that was asked for, and the sheet after the report in the language of the file', async () => {
  const days = { from: '2026-03-09T16:00:00.000Z', to: '2026-03-12T15:59:59.999Z' }
  const when = JSON.stringify(days)
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: new Date('2026-03-10T00:00:00Z') })
  const named = async (body: Record<string, string>) => {
    const response = await post(body)
    const file = decodeURIComponent(response.headers.get('content-disposition') ?? '')
    return [file.split("''")[1], read(Buffer.from(await response.arrayBuffer())).SheetNames]
  }
  const zh = await named({ when })
  const hours = await named({ when: JSON.stringify({ ...days, to: '2026-03-10T04:30:00Z' }), language: 'en' })
  await server.database.pool.query(`DELETE FROM alarm WHERE started_at = '2026-03-10T00:00:00Z'`)
  expect(zh).toEqual(['异常解封 2026-03-10_2026-03-12.xlsx', ['异常解封']])
  expect(hours).toEqual(['Abnormal unsealing 2026-03-10 0000_2026-03-10 1230.xlsx', ['Abnormal unsealing']])
})

test('[7.5-02] the language of the file is Chinese unless the body says English', async () => {
  expect((await cellsOf(await post({ fields: 'plate' })))[0]).toEqual(['车牌号'])
  expect((await cellsOf(await post({ fields: 'plate', language: 'en' })))[0]).toEqual(['Plate'])
})

test('a title with a comma of its own stands in double quotes', async () => {
  expect((await cellsOf(await post({ fields: 'loss,plate', headers: '"Loss (V20, L)",Plate' })))[0]).toEqual(['Loss (V20, L)', 'Plate'])
})

test('times and durations are values that a spreadsheet can count with, in the zone and the form of the reader', async () => {
  const zh = await sheetOf(await post({ fields: 'plate,startedAt,duration' }))
  // The alarm is an hour before now; Shanghai is eight hours ahead of UTC.
  const wall = server.now.getTime() - 3_600_000 + 8 * 3_600_000
  const serial = Math.floor(wall / 1000) / 86_400 + 25_569
  expect(zh['B2']).toMatchObject({ t: 'n', z: 'yyyy-mm-dd hh:mm:ss' })
  expect(zh['B2']?.v).toBeCloseTo(serial, 6)
  const en = await sheetOf(await post({ fields: 'plate,startedAt,duration', language: 'en' }))
  expect(en['B2']).toMatchObject({ t: 'n', z: 'mm/dd/yyyy hh:mm:ss' })
  await server.database.pool.query(`UPDATE alarm SET ended_at = started_at + interval '26 hours 3 minutes 4.9 seconds'`)
  const ended = await sheetOf(await post({ fields: 'plate,startedAt,duration' }))
  await server.database.pool.query('UPDATE alarm SET ended_at = NULL')
  expect(ended['C2']).toMatchObject({ t: 'n', z: '[h]:mm:ss' })
  expect(ended['C2']?.v).toBeCloseTo((26 * 3600 + 3 * 60 + 4) / 86_400, 8)
})

test('below the rows stand the totals, and what was asked by whom', async () => {
  await raiseAlarm(server, {
    plate: '苏A00001',
    type: 1,
    startedAt: new Date(server.now.getTime() - 1_800_000),
    properties: { compartment: 1, probeType: 1, lossL: 7.46 },
  })
  const lines = linesOf(await sheetOf(await post({ fields: 'plate,loss', grade: JSON.stringify(['red', 'black']) })))
  await server.database.pool.query('DELETE FROM alarm WHERE started_at = $1', [new Date(server.now.getTime() - 1_800_000)])
  expect(lines.slice(0, 6)).toEqual([
    ['车牌号', expect.any(String)],
    ['苏A00001', 7.46],
    ['苏A00001', 62.54],
    [null, null],
    ['合计', 70],
    [null, null],
  ])
  expect(lines.slice(6).map(([first]) => first)).toEqual([
    '报表：异常解封',
    '组织 / 车辆：甲运输',
    expect.stringMatching(/^时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d – \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    '等级：红色、黑色',
    expect.stringMatching(/^导出：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Shanghai\) anna$/),
  ])
  const english = linesOf(await sheetOf(await post({ fields: 'plate', language: 'en' })))
  expect(english.at(-1)?.[0]).toMatch(/^Exported: \d\d\/\d\d\/\d{4} /)
})

test('for paper the first page of rows says what was asked, in the language of the reader', async () => {
  const { scope, when } = question()
  const filters = JSON.stringify({ scope: JSON.parse(scope), when: JSON.parse(when) })
  const rowsOf = async (more: Record<string, string>) => {
    const address = `${server.url}/api/reports/${path}/rows?${new URLSearchParams({ filters, ...more })}`
    const response = await fetch(address, { headers: { cookie: anna.cookie, 'header-id': anna.headerId, 'accept-language': 'zh-CN' } })
    return ((await response.json()) as { data: { content: unknown[]; asked?: { label: string; value: string }[] } }).data
  }
  const { content, asked = [] } = await rowsOf({ withWords: 'true' })
  expect(content).toHaveLength(1)
  expect(asked.map(({ label }) => label)).toEqual(['组织 / 车辆', '时间'])
  expect(asked[1]?.value).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/)
  expect(await rowsOf({})).not.toHaveProperty('asked')
})

test('[7.5-02] the header stays in sight and filters the rows, not the totals below them; columns are as wide as what they hold', async () => {
  await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: new Date(server.now.getTime() - 1_800_000) })
  await server.database.pool.query('UPDATE alarm SET handle_result = $1 WHERE started_at = $2', [
    '驾驶员在服务区休息，巡查人员到场核实铅封完好',
    new Date(server.now.getTime() - 1_800_000),
  ])
  const book = read(Buffer.from(await (await post({ fields: 'plate,loss,handleResult' })).arrayBuffer()), {
    bookFiles: true,
    cellStyles: true,
  }) as WorkBook & { readonly files: Readonly<Record<string, { readonly content: Uint8Array }>> }
  await server.database.pool.query('DELETE FROM alarm WHERE started_at = $1', [new Date(server.now.getTime() - 1_800_000)])
  const sheet = book.Sheets['异常解封']
  // Two rows below the header; the totals begin in the fifth line.
  expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:C3' })
  expect(book.Workbook?.Names).toEqual([
    expect.objectContaining({ Name: '_xlnm._FilterDatabase', Ref: "'异常解封'!$A$1:$C$3", Hidden: true }),
  ])
  expect(Buffer.from(book.files['xl/worksheets/sheet1.xml']?.content ?? []).toString()).toContain(
    '<pane ySplit="1" topLeftCell="A2" state="frozen"',
  )
  const widths = sheet?.['!cols']?.map(({ width }) => Math.round(width ?? 0))
  expect(widths?.[0]).toBe(10)
  expect(widths?.[2]).toBe(46)
})

test('a name of a file that is a path or a header is only a name', async () => {
  const disposition = (await post({ fileName: '../../etc/pass"wd\r\nX: 1' })).headers.get('content-disposition') ?? ''
  expect(disposition).not.toContain('\r')
  expect(decodeURIComponent(disposition)).toContain("''..-..-etc-pass-wd--X- 1.xlsx")
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"])('the text %j stays a text', async (text) => {
  await server.database.pool.query('UPDATE alarm SET handle_result = $1', [text])
  const response = await post({ fields: 'handleResult' })
  const sheet = await sheetOf(response)
  expect(sheet['A2']).toMatchObject({ t: 's', v: text })
  expect(sheet['A2']).not.toHaveProperty('f')
})

test('a column that does not exist, or that the user may not see, is refused', async () => {
  expect(await messageOf(await post({ fields: 'plate,__proto__' }))).toBe('没有名为 __proto__ 的列。')
  const carl = await server.signIn('carl')
  const scope = JSON.stringify({ truckIds: [], organisationIds: [server.organisationId('A1')] })
  expect(await messageOf(await post({ scope, fields: 'organisation' }, carl))).toBe('没有名为 organisation 的列。')
})

test('a value of a column that no chart is drawn by cannot be picked, nor what is no object of texts', async () => {
  expect(await messageOf(await post({ picked: JSON.stringify({ plate: '1' }) }))).toBe('图表不按 plate 列绘制。')
  for (const picked of ['{', '[]', '{"plate":1}'])
    expect(await messageOf(await post({ picked }))).toBe('参数 picked 应为 JSON 对象，值为文本。')
})

test('[5.4-11] an empty export is refused with a message', async () => {
  const when = JSON.stringify({ from: new Date(server.now.getTime() - 2_000).toISOString(), to: server.now.toISOString() })
  expect(await messageOf(await post({ when }))).toBe('无明细数据可导出')
})

test('[5.4-06] an export without an organisation is refused as the list is', async () => {
  expect(await messageOf(await post({ scope: JSON.stringify({ truckIds: [], organisationIds: [] }) }))).toBe('请选择组织或车辆。')
  expect(await messageOf(await post({ when: 'yesterday' }))).toBe('时间应为 JSON 文本。')
})

test('a demo account may export, as it may read', async () => {
  const demo = await server.signIn('demo')
  expect((await post({}, demo)).headers.get('content-type')).toContain('spreadsheet')
})

test('a disconnected browser ends its query, and the server goes on', async () => {
  const { pool } = server.database
  await pool.query(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, lat, lng, properties)
     SELECT truck_id, organisation_id, 1, started_at + n * interval '1 ms', n, 'x', 'red', false, 31.3, 120.6, properties
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

/** An export whose answer is never read. */
const unread = (console: TestApi, user: SignedIn): Socket => {
  const body = new URLSearchParams({ ...question(), scope: JSON.stringify({ organisationIds: [console.organisationId('A')] }) }).toString()
  const socket = connect(console.port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/reports/${path}/export HTTP/1.1\r\nHost: x\r\ncookie: ${user.cookie}\r\nheader-id: ${user.headerId}\r\n` +
      `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return socket
}

test.each([
  ['takes nothing is cut after a while', { unreadMs: 1_000 }],
  ['reads drop by drop is cut when its time is over', { exportWithinMs: 6_000 }],
])(
  '[M4] a reader that %s, gives its connection back, and others export',
  async (what, limits) => {
    const console = await startTestApi({}, null, { limits })
    try {
      const [user, other] = [await console.signIn('anna'), await console.signIn('demo')]
      await raiseAlarm(console, { plate: '苏A00001', type: 1, startedAt: new Date(console.now.getTime() - 3_600_000) })
      // Random text, so that the file is larger than what sockets hold.
      await console.database.pool.query(
        `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, lat, lng, properties, handled_at, handle_result)
       SELECT truck_id, organisation_id, 1, started_at + n * interval '1 ms', n, 'x', 'red', false, 31.3, 120.6, properties, now(),
         (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 12) WHERE n > 0)
       FROM alarm, generate_series(1, 60000) n`,
      )
      const held = async (): Promise<number> =>
        Number(
          (
            await console.database.pool.query(
              `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%exported%'`,
            )
          ).rows[0].n,
        )
      const socket = unread(console, user)
      await expect.poll(held, { timeout: 20_000 }).toBe(1)
      const drip = what.startsWith('reads') ? setInterval(() => socket.read(1_000), 100) : undefined
      // One at a time of a user: the second waits for the first, which is cut.
      const second = fetch(`${console.url}/api/reports/${path}/export`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: user.cookie, 'header-id': user.headerId },
        body: new URLSearchParams({ ...question(), scope: JSON.stringify({ organisationIds: [console.organisationId('A1')] }) }),
      })
      await expect.poll(held, { timeout: 20_000 }).toBe(0)
      clearInterval(drip)
      expect(await messageOf(await second)).toBe('无明细数据可导出')
      const others = await other.send('POST', `/reports/${path}/export`, {
        ...question(),
        scope: JSON.stringify({ organisationIds: [console.organisationId('A1')] }),
      })
      expect(others.message).toBe('无明细数据可导出')
      socket.destroy()
    } finally {
      await console.close()
    }
  },
  90_000,
)

test('[M4] exports wait for their turn; one that gets none is refused with what to do, and a closed browser frees its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const stays = (): AbortSignal => new AbortController().signal
    const own = await exportSlot(1, stays())
    const second = exportSlot(1, stays())
    const others = await Promise.all([2, 3, 4].map((user) => exportSlot(user, stays())))
    const fifth = exportSlot(5, stays())
    const refusedOwn = expect(second).rejects.toMatchObject({ code: 'own-export-running' })
    const refusedFifth = expect(fifth).rejects.toMatchObject({ code: 'too-many-exports' })
    await vi.advanceTimersByTimeAsync(15_000)
    await Promise.all([refusedOwn, refusedFifth])
    const leaving = new AbortController()
    const gone = exportSlot(6, leaving.signal)
    const next = exportSlot(7, stays())
    leaving.abort()
    await expect(gone).rejects.toMatchObject({ code: 'export-cancelled' })
    own()
    own()
    const seventh = await next
    const many = Array.from({ length: 20 }, () => exportSlot(8, stays()).then((giveBack) => giveBack()))
    await expect(exportSlot(9, stays())).rejects.toMatchObject({ code: 'too-many-exports' })
    for (const giveBack of [...others, seventh]) giveBack()
    await Promise.all(many)
  } finally {
    vi.useRealTimers()
  }
})
