import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'
import fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { type EvidenceLimits, type EvidenceListener, startEvidenceListener } from './evidence-listener.ts'
import { addRequest, picture, type Piece, type TestFile, TestUpload } from './test-evidence.ts'

const PHONE = '13800000077'
const OTHER_PHONE = '13800000088'
const FOR_GOOD = { timeout: 15_000 }
const MUCH_MORE_THAN_SOCKETS_BUFFER = 60_000_000
const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-evidence-'))

let server: TestApi
let listener: EvidenceListener
let metrics: Registry
let requests = 0
const uploads: TestUpload[] = []

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query('UPDATE truck SET terminal_phone = $1 WHERE id = $2', [PHONE, server.truckId('苏A00001')])
  await pool.query('UPDATE truck SET terminal_phone = $1 WHERE id = $2', [OTHER_PHONE, server.truckId('苏A00002')])
})
afterAll(async () => {
  await server.close()
  rmSync(dataFolder, { recursive: true })
})
beforeEach(() => listen())
afterEach(async () => {
  for (const { device } of uploads.splice(0)) device.close()
  await listener.close()
})

async function listen(limits: Partial<EvidenceLimits> = {}, onLog: (line: string) => void = () => undefined): Promise<void> {
  metrics = new Registry()
  const { pool } = server.database
  const log = pino({ level: 'warn' }, { write: onLog })
  listener = await startEvidenceListener({
    pool,
    dataFolder,
    evidenceStore: null,
    host: '127.0.0.1',
    port: 0,
    now: () => server.now.getTime(),
    log,
    metrics,
    limits,
  })
}

async function relisten(limits: Partial<EvidenceLimits>): Promise<void> {
  await listener.close()
  await listen(limits)
}

async function aRequest(): Promise<{ number: string; id: string }> {
  requests += 1
  const number = String(requests).padStart(32, 'a')
  const { id } = await addRequest(server.database.pool, server.truckId('苏A00001'), number, server.now)
  return { number, id }
}

async function dial(number: string, phone = PHONE): Promise<TestUpload> {
  const upload = await TestUpload.connect(listener.port, phone, number)
  uploads.push(upload)
  return upload
}

const fileOf = (name: string, content: Buffer): TestFile => ({ name, content })
const headOf = ({ name, content }: TestFile) => ({ name, bytes: content.length })
const all = ({ content }: TestFile): Piece => ({ offset: 0, length: content.length })

const stateOf = async (id: string) =>
  (
    await server.database.pool.query<{ state: string; announced: number | null; refused_files: number }>(
      'SELECT state, announced, refused_files FROM evidence_request WHERE id = $1',
      [id],
    )
  ).rows[0]
const filesOf = async (id: string) =>
  (
    await server.database.pool.query<{ name: string; kind: string; bytes: number; path: string }>(
      'SELECT name, kind, bytes, path FROM evidence_file WHERE request_id = $1 ORDER BY name',
      [id],
    )
  ).rows
const contentOf = (path: string): Buffer => readFileSync(join(dataFolder, 'evidence', path))
const refusals = async (reason: string): Promise<number> =>
  (await metrics.getSingleMetric('tanker_evidence_refused_total')?.get())?.values.find(({ labels }) => labels['reason'] === reason)
    ?.value ?? 0

test('two pictures come over the connection of the files, and each is durable before its end is answered', async () => {
  const { number, id } = await aRequest()
  const [one, two] = [fileOf('00_64_6401_0_a.jpg', picture(90_000)), fileOf('00_65_6401_1_a.jpg', picture(70_000, 'b'))]
  const upload = await dial(number)
  expect(await upload.announce([headOf(one), headOf(two)])).toBe(0)
  expect(await stateOf(id)).toMatchObject({ state: 'receiving', announced: 2 })
  expect(await upload.begin(one)).toBe(0)
  upload.data(one, { offset: 0, length: 65_536 }, { offset: 65_536, length: 24_464 })
  expect(await upload.end(one)).toEqual({ result: 0, missing: [] })
  expect(await stateOf(id)).toMatchObject({ state: 'receiving' })
  expect(await upload.begin(two)).toBe(0)
  upload.data(two, all(two))
  expect(await upload.end(two)).toEqual({ result: 0, missing: [] })
  expect(await stateOf(id)).toMatchObject({ state: 'complete', refused_files: 0 })
  const files = await filesOf(id)
  expect(files.map(({ name, kind, bytes }) => ({ name, kind, bytes }))).toEqual([
    { name: one.name, kind: 'jpg', bytes: 90_000 },
    { name: two.name, kind: 'jpg', bytes: 70_000 },
  ])
  expect(files.map(({ path }) => contentOf(path))).toEqual([one.content, two.content])
  // The answer was lost, and the terminal sends all of it again.
  const again = await dial(number)
  expect(await again.announce([headOf(one), headOf(two)])).toBe(0)
  again.data(one, all(one))
  expect(await again.end(one)).toEqual({ result: 0, missing: [] })
  expect(await filesOf(id)).toHaveLength(2)
})

test('pieces shuffled, twice, overlapping and lost give the same file: what is missing is asked for until it is there', async () => {
  const size = 20_000
  const pieces = fc.array(
    fc.tuple(fc.nat(size), fc.nat(size)).map(([a, b]): Piece => ({ offset: Math.min(a, b), length: Math.abs(a - b) })),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(pieces, async (sent) => {
      const { number, id } = await aRequest()
      const file = fileOf('00_64_6401_0_a.jpg', picture(size))
      const upload = await dial(number)
      expect(await upload.announce([headOf(file)])).toBe(0)
      await upload.begin(file)
      upload.data(file, ...sent)
      let answer = await upload.end(file)
      if (answer?.result === 1) {
        upload.data(file, ...answer.missing)
        answer = await upload.end(file)
      }
      expect(answer).toEqual({ result: 0, missing: [] })
      const [stored] = await filesOf(id)
      expect(contentOf(stored?.path ?? '')).toEqual(file.content)
      upload.device.close()
    }),
    { numRuns: 12 },
  )
})

test('a terminal that comes back after a lost connection sends only the rest', async () => {
  const { number, id } = await aRequest()
  const file = fileOf('02_64_6401_0_a.jpg', picture(50_000))
  const first = await dial(number)
  await first.announce([headOf(file)])
  first.data(file, { offset: 0, length: 30_000 })
  // Answered after the data before it were taken.
  expect(await first.end(file)).toEqual({ result: 1, missing: [{ offset: 30_000, length: 20_000 }] })
  // In the middle of a piece.
  first.device.raw(Buffer.concat([Buffer.from('01cd'), Buffer.alloc(30)]))
  first.device.close()
  const second = await dial(number)
  expect(await second.announce([headOf(file)])).toBe(0)
  expect(await second.end(file)).toEqual({ result: 1, missing: [{ offset: 30_000, length: 20_000 }] })
  second.data(file, { offset: 30_000, length: 20_000 })
  expect(await second.end(file)).toEqual({ result: 0, missing: [] })
  expect(contentOf((await filesOf(id))[0]?.path ?? '')).toEqual(file.content)
})

test('two connections for one request: the newer one takes it over, and the file is whole', async () => {
  const { number, id } = await aRequest()
  const file = fileOf('00_64_6401_0_a.jpg', picture(50_000))
  const first = await dial(number)
  await first.announce([headOf(file)])
  first.data(file, { offset: 0, length: 10_000 })
  await first.end(file)
  const second = await dial(number)
  expect(await second.announce([headOf(file)])).toBe(0)
  await first.device.untilClosed()
  second.data(file, { offset: 10_000, length: 40_000 })
  expect(await second.end(file)).toEqual({ result: 0, missing: [] })
  expect(contentOf((await filesOf(id))[0]?.path ?? '')).toEqual(file.content)
})

test('an unknown number, the phone of another truck, data before any number, and noise are closed and counted', async () => {
  const { number, id } = await aRequest()
  const file = fileOf('00_64_6401_0_a.jpg', picture(1_000))
  expect(await (await dial('f'.repeat(32))).announce([headOf(file)])).toBe('closed')
  expect(await (await dial(number, OTHER_PHONE)).announce([headOf(file)])).toBe('closed')
  expect(await (await dial("' OR number > '")).announce([headOf(file)])).toBe('closed')
  const early = await dial(number)
  early.data(file, all(file))
  await early.device.untilClosed()
  await expect.poll(() => refusals('unknown'), FOR_GOOD).toBe(4)
  const noise = await dial(number)
  noise.device.raw(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  await noise.device.untilClosed()
  await expect.poll(() => refusals('garbage'), FOR_GOOD).toBe(1)
  expect(await stateOf(id)).toMatchObject({ state: 'asked' })
})

test('names with a path, too many files, and files that are too large or empty end the request', async () => {
  const file = { name: 'a.jpg', bytes: 10 }
  for (const files of [
    [{ ...file, name: '../../../etc/passwd' }],
    [{ ...file, name: 'C:\\x.jpg' }],
    Array.from({ length: 11 }, (_, i) => ({ ...file, name: `${i}.jpg` })),
    [{ ...file, bytes: 50_000_001 }],
    [{ ...file, bytes: 0 }],
    [file, file],
    [],
  ]) {
    const { number, id } = await aRequest()
    const upload = await dial(number)
    expect(await upload.announce(files)).toBe(1)
    await upload.device.untilClosed()
    expect(await stateOf(id)).toMatchObject({ state: 'refused' })
  }
})

test('bytes beyond the announced size, at a huge offset, or of a file that was not announced close the connection', async () => {
  const file = fileOf('00_64_6401_0_a.jpg', picture(1_000))
  for (const [name, offset] of [
    [file.name, 999],
    [file.name, 0xffff_ffff],
    ['another.jpg', 0],
  ] as const) {
    const { number, id } = await aRequest()
    const upload = await dial(number)
    expect(await upload.announce([headOf(file)])).toBe(0)
    upload.device.raw(Buffer.concat([Buffer.from('01cd'), Buffer.from(name.padEnd(50, '\0')), u32(offset), u32(2), Buffer.from([1, 2])]))
    await upload.device.untilClosed()
    expect(await filesOf(id)).toEqual([])
  }
  await expect.poll(() => refusals('bytes'), FOR_GOOD).toBe(3)
})

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

test('a file of no kind that is stored is answered and thrown away, also under the name of a picture', async () => {
  const { number, id } = await aRequest()
  const [bad, good] = [
    fileOf('00_64_6401_0_a.jpg', Buffer.from('<script>alert(1)</script>\u0001')),
    fileOf('00_64_6401_1_a.jpg', picture(500)),
  ]
  const upload = await dial(number)
  await upload.announce([headOf(bad), headOf(good)])
  for (const file of [bad, good]) {
    upload.data(file, all(file))
    expect(await upload.end(file)).toEqual({ result: 0, missing: [] })
  }
  expect(await stateOf(id)).toMatchObject({ state: 'partly', refused_files: 1 })
  expect((await filesOf(id)).map(({ name }) => name)).toEqual([good.name])
  expect(readdirSync(join(dataFolder, 'evidence', 'incoming')).filter((name) => name.startsWith(number))).toEqual([])
})

test('a truck that has sent its share of the day, and a full disk, are refused and may come later', async () => {
  const file = fileOf('00_64_6401_0_a.jpg', picture(1_000))
  await server.database.pool.query('DELETE FROM evidence_file')
  await relisten({ bytesADay: 1_500 })
  const first = await aRequest()
  const upload = await dial(first.number)
  expect(await upload.announce([headOf(file)])).toBe(0)
  upload.data(file, all(file))
  await upload.end(file)
  const second = await aRequest()
  expect(await (await dial(second.number)).announce([headOf(file)])).toBe(1)
  expect(await stateOf(second.id)).toMatchObject({ state: 'asked' })
  await expect.poll(() => refusals('quota'), FOR_GOOD).toBe(1)
  await relisten({ diskPercent: 0 })
  expect(await (await dial(second.number)).announce([headOf(file)])).toBe(1)
  await expect.poll(() => refusals('disk'), FOR_GOOD).toBe(1)
})

test('a truck cannot store more files of one request than an event has, under ever new names', async () => {
  const { number, id } = await aRequest()
  const upload = await dial(number)
  const named = (at: number) => fileOf(`00_64_6401_${at}_a.jpg`, picture(200))
  for (let at = 0; at < 10; at += 1) {
    expect(await upload.announce([headOf(named(at))])).toBe(0)
    upload.data(named(at), all(named(at)))
    expect(await upload.end(named(at))).toEqual({ result: 0, missing: [] })
  }
  // Those that are there may come again.
  expect(await upload.announce([headOf(named(9))])).toBe(0)
  expect(await upload.announce([headOf(named(10))])).toBe(1)
  await upload.device.untilClosed()
  expect(await filesOf(id)).toHaveLength(10)
  expect(await stateOf(id)).toMatchObject({ state: 'complete' })
})

test('files that a truck announced and has not finished count towards its share, over all its connections', async () => {
  await server.database.pool.query('DELETE FROM evidence_file')
  await relisten({ bytesADay: 2_500 })
  const file = fileOf('00_64_6401_0_a.jpg', picture(1_000))
  const [one, two, three] = [await aRequest(), await aRequest(), await aRequest()]
  const first = await dial(one.number)
  expect(await first.announce([headOf(file)])).toBe(0)
  const second = await dial(two.number)
  expect(await second.announce([headOf(file)])).toBe(0)
  expect(await (await dial(three.number)).announce([headOf(file)])).toBe(1)
  // What waits for its terminal to come back counts too, and announcing the same again counts once.
  second.device.close()
  expect(await (await dial(three.number)).announce([headOf(file)])).toBe(1)
  expect(await first.announce([headOf(file)])).toBe(0)
  first.data(file, all(file))
  expect(await first.end(file)).toEqual({ result: 0, missing: [] })
  await expect.poll(() => refusals('quota'), FOR_GOOD).toBe(2)
})

test('one address holds few sockets that have not named a request, so that trucks find one', async () => {
  await relisten({ strangersAnAddress: 2 })
  const { number } = await aRequest()
  const file = fileOf('00_64_6401_0_a.jpg', picture(1_000))
  const named = await dial(number)
  expect(await named.announce([headOf(file)])).toBe(0)
  const strangers = [await dial('a'), await dial('b')]
  await (await dial('c')).device.untilClosed()
  expect(await refusals('too-many')).toBe(1)
  strangers[0]?.device.close()
  const other = await aRequest()
  await expect.poll(async () => (await dial(other.number)).announce([headOf(file)]), FOR_GOOD).toBe(0)
})

test('packets of any content with a right checksum close the connection, and are no failure of the program', async () => {
  const failures: unknown[] = []
  await listener.close()
  await listen({}, (line) => failures.push(line))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0x1210, 0x1211, 0x1212, 0x0200, 0x0704, 0xffff),
      fc.uint8Array({ maxLength: 200 }),
      async (id, body) => {
        const upload = await dial('a')
        upload.device.raw(encodeFrame({ id, version: 2013, phone: PHONE, serial: 1, body }))
        await upload.device.untilClosed()
      },
    ),
    { numRuns: 40 },
  )
  expect(failures).toEqual([])
})

test('a truck that never reads its answers is not read from any more, and loses its connection', FOR_GOOD, async () => {
  await relisten({ idleMs: 1_000 })
  const { number } = await aRequest()
  // The longest name: an answer repeats it, and is as long as its question.
  const file = fileOf('00_64_6401_0_'.padEnd(96, 'a') + '.jpg', picture(100))
  const upload = await dial(number)
  expect(await upload.announce([headOf(file)])).toBe(0)
  upload.data(file, all(file))
  expect(await upload.end(file)).toEqual({ result: 0, missing: [] })
  const { socket } = upload.device
  socket.pause()
  const { id, body } = encodeMessage({ kind: 'evidence-file-ended', name: file.name, type: 0, bytes: 100 }, 2013)
  const question = encodeFrame({ version: 2013, phone: PHONE, serial: 1, id, body })
  const many = Buffer.concat(Array.from({ length: 2_000 }, () => question))
  let sent = 0
  while (!socket.destroyed && sent < MUCH_MORE_THAN_SOCKETS_BUFFER) {
    sent += many.length
    if (!socket.write(many)) await new Promise((done) => socket.once('drain', done).once('close', done))
  }
  expect(socket.destroyed).toBe(true)
})

test('one truck holds few of the sockets, however much was asked of it', async () => {
  await relisten({ socketsATruck: 2 })
  const file = fileOf('00_64_6401_0_a.jpg', picture(1_000))
  const [one, two, three] = [await aRequest(), await aRequest(), await aRequest()]
  const first = await dial(one.number)
  expect(await first.announce([headOf(file)])).toBe(0)
  expect(await (await dial(two.number)).announce([headOf(file)])).toBe(0)
  expect(await (await dial(three.number)).announce([headOf(file)])).toBe('closed')
  expect(await refusals('too-many')).toBe(1)
  first.device.close()
  await expect.poll(async () => (await dial(three.number)).announce([headOf(file)]), FOR_GOOD).toBe(0)
})

test('a stranger that sends a byte now and then does not keep its socket', FOR_GOOD, async () => {
  await relisten({ strangerMs: 300 })
  const slow = await dial('f'.repeat(32))
  const dripping = setInterval(() => slow.device.raw(Uint8Array.of(slow.device.closed ? 0 : 0x7e)), 50)
  try {
    await expect.poll(() => slow.device.closed, { timeout: 5_000 }).toBe(true)
  } finally {
    clearInterval(dripping)
  }
  expect(await refusals('silent')).toBe(1)
})

test('a truck that announces other files again and again does not fill the disk: those left out are thrown away', async () => {
  const { number, id } = await aRequest()
  const upload = await dial(number)
  for (let time = 0; time < 5; time += 1) {
    const file = fileOf(`00_64_6401_${time}_a.jpg`, picture(20_000))
    expect(await upload.announce([headOf(file)])).toBe(0)
    upload.data(file, { offset: 0, length: 10_000 })
    expect(await upload.end(file)).toMatchObject({ result: 1 })
  }
  const incoming = readdirSync(join(dataFolder, 'evidence', 'incoming')).filter((name) => name.startsWith(number))
  expect(incoming).toHaveLength(1)
  expect(await filesOf(id)).toEqual([])
})

test('more sockets than are kept are refused, and one that says nothing is closed', async () => {
  await relisten({ sockets: 1, idleMs: 300 })
  const first = await dial('a')
  const second = await dial('b')
  await second.device.untilClosed()
  expect(await refusals('too-many')).toBe(1)
  await first.device.untilClosed()
})
