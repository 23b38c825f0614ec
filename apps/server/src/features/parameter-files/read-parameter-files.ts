import { crc32 } from 'node:zlib'
import type { ParameterFileAnswer } from '@tanker/contract/parameter-files'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { driftOf } from '@tanker/parameters/compare-file-values'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import { deviceFile } from '@tanker/parameters/device-files'
import { type FieldValues, type FileValues, pathOf } from '@tanker/parameters/file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import { insertCommands } from '../../device-commands/command-rows.ts'
import type { Changer } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { readFileCommand } from './parameter-file.command.ts'

export type NamedFile = { readonly truckId: number; readonly file: number }

/** The file of a number, if the user may see it: customers have the reduced catalogue (spec 6). */
export function fileFor({ scope }: ScopedDb, number: number): DeviceFile {
  const file = deviceFile(number)
  if (file === undefined || (scope.customer && !file.forCustomers)) throw parameterFileErrors.noSuchFile()
  return file
}

function withoutSecrets(file: DeviceFile, { fields, groups }: FileValues): { fields: FieldValues; groups: Record<string, FieldValues[]> } {
  const secrets = secretsOf(file)
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !secrets.includes(key))),
    groups: Object.fromEntries(Object.entries(groups).map(([key, entries]) => [key, [...entries]])),
  }
}

/** A truck of the user's with what is known of one file; throws where there is none. */
export async function knownFile(mine: ScopedDb, { truckId, file }: NamedFile) {
  const row = await mine
    .from('truck')
    .leftJoin('parameter_file', (join) => join.onRef('parameter_file.truck_id', '=', 'truck.id').on('parameter_file.file', '=', file))
    .where('truck.id', '=', withinInt(truckId))
    .select([
      'truck.id',
      'truck.plate',
      'truck.organisation_id',
      'parameter_file.reported',
      'parameter_file.reported_at',
      'parameter_file.wanted',
      'parameter_file.wanted_at',
      'parameter_file.wanted_by',
      sql<number | null>`(SELECT nullif(count(*)::int, 0) FROM compartment c WHERE c.truck_id = truck.id)`.as('compartments'),
      sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.kind IN ('read-file', 'write-file')
        AND o.finished_at IS NULL AND (o.form_values ->> 'file')::int = ${file})`.as('busy'),
    ])
    .executeTakeFirst()
  if (!row) throw errors.truckNotFound()
  return row
}

/** What a truck of the user's reported of one file. */
export async function parameterFileOf(mine: ScopedDb, asked: NamedFile): Promise<ParameterFileAnswer> {
  const file = fileFor(mine, asked.file)
  const row = await knownFile(mine, asked)
  const text = row.reported && readParameterFile(file, row.reported)
  const wanted = row.wanted && readParameterFile(file, row.wanted).values
  return {
    reportedAt: row.reported_at?.toISOString() ?? null,
    crc32: row.reported && crc32(row.reported),
    content: text && withoutSecrets(file, text.values),
    secrets: secretsOf(file).filter((key) => text?.values.fields[key] !== undefined),
    lineProblems: text ? text.problems.map((one) => ({ ...one })) : [],
    drifted: text && wanted ? driftOf(file, wanted, text.values).map(({ place }) => pathOf(place)) : [],
    wantedAt: row.wanted_at?.toISOString() ?? null,
    wantedBy: row.wanted_by,
    compartments: row.compartments,
    busy: row.busy,
  }
}

/** Has a file read from a truck of the user's; one that is being read or written already is not read twice. */
export const orderRead = (mine: ScopedDb, asked: NamedFile, changer: Changer): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    fileFor(mine, asked.file)
    const row = await knownFile(scoped(db, mine.scope), asked)
    if (row.busy) return
    const values = JSON.stringify({ file: asked.file })
    const ordered = { truck_id: row.id, organisation_id: row.organisation_id, max_tries: readFileCommand.tries.usual, form_values: values }
    await insertCommands(db, readFileCommand, changer, [ordered])
  })
