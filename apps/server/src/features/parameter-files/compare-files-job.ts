import type { Db } from '@tanker/database/connection'
import { driftOf } from '@tanker/parameters/compare-file-values'
import { deviceFile } from '@tanker/parameters/device-files'
import { pathOf } from '@tanker/parameters/file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { sql } from 'kysely'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'

/** Files that are compared in one transaction. */
const MAX_FILES_AT_ONCE = 50
/** Fields of one file that are listed; the count beside them is that of all. */
const MAX_FIELDS_LISTED = 500

type Due = {
  readonly truck_id: number
  readonly file: number
  readonly reported: Buffer | null
  readonly wanted: Buffer | null
  readonly since: Date | null
}
type Drift = { readonly path: string; readonly place: number; readonly wanted: unknown; readonly reported: unknown }

/** Finds in which fields files differ, after trucks reported them or something else is wanted. */
export const compareFilesJob = ({ connection }: JobOptions): Job => ({
  name: 'parameter files',
  schedule: { everyS: 5 },
  atStart: true,
  // Its transactions lock the files that they compare.
  lock: null,
  wokenBy: 'commands',
  run: (isClosing) => compareFiles(connection.db, isClosing),
})

/** Compares every file that is due, some at a time. */
export async function compareFiles(db: Db, isClosing: () => boolean = () => false): Promise<void> {
  while (!isClosing() && (await compareSome(db)) === MAX_FILES_AT_ONCE);
}

const compareSome = (db: Db): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<Due>`SELECT truck_id, file, reported, wanted, greatest(reported_at, wanted_at) AS since
      FROM parameter_file WHERE compare_due LIMIT ${MAX_FILES_AT_ONCE} FOR UPDATE SKIP LOCKED`.execute(transaction)
    for (const due of rows) await store(transaction, due)
    return rows.length
  })

async function store(db: Db, due: Due): Promise<void> {
  const drift = driftIn(due)
  const listed = JSON.stringify(drift?.slice(0, MAX_FIELDS_LISTED) ?? [])
  await sql`WITH listed AS (SELECT * FROM jsonb_to_recordset(${listed}::jsonb) AS one (path text, place int, wanted jsonb, reported jsonb)),
      ended AS (DELETE FROM parameter_drift WHERE truck_id = ${due.truck_id} AND file = ${due.file}
        AND path NOT IN (SELECT path FROM listed)),
      compared AS (UPDATE parameter_file SET compare_due = false, differing = ${drift?.length ?? null}::int
        WHERE truck_id = ${due.truck_id} AND file = ${due.file})
    INSERT INTO parameter_drift (truck_id, file, path, place, wanted, reported, since)
      SELECT ${due.truck_id}::int, ${due.file}::smallint, path, place, wanted, reported, ${due.since}::timestamptz FROM listed
    ON CONFLICT (truck_id, file, path) DO UPDATE SET place = excluded.place, wanted = excluded.wanted, reported = excluded.reported`.execute(
    db,
  )
}

/** Null where one of both is not known. */
function driftIn({ file: number, reported, wanted }: Due): readonly Drift[] | null {
  const file = deviceFile(number)
  if (file === undefined || reported === null || wanted === null) return null
  if (reported.equals(wanted)) return []
  const secrets = secretsOf(file)
  return driftOf(file, readParameterFile(file, wanted).values, readParameterFile(file, reported).values).map(({ place, from, to }, i) => {
    const path = pathOf(place)
    const isHidden = secrets.includes(path)
    return { path, place: i, wanted: isHidden ? '***' : (from ?? null), reported: isHidden ? '***' : (to ?? null) }
  })
}
