import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'

/** Usage from which the web console and the log warn. */
export const FULL_FROM = 0.8
/** After this long without a measurement a process counts as gone, with its disk. */
const GONE_AFTER_MS = 3_600_000

export type DiskWatchOptions = Pick<JobOptions, 'connection' | 'log' | 'now'> & {
  readonly metrics: Registry
  /** Name of this process among those on the same database. */
  readonly process: string
  /** Folder whose disk is watched. */
  readonly folder: string
  /** Space for a database on another machine, bytes; null: on this folder's disk, or unknown. */
  readonly databaseBytes: number | null
}

/** Measures disk usage every minute, and database usage if its space is set, for /metrics, the log and the web console. */
export function diskWatchJob({ connection, log, now, metrics, process, folder, databaseBytes }: DiskWatchOptions): Job {
  const labelNames = ['what'] as const
  const used = new Gauge({
    name: 'tanker_disk_used_bytes',
    help: 'Bytes used of the disk, or of the room for the database',
    labelNames,
    registers: [metrics],
  })
  const total = new Gauge({
    name: 'tanker_disk_total_bytes',
    help: 'Bytes of the disk, or of the room for the database',
    labelNames,
    registers: [metrics],
  })
  let warned = false

  const note = async (what: 'disk' | 'database', usedBytes: number, totalBytes: number): Promise<boolean> => {
    used.set({ what }, usedBytes)
    total.set({ what }, totalBytes)
    const row = { process: `${process}/${what}`, measured_at: new Date(now()), used_bytes: usedBytes, total_bytes: totalBytes, what }
    await connection.db
      .insertInto('disk_use')
      .values(row)
      .onConflict((conflict) => conflict.column('process').doUpdateSet(row))
      .execute()
    return usedBytes >= FULL_FROM * totalBytes
  }
  const measure = async (): Promise<void> => {
    // A disk whose reserve for root is all that is left is full for all other users.
    const { blocks, bfree, bavail, bsize } = await statfs(folder)
    const usedBytes = (blocks - bfree) * bsize
    const isDiskFull = await note('disk', usedBytes, usedBytes + bavail * bsize)
    const isDatabaseFull = databaseBytes !== null && (await note('database', await databaseSize(connection.db), databaseBytes))
    await connection.db
      .deleteFrom('disk_use')
      .where('measured_at', '<', new Date(now() - GONE_AFTER_MS))
      .execute()
    if ((isDiskFull || isDatabaseFull) && !warned)
      log.warn({ disk: isDiskFull, database: isDatabaseFull }, 'the disk is more than 80 % full: trucks wait once it is full')
    warned = isDiskFull || isDatabaseFull
  }
  // Each process watches its own disk.
  return { name: 'disk watch', schedule: { everyS: 60 }, lock: null, atStart: true, run: measure }
}

async function databaseSize(db: JobOptions['connection']['db']): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database())::float8 AS bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
