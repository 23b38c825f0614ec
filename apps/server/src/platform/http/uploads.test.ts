import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_SHEET_BYTES } from '@tanker/contract/integration'
import { type SignedIn, startTestApi, type TestApi } from './test-api.ts'

const PHOTO = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('\r\n--y\r\n--\r\nx--\r\n\r\n')])
let server: TestApi
let admin: SignedIn
let driverId: number
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '管理员' ON CONFLICT DO NOTHING`,
  )
  admin = await server.signIn('admin')
  const { rows } = await server.database.pool.query<{ id: number }>('SELECT id FROM driver LIMIT 1')
  driverId = rows[0]?.id ?? 0
})
afterAll(() => server.close())

const part = (disposition: string, content: Uint8Array | string, headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const fileOf = (content: Uint8Array | string, headers = ''): Buffer => part('name="file"; filename="照片.png"', content, headers)
const END = Buffer.from('--x--\r\n')

/** Sends a body as it is, in chunks of no announced length or at once; answers what the server said. */
function send(chunks: readonly Buffer[], { chunked = false, type = 'multipart/form-data; boundary=x', language = 'en' } = {}) {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const head = [
    `POST /api/baseData/driver/photo?id=${driverId} HTTP/1.1`,
    `Host: 127.0.0.1:${server.port}`,
    `Cookie: ${admin.cookie}`,
    `header-id: ${admin.headerId}`,
    `language: ${language}`,
    `Content-Type: ${type}`,
    chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ]
  return new Promise<{ status: number; resultCode: number; message: string }>((resolve, reject) => {
    let text = ''
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      for (const chunk of chunks)
        if (!socket.destroyed)
          socket.write(chunked ? Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]) : chunk)
      if (chunked && !socket.destroyed) socket.write('0\r\n\r\n')
    })
    socket.on('data', (data) => {
      text += data.toString()
      const answer = /\r\n\r\n(?:[0-9a-f]+\r\n)?(\{.*\})/s.exec(text)?.[1]
      if (answer === undefined) return
      resolve({ status: Number(text.slice(9, 12)), ...(JSON.parse(answer) as { resultCode: number; message: string }) })
      socket.destroy()
    })
    socket.once('error', reject).once('close', () => reject(new Error(`no answer: ${text}`)))
  })
}

const stored = async (): Promise<Buffer | undefined> =>
  (await server.database.pool.query<{ content: Buffer }>('SELECT content FROM driver_photo WHERE driver_id = $1', [driverId])).rows[0]
    ?.content

describe('a file arrives as it was sent', () => {
  const around = [part('name="note"', 'before'), fileOf(PHOTO, 'Content-Type: image/png\r\n'), part('name="note"', 'after'), END]
  test.each([
    ['alone', [fileOf(PHOTO), END], {}],
    ['between fields', around, {}],
    ['between fields, in chunks without an announced length', around, { chunked: true }],
    ['a byte at a time', Array.from(Buffer.concat(around), (byte) => Buffer.from([byte])), { chunked: true }],
    ['with more header lines than are read', [fileOf(PHOTO, `X: ${'a'.repeat(500)}\r\n`.repeat(100)), END], {}],
    ['with text before and after the parts', [Buffer.from('hello\r\n'), fileOf(PHOTO), END, Buffer.from('bye')], {}],
  ] as const)('%s', async (_, chunks, options) => {
    await server.database.pool.query('DELETE FROM driver_photo')
    expect(await send(chunks, options)).toMatchObject({ status: 200, resultCode: 200 })
    expect(await stored()).toEqual(PHOTO)
  })
})

describe('[T16] a hostile upload is refused with a message, stores nothing, and the server goes on', () => {
  const big = Buffer.alloc(MAX_SHEET_BYTES + 1, 'a')
  const tooLarge = 'The request is larger than 5 MB. Please send less at a time.'
  const tooMany = 'An upload has at most 10 parts, one of them a file. Please send only the field file.'
  const noFile = 'Please choose the spreadsheet to import.'
  const cases: [string, readonly Buffer[], string, { chunked?: boolean; type?: string }?][] = [
    ['more bytes than the limit', [fileOf(big), END], tooLarge],
    ['more bytes than the limit, not announced', [fileOf(big), END], tooLarge, { chunked: true }],
    ['a preamble without end', [big], tooLarge, { chunked: true }],
    ['an epilogue without end', [fileOf(PHOTO), END, big], tooLarge, { chunked: true }],
    ['fields beyond the limit', [...Array.from({ length: 11 }, () => part('name="a"', 'b')), fileOf(PHOTO), END], tooMany],
    ['two files', [fileOf(PHOTO), fileOf(PHOTO), END], tooMany],
    ['a file under another name', [part('name="photo"; filename="a.png"', PHOTO), END], noFile],
    ['a file under a name of every object', [part('name="__proto__"; filename="a.png"', PHOTO), END], noFile],
    ['a field under a name of every object', [part('name="constructor"', 'x'), fileOf(PHOTO), END], noFile],
    ['a field instead of a file', [part('name="file"', 'text'), END], noFile],
    ['no parts', [END], noFile],
    ['another boundary', [fileOf(PHOTO), END], noFile, { type: 'multipart/form-data; boundary=y' }],
    ['no boundary', [fileOf(PHOTO), END], noFile, { type: 'multipart/form-data' }],
  ]
  test.each(cases)('%s', async (_, chunks, message, options) => {
    await server.database.pool.query('DELETE FROM driver_photo')
    expect(await send(chunks, options)).toMatchObject({ status: 200, resultCode: 400, message })
    expect(await stored()).toBeUndefined()
    expect((await admin.get('/userPri')).resultCode).toBe(200)
  })

  test('cut off at any byte', async () => {
    await server.database.pool.query('DELETE FROM driver_photo')
    const whole = Buffer.concat([part('name="note"', 'x'), fileOf('89', 'Content-Type: image/png\r\n')])
    for (let length = 0; length <= whole.length; length += 1)
      expect(await send([whole.subarray(0, length)]), String(length)).toMatchObject({ status: 200, resultCode: 400, message: noFile })
    expect(await stored()).toBeUndefined()
  })

  test('the message is in the language of the header', async () => {
    expect((await send([fileOf(PHOTO), fileOf(PHOTO), END], { language: 'zh' })).message).toBe(
      '上传内容最多 10 个部分、1 个文件，请只提交字段 file。',
    )
  })
})
