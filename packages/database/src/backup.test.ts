import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backup, backUp, MANIFEST, restore } from './backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let server: EmbeddedPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanker-backup-'))
  // The folder of a root's test lies open to the user that PostgreSQL runs as.
  await chmod(folder, 0o711)
  server = await startEmbeddedPostgres(join(folder, 'home'))
  // Another program owns the server: a backup only borrows it.
  await writeFile(join(folder, 'home', 'owner'), String(process.ppid))
  await query(server, 'CREATE TABLE ledger (n int PRIMARY KEY, filling text NOT NULL)')
  await writeFile(join(folder, 'home', 'fleet-key'), 'a key beside the database')
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

async function query<Row extends object>(of: EmbeddedPostgres, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: of.url('postgres') })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

test('[F38] a backup taken under load holds everything acknowledged before it ended and nothing by halves, and starts as a new data folder', async () => {
  let acknowledged = 0
  let stopping = false
  const writing = (async () => {
    const client = new pg.Client({ connectionString: server.url('postgres') })
    await client.connect()
    // Two rows a transaction: a restored copy never holds one of them alone.
    for (let n = 0; !stopping; n += 2) {
      await client.query(`INSERT INTO ledger SELECT g, repeat(md5(g::text), 30) FROM generate_series($1::int, $1::int + 1) g`, [n])
      acknowledged = n + 2
      if (n % 200 === 0) await client.query('CHECKPOINT')
    }
    await client.end()
  })()
  await expect.poll(() => acknowledged).toBeGreaterThan(100)
  const atStart = acknowledged
  await backUp(join(folder, 'home'), join(folder, 'copy'))
  const atEnd = acknowledged
  stopping = true
  await writing
  expect(atEnd).toBeGreaterThan(atStart)

  await restore(join(folder, 'copy'), join(folder, 'restored'))
  const restored = await startEmbeddedPostgres(join(folder, 'restored'))
  try {
    const [row] = await query<{ count: number; max: number }>(restored, 'SELECT count(*)::int AS count, max(n) AS max FROM ledger')
    expect(row?.count).toBe((row?.max ?? 0) + 1)
    expect((row?.count ?? 1) % 2).toBe(0)
    expect(row?.count).toBeGreaterThanOrEqual(atStart)
    expect(await readFile(join(folder, 'restored', 'fleet-key'), 'utf8')).toBe('a key beside the database')
    // It is a database like any other: it takes writes.
    await query(restored, 'INSERT INTO ledger VALUES (-1, $1)', ['after'])
  } finally {
    await restored.stop()
  }
  // The one that was copied went on.
  expect((await query<{ n: number }>(server, 'SELECT count(*)::int AS n FROM ledger'))[0]?.n).toBe(acknowledged)
}, 180_000)

test('a backup goes into no folder that holds something, nor into the data folder itself', async () => {
  await expect(backUp(join(folder, 'home'), join(folder, 'copy'))).rejects.toThrow('is not empty')
  await expect(backUp(join(folder, 'home'), join(folder, 'home', 'backup'))).rejects.toThrow('lies in the data folder itself')
})

test('[F39] a file that changed by one bit, a missing file and a backup that never ended are refused by name', async () => {
  const copy = join(folder, 'copy')
  const manifest = JSON.parse(await readFile(join(copy, MANIFEST), 'utf8')) as Backup
  const largest = manifest.files.toSorted((a, b) => b.bytes - a.bytes)[0]
  const file = join(copy, largest?.path ?? '')
  const content = await readFile(file)
  const flipped = Buffer.from(content)
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1
  await writeFile(file, flipped)
  await expect(restore(copy, join(folder, 'damaged'))).rejects.toThrow(`${file} is missing or not as it was written`)
  await rm(file)
  await expect(restore(copy, join(folder, 'damaged-again'))).rejects.toThrow(`${file} is missing or not as it was written`)
  await writeFile(file, content)
  await rm(join(copy, MANIFEST))
  await expect(restore(copy, join(folder, 'unfinished'))).rejects.toThrow('may not have ended')
  await expect(restore(copy, join(folder, 'home'))).rejects.toThrow('is not empty')
}, 120_000)
