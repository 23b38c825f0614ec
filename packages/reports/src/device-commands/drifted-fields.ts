import type { ScopedDb } from '@tanker/database/scope'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ChosenTrucks } from '../define-report.ts'
import { isChosen } from '../kinds.ts'
import { namedFiles } from './parameter-file-words.ts'

/** Each field in which a file of the chosen trucks is not as wanted; `kind` has the name of its file. */
export const driftedFields = (db: ScopedDb, asked: { readonly scope: ChosenTrucks; readonly file: readonly string[] | undefined }) =>
  db
    .from('truck')
    .innerJoin('parameter_drift', 'parameter_drift.truck_id', 'truck.id')
    .innerJoin(namedFiles(db.scope.customer), (join) => join.onRef('kind.file', '=', 'parameter_drift.file'))
    .where(isChosen(asked.scope, 'truck'))
    .where(among(sql<string>`kind.file::text`, asked.file))

/** SQL: what a field is called, over a joined `word`: the entry with its number before the label. */
export const fieldName = (path: RawBuilder<unknown>): RawBuilder<string> =>
  sql`concat_ws(' ', word.entry, substring(${path} from '\\.(\\d+)\\.')::int + 1, coalesce(word.label, ${path}))`

/** SQL: a field of a file as `ofField` has it; the words of the language would not find it in another one. */
export const ofField = (file: RawBuilder<unknown>, name: RawBuilder<unknown>, path: RawBuilder<unknown>): RawBuilder<string> =>
  sql`concat(${file}, '/', ${path}, ':', ${name}, ' ', ${path})`

/** SQL: whether the file is being written at present, of the joined `truck` and a file number. */
export const isBeingWritten = (truckId: RawBuilder<unknown>, file: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM device_command o WHERE o.truck_id = ${truckId} AND o.kind = 'write-file' AND o.finished_at IS NULL
    AND (o.form_values ->> 'file') = (${file})::text)`
