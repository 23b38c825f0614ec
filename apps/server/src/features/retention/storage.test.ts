import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@tanker/contract/storage'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { startJob } from '../../platform/jobs/start-job.ts'
import { diskWatchJob } from './disk-watch.ts'
import { keepDaysOf } from '../../platform/jobs/kinds-of-data.ts'
import { removeOldData } from './remove-old-data.ts'

let server: TestApi
let admin: SignedIn
let folder: string
beforeAll(async () => {
  server = await startTestApi()
  admin = await server.signIn('admin')
  folder = await mkdtemp(join(tmpdir(), 'tanker-disk-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const lines: string[] = []
const watch = async (databaseBytes: number | null): Promise<string> => {
  const metrics = new Registry()
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const connection = server.database
  const job = diskWatchJob({ connection, log, now: () => server.now.getTime(), metrics, process: 'one', folder, databaseBytes })
  await startJob(job, { pool: connection.pool, bus: { subscribe: () => () => undefined }, log, metrics }).close()
  return metrics.metrics()
}

test('[M14] the web console and /metrics warn when the database has filled 80 % of its room, and stop when there is room again', async () => {
  const { rows } = await server.database.pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  const size = Number(rows[0]?.bytes)
  const metrics = await watch(size)
  const { blocks, bfree, bsize } = await statfs(folder)
  const usedGb = Number(/^tanker_disk_used_bytes\{what="disk"\} (\d+)$/m.exec(metrics)?.[1]) / 1e9
  expect(Math.abs(usedGb - ((blocks - bfree) * bsize) / 1e9)).toBeLessThan(2)
  expect(metrics).toMatch(new RegExp(`^tanker_disk_total_bytes\\{what="database"\\} ${size}$`, 'm'))
  expect(lines.filter((line) => line.includes('more than 80 % full'))).toHaveLength(1)
  const { data } = await admin.get<Storage>('/storage')
  expect(data.full.filter(({ what }) => what === 'database')).toMatchObject([{ process: 'one', totalBytes: size }])
  await watch(size * 2)
  expect((await admin.get<Storage>('/storage')).data.full.filter(({ what }) => what === 'database')).toEqual([])
})

test('[M14] the last removal of old data is shown by kind in the language of the reader', async () => {
  await server.database.pool.query(
    `INSERT INTO quarantine (truck_id, received_at, reason, frame) VALUES (1, '2020-01-01', 'length', '\\x00')`,
  )
  await removeOldData(server.database, keepDaysOf(''), () => server.now)
  const { data } = await admin.get<Storage>('/storage', {}, { 'accept-language': 'zh-CN' })
  expect(data.lastRun).toMatchObject({ removed: [{ kind: '异常报文', rows: 1 }], problems: [] })
})

test('only super administrators see it', async () => {
  const anna = await server.signIn('anna')
  expect((await anna.get('/storage')).resultCode).not.toBe(0)
})
