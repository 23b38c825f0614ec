import { crc32 } from 'node:zlib'
import type { driftAccepted, ParameterDrift, wantedSent } from '@tanker/contract/parameter-drift'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { driftOf, type FieldDifference, labelOf } from '@tanker/parameters/compare-file-values'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import { type FileValues, pathOf } from '@tanker/parameters/file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { choiceOf, takenValues } from '@tanker/parameters/taken-values'
import { valueInWords } from '@tanker/parameters/value-in-words'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import type { z } from 'zod'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { fileFor, knownFile, type NamedFile } from './read-parameter-files.ts'
import { changesOf, orderWrite, withTaken } from './send-parameter-file.ts'

/** How a field is shown, and by what it is chosen between two contents. */
export const namedField = (file: DeviceFile, { place }: Pick<FieldDifference, 'place'>, one: FileValues, other: FileValues) => ({
  path: pathOf(place),
  label: labelOf(file, place),
  choice: choiceOf(place, one, other),
  secret: secretsOf(file).includes(pathOf(place)),
  own: place.field.own === true,
  settable: place.field.settable,
})

/** The fields of a truck's file that are not as wanted. */
export async function driftOfFile(mine: ScopedDb, asked: NamedFile): Promise<ParameterDrift> {
  const file = fileFor(mine, asked.file)
  const row = await knownFile(mine, asked)
  const { reported, wanted } = row
  const known = { reported: reported && readParameterFile(file, reported).values, wanted: wanted && readParameterFile(file, wanted).values }
  return {
    reportedAt: row.reported_at?.toISOString() ?? null,
    reportedCrc32: reported && crc32(reported),
    wantedAt: row.wanted_at?.toISOString() ?? null,
    wantedBy: row.wanted_by,
    wantedCrc32: wanted && crc32(wanted),
    busy: row.busy,
    fields: known.reported && known.wanted ? fieldsOf(file, known.wanted, known.reported, await sinceOf(mine, asked)) : [],
  }
}

function fieldsOf(
  file: DeviceFile,
  wanted: FileValues,
  reported: FileValues,
  since: ReadonlyMap<string, string>,
): ParameterDrift['fields'] {
  return driftOf(file, wanted, reported).map((one) => {
    const named = namedField(file, one, wanted, reported)
    return {
      ...named,
      wanted: named.secret ? null : valueInWords(one.place.field, one.from),
      reported: named.secret ? null : valueInWords(one.place.field, one.to),
      since: since.get(named.path) ?? null,
    }
  })
}

/** Since when each field differs, by its path. */
async function sinceOf(mine: ScopedDb, { truckId, file }: NamedFile): Promise<ReadonlyMap<string, string>> {
  const rows = await mine
    .from('truck')
    .innerJoin('parameter_drift', 'parameter_drift.truck_id', 'truck.id')
    .where('truck.id', '=', truckId)
    .where('parameter_drift.file', '=', file)
    .select(['parameter_drift.path', 'parameter_drift.since'])
    .execute()
  return new Map(rows.map(({ path, since }) => [path, since.toISOString()]))
}

/** Orders to write what is wanted of the chosen fields; what is wanted stays as it is. */
export async function sendWanted(
  mine: ScopedDb,
  { wantedSeen, choices, ...sent }: z.output<typeof wantedSent>,
  changer: Changer,
): Promise<void> {
  const { wanted } = await knownFile(mine, sent)
  const values = readParameterFile(fileFor(mine, sent.file), asSeen(wanted, wantedSeen)).values
  await orderWrite(mine, { ...sent, only: choices }, changer, (file, now) =>
    takenValues(file, now, values, choices, { own: true, anyNumber: false }),
  )
}

/** Wants what a truck reported of the chosen fields. The history has it, with the reason; nothing is sent. */
export const acceptReported = (mine: ScopedDb, asked: z.output<typeof driftAccepted>, changer: Changer): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    const file = fileFor(mine, asked.file)
    const inside = scoped(db, mine.scope)
    await knownFile(inside, asked)
    // Locked first: two users who decide at once, and a report that comes in between.
    await db
      .selectFrom('parameter_file')
      .where('truck_id', '=', asked.truckId)
      .where('file', '=', file.number)
      .select('file')
      .forUpdate()
      .execute()
    const row = await knownFile(inside, asked)
    if (row.reported === null) throw parameterFileErrors.neverRead()
    if (row.busy) throw parameterFileErrors.alreadySending()
    if (crc32(row.reported) !== asked.seen) throw parameterFileErrors.changed()
    const before = asSeen(row.wanted, asked.wantedSeen)
    const [from, reported] = [readParameterFile(file, before).values, readParameterFile(file, row.reported).values]
    const wanted = withTaken(file, before, reported, asked.choices)
    const now = readParameterFile(file, wanted).values
    const [old, fresh] = changesOf(file, from, now)
    if (Object.keys(fresh).length === 0) throw parameterFileErrors.nothingChanged()
    await db
      .updateTable('parameter_file')
      // The truck's own bytes where no field differs any more, so that comments are no drift either.
      .set({
        wanted: driftOf(file, now, reported).length === 0 ? row.reported : wanted,
        wanted_at: changer.at,
        wanted_by: changer.userName,
      })
      .where('truck_id', '=', row.id)
      .where('file', '=', file.number)
      .execute()
    await recordChanges(db, changer, [
      {
        entity: 'parameter_file',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'confirm',
        old,
        new: { ...fresh, file: file.name, reason: asked.reason, accepted: true },
      },
    ])
  })

function asSeen(wanted: Buffer | null, seen: number): Buffer {
  if (wanted === null) throw parameterFileErrors.nothingWanted()
  if (crc32(wanted) !== seen) throw parameterFileErrors.changedWanted()
  return wanted
}
