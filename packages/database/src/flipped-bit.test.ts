import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askOnce, startTestServer, type TestServer } from './test-server.ts'

/** Bytes of a page that are flipped, one in each table: its head, its list of rows, empty space, and rows. */
const OFFSETS = [0, 9, 12, 20, 24, 31, 2_000, 4_096, 8_000, 8_100, 8_191]

/** A server of its own starts slowly on a busy machine. */
const SLOW_MS = 300_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, SLOW_MS)
afterAll(() => server.stop())

test(
  '[F39] a bit that the disk flipped is named by the page’s checksum and never read as data; the rest stays readable',
  async () => {
    const url = server.url('tanker')
    const names = OFFSETS.map((offset) => `flipped_${offset}`)
    for (const name of [...names, 'sound'])
      await askOnce(url, `CREATE TABLE ${name} AS SELECT n, repeat('x', 20) AS text FROM generate_series(1, 20) n`)
    await askOnce(url, 'CHECKPOINT')
    const files: string[] = []
    for (const name of names) {
      const [row] = await askOnce<{ path: string }>(url, `SELECT pg_relation_filepath('${name}') AS path`)
      files.push(join(server.folder, 'data', row?.path ?? ''))
    }
    await server.kill()
    for (const [i, file] of files.entries()) {
      const handle = await open(file, 'r+')
      const byte = Buffer.alloc(1)
      await handle.read(byte, 0, 1, OFFSETS[i] ?? 0)
      byte[0] = (byte[0] ?? 0) ^ 1
      await handle.write(byte, 0, 1, OFFSETS[i] ?? 0)
      await handle.close()
    }
    await server.restart()
    for (const name of names) {
      const outcome = await askOnce(url, `SELECT * FROM ${name}`).then(
        (rows) => `${rows.length} rows were served`,
        (error: unknown) => String(error),
      )
      expect(outcome, name).toMatch(/invalid page in block 0 of relation/)
    }
    expect(await askOnce(url, 'SELECT count(*)::int AS n FROM sound')).toEqual([{ n: 20 }])
  },
  SLOW_MS,
)
