import { storageCalls } from '@tanker/contract/endpoints/storage'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { FULL_FROM } from './disk-watch.ts'
import { DATA_KINDS, KINDS_OF_DATA } from '../../platform/jobs/kinds-of-data.ts'

/** Disk, database and retention, for super administrators: the web console warns before the disk is full. */
export const storageRoutes = ({ db }: HttpParts): Route[] => [
  handle(storageCalls.read, async ({ user, language }) => {
    if (!user.superMan) throw errors.noPermission()
    const [disks, size, run] = await Promise.all([
      db.selectFrom('disk_use').selectAll().orderBy('process').execute(),
      sql<{ bytes: number }>`SELECT pg_database_size(current_database())::float8 AS bytes`.execute(db),
      db.selectFrom('retention_run').selectAll().orderBy('started_at', 'desc').limit(1).executeTakeFirst(),
    ])
    return {
      full: disks
        .filter((disk) => disk.used_bytes >= FULL_FROM * disk.total_bytes)
        .map((disk) => ({
          process: disk.process.replace(/\/(disk|database)$/, ''),
          what: disk.what,
          usedBytes: disk.used_bytes,
          totalBytes: disk.total_bytes,
          measuredAt: disk.measured_at.toISOString(),
        })),
      databaseBytes: size.rows[0]?.bytes ?? 0,
      lastRun:
        run === undefined
          ? null
          : {
              startedAt: run.started_at.toISOString(),
              removed: Object.entries(run.removed).map(([kind, rows]) => ({ kind: titleOf(kind, language), rows })),
              problems: Object.entries(run.problems).map(([kind, problem]) => ({ kind: titleOf(kind, language), problem })),
            },
    }
  }),
]

function titleOf(name: string, language: Language): string {
  const kind = DATA_KINDS.find((one) => one === name)
  return kind === undefined ? name : KINDS_OF_DATA[kind].title[language]
}
