import { request as rawRequest } from 'node:http'
import { deflateRawSync } from 'node:zlib'
import { read } from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

const report = 'cargo_monitor/exception_report/alarm_switch_cover'
let server: TestApi
let admin: SignedIn
let carl: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`UPDATE driver SET name = '<script>alert(1)</script>'`)
  await raiseAlarm(server, {
    plate: '苏A00002',
    type: 1,
    startedAt: new Date(server.now.getTime() - 3_600_000),
    properties: { compartment: 1 },
  })
  admin = await server.signIn('admin')
  carl = await server.signIn('carl')
})
afterAll(() => server.close())

const exported = (user: SignedIn, more: Record<string, string>, path = `/api/reports/${report}/export`) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: user.cookie, 'header-id': user.headerId, language: 'en' },
    body: new URLSearchParams({
      scope: JSON.stringify({ organisationIds: [server.organisationId('A1')] }),
      when: JSON.stringify({ from: new Date(server.now.getTime() - 86_400_000).toISOString(), to: server.now.toISOString() }),
      ...more,
    }),
  })
const refusal = async (response: Response): Promise<number> => ((await response.json()) as { resultCode: number }).resultCode

test('[7.5-01][6-13] T13 a customer’s file has no column that the list hides, by any name or key in the request', async () => {
  const workbook = read(Buffer.from(await (await exported(carl, {})).arrayBuffer()))
  const titles = Object.entries(workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}).flatMap(([cell, value]) =>
    /^[A-Z]+1$/.test(cell) ? [String((value as { v: unknown }).v)] : [],
  )
  expect(titles).toContain('车牌号')
  expect(titles).not.toContain('所属组织')
  for (const fields of [
    'organisation',
    'plate,organisation',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'id',
    'truck_id',
    '*',
    'plate,,',
    'plate;DROP TABLE alarm',
  ])
    expect(await refusal(await exported(carl, { fields }))).toBe(400)
  for (const sortBy of ['organisation', 'id; SELECT 1', '__proto__', 'password_hash'])
    expect(await refusal(await exported(carl, { sortBy }))).toBe(400)
})

test('[7.5-01] T13 the path that a caller supplies leads to reports only', async () => {
  for (const path of [
    '/api/reports/../integrationKeys/export',
    '/api/reports/%2e%2e/%2e%2e/etc/passwd/export',
    `/api/reports/${report}/../../../export`,
    '/api/reports//export',
  ])
    expect((await exported(admin, {}, path)).status, path).toBe(404)
})

test('T13 no name of a file splits the headers or is a path', async () => {
  for (const fileName of [
    'a\r\nSet-Cookie: sid=x',
    '../../etc/passwd',
    'C:\\x',
    '\u202Excod.exe',
    "a'; filename=b.html",
    '.'.repeat(120),
  ]) {
    const response = await exported(carl, { fileName })
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.!~*()-]+\.xlsx$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).not.toMatch(/[\\/\r\n:\u202E]/)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    await response.arrayBuffer()
  }
})

test('T15 a name that is a script travels as JSON, which no browser runs, under a policy that runs nothing of it', async () => {
  const card = await admin.get(`/trucks/${server.truckId('苏A00001')}/card`)
  expect(JSON.stringify(card.data)).toContain('<script>')
  expect(card.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(card.headers.get('x-content-type-options')).toBe('nosniff')
  const policy = card.headers.get('content-security-policy') ?? ''
  for (const rule of ["object-src 'none'", "base-uri 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  // The path is not echoed in a page either.
  const docs = await fetch(`${server.url}/api/docs?x=<script>alert(1)</script>`, { headers: { cookie: admin.cookie } })
  expect(await docs.text()).not.toContain('<script>')
  const lost = await server.call('GET', '/api/<script>alert(1)</script>')
  expect(lost).toMatchObject({ status: 404, resultCode: 400 })
  expect(lost.message).not.toContain('script')
})

const upload = async (content: Uint8Array | string, name = 'rows.xlsx', type = 'application/octet-stream') => {
  const form = new FormData()
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type }))
  const response = await fetch(`${server.url}/api/cargoImport/meter-tickets`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'header-id': admin.headerId, language: 'en' },
    body: form,
  })
  return { status: response.status, ...((await response.json()) as { resultCode: number; message: string }) }
}

/** A sheet whose first page unpacks to `bytes` while the zip's directory says that it is `said`. */
async function packedSheet(bytes: number, said: number): Promise<Buffer> {
  const good = Buffer.from(await writeXlsx({ sheets: [{ name: 'x', columns: [{ header: 'a', key: 'a' }], data: [{ a: 'b' }] }] }))
  const end = good.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let at = good.readUInt32LE(end + 16)
  for (let left = good.readUInt16LE(end + 10); left > 0; left -= 1) {
    const entry = Buffer.from(
      good.subarray(at, at + 46 + good.readUInt16LE(at + 28) + good.readUInt16LE(at + 30) + good.readUInt16LE(at + 32)),
    )
    const from = entry.readUInt32LE(42)
    const headEnd = from + 30 + good.readUInt16LE(from + 26) + good.readUInt16LE(from + 28)
    const head = Buffer.from(good.subarray(from, headEnd))
    let data = good.subarray(headEnd, headEnd + entry.readUInt32LE(20))
    if (entry.includes('worksheets/sheet1.xml')) {
      data = deflateRawSync(
        Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(bytes, ' '), Buffer.from('</sheetData></worksheet>')]),
      )
      for (const [part, method, sizes] of [
        [head, 8, 18],
        [entry, 10, 20],
      ] as const) {
        part.writeUInt16LE(8, method)
        part.writeUInt32LE(data.length, sizes)
        part.writeUInt32LE(said, sizes + 4)
      }
    }
    entry.writeUInt32LE(offset, 42)
    offset += head.length + data.length
    locals.push(head, data)
    directory.push(entry)
    at += entry.length
  }
  const tail = Buffer.from(good.subarray(end))
  tail.writeUInt32LE(Buffer.concat(directory).length, 12)
  tail.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, tail])
}

test('T16 what is no spreadsheet, or is a bomb that unpacks to more than it says or than the limit, is refused, and the server goes on', async () => {
  const attempts: [string, Uint8Array | string, string][] = [
    ['a picture that is a page', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'x.svg'],
    ['a page', '<html><script>alert(1)</script></html>', 'x.xlsx'],
    ['a path as a name', 'PK', '../../../etc/cron.d/x.xlsx'],
    ['an empty file', '', 'x.xlsx'],
    ['a zip without an end', Buffer.from('504b0304', 'hex'), 'x.xlsx'],
    [
      'a directory that points outside',
      Buffer.concat([
        Buffer.from('504b0304', 'hex'),
        Buffer.alloc(30),
        Buffer.from('504b0506', 'hex'),
        Buffer.alloc(4, 255),
        Buffer.alloc(14, 255),
      ]),
      'x.xlsx',
    ],
    ['half a legacy workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500, 255)]), 'x.xls'],
    ['a bomb that says what it is', await packedSheet(200_000_000, 200_000_000), 'x.xlsx'],
    ['a bomb that says that it is small', await packedSheet(200_000_000, 1_000), 'x.xlsx'],
  ]
  for (const [what, content, name] of attempts)
    expect(await upload(content, name), what).toMatchObject({ status: 200, resultCode: 400, data: null })
  expect(await upload(new Uint8Array(5_300_000))).toMatchObject({ status: 200, resultCode: 400 })
  expect((await admin.get('/userPri')).resultCode).toBe(200)
})

test('T16 a photo is recognised by its first bytes: a page or a drawing under the name of a picture is refused, and a stored photo is never served as a page', async () => {
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '管理员' ON CONFLICT DO NOTHING`,
  )
  const { rows } = await server.database.pool.query<{ id: number }>('SELECT id FROM driver LIMIT 1')
  const id = rows[0]?.id ?? 0
  const photo = async (content: Uint8Array | string, name: string): Promise<number> => {
    const form = new FormData()
    form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type: 'image/png' }))
    const response = await fetch(`${server.url}/api/baseData/driver/photo?id=${id}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'header-id': admin.headerId },
      body: form,
    })
    return refusal(response)
  }
  expect(await photo('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'photo.png')).toBe(400)
  expect(await photo('<html><script>alert(1)</script></html>', '../../../var/www/photo.jpg')).toBe(400)
  expect(await photo('', 'photo.gif')).toBe(400)
  // A picture that is also a page: saved, and served with its own media type, which no browser runs.
  const polyglot = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>alert(1)</script>')])
  expect(await photo(polyglot, 'photo.html')).toBe(200)
  const answer = await admin.get<{ dataUrl: string }>('/baseData/driver/photo', { id })
  expect(answer.data.dataUrl).toBe(`data:image/png;base64,${polyglot.toString('base64')}`)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('T16 a broken multipart body is refused, and the server goes on', async () => {
  for (const body of ['', '--x', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n', `--x\r\n${'A'.repeat(100_000)}`])
    for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data', 'multipart/form-data; boundary='])
      expect(
        await server.call('POST', '/api/cargoImport/slips', {
          headers: { cookie: admin.cookie, 'header-id': admin.headerId, 'content-type': type },
          body,
        }),
        `${type}: ${body.slice(0, 60)}`,
      ).toMatchObject({ status: 200, resultCode: 400 })
  const cut = await new Promise<string>((resolve) => {
    const sent = rawRequest({
      port: server.port,
      path: '/api/cargoImport/slips',
      method: 'POST',
      headers: {
        cookie: admin.cookie,
        'header-id': admin.headerId,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1000,
      },
    })
    sent.on('error', () => resolve('cut'))
    sent.write('--x\r\n', () => sent.destroy())
    sent.on('close', () => resolve('cut'))
  })
  expect(cut).toBe('cut')
  expect((await admin.get('/userPri')).resultCode).toBe(200)
})

test('[7.6-02] T18 a visit records the route of a screen and no filters', async () => {
  expect((await carl.send('POST', '/pageVisit', { page: '/monitor/cargo_transport' })).resultCode).toBe(200)
  for (const page of [
    '/monitor/cargo_transport?truckId=1',
    '/monitor/cargo_transport#苏A00001',
    '/trucks/1',
    '苏A00001',
    'https://evil.example',
  ])
    expect((await carl.send('POST', '/pageVisit', { page })).resultCode).toBe(400)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('page="/monitor/cargo_transport"')
  expect(metrics).not.toMatch(/苏A|truckId=/)
})
