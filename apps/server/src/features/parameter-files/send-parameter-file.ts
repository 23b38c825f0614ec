import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { fileContent, type parameterFileSent } from '@tanker/contract/parameter-files'
import type { ProductList } from '@tanker/contract/product-lists'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { fileProblems } from '@tanker/parameters/check-file-values'
import { differences } from '@tanker/parameters/compare-file-values'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import { type FileValues, pathOf } from '@tanker/parameters/file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { takenValues } from '@tanker/parameters/taken-values'
import { type ParameterText, readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { writeParameterFile } from '@tanker/protocol/tanker-extension/write-parameter-file'
import type { z } from 'zod'
import { insertCommands } from '../../device-commands/command-rows.ts'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { writeFileCommand } from './parameter-file.command.ts'
import { fileFor, knownFile, type NamedFile } from './read-parameter-files.ts'

type Sent = z.output<typeof parameterFileSent>

/** What is to be written, by whom it was seen and why. */
export type WriteOrder = NamedFile &
  Pick<Sent, 'seen' | 'maxTries' | 'reason'> & {
    /** The list that it is about, where the order is a product list. */
    readonly products?: ProductList
    /** Minutes from the end of the write to a restart of the terminal; without it none follows. */
    readonly restartDelayMin?: number | null
    /** Only these fields are decided: what is wanted of the others stays, also where the truck has something else. */
    readonly only?: readonly string[]
  }

/** Orders to write the content of a form. */
export const sendParameterFile = (mine: ScopedDb, sent: Sent, changer: Changer): Promise<void> =>
  orderWrite(mine, sent, changer, (file, now) => withKeptSecrets(file, contentOf(sent.content), now))

/** Makes the values that a truck is to have from those that it has. */
export type ValuesFrom = (file: DeviceFile, now: FileValues) => FileValues

/**
 * Checks the values, made from those that the truck has, against the catalogue and the truck, and orders to write them. What differs is
 * in the history, with the reason and `more`.
 */
export const orderWrite = (
  mine: ScopedDb,
  sent: WriteOrder,
  changer: Changer,
  valuesFrom: ValuesFrom,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  refusingTwice(() =>
    mine.unscoped.transaction().execute(async (db) => {
      await recordChanges(db, changer, [await writeIn(scoped(db, mine.scope), sent, changer, valuesFrom, more)])
    }),
  )

/** Runs what orders writes; a file that is being written already is refused. */
export async function refusingTwice<T>(order: () => Promise<T>): Promise<T> {
  try {
    return await order()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'device_command_write_file_open') throw parameterFileErrors.alreadySending()
    throw error
  }
}

/** As `orderWrite`, within the transaction of `mine`; returns the change, which its caller records last. */
export async function writeIn(
  mine: ScopedDb,
  sent: WriteOrder,
  changer: Changer,
  valuesFrom: ValuesFrom,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Change> {
  const db = mine.unscoped
  const file = fileFor(mine, sent.file)
  const row = await knownFile(mine, sent)
  if (row.reported === null) throw parameterFileErrors.neverRead()
  if (crc32(row.reported) !== sent.seen) throw parameterFileErrors.changed()
  const base = readParameterFile(file, row.reported)
  const values = valuesFrom(file, base.values)
  const by = mine.scope.customer ? 'customer' : 'staff'
  const problems = fileProblems(file, values, { compartments: row.compartments, by, before: base.values })
  if (problems.length > 0) throw parameterFileErrors.refused(problems.map(({ text }) => text))
  const bytes = Buffer.from(written(file, values, base))
  if (bytes.equals(row.reported)) throw parameterFileErrors.nothingChanged()
  const stored = await db.insertInto('command_file').values({ content: bytes }).returning('id').executeTakeFirstOrThrow()
  const ordered = {
    truck_id: row.id,
    organisation_id: row.organisation_id,
    file_id: stored.id,
    file_name: file.name,
    crc32: crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest(),
    total_bytes: bytes.length,
    max_tries: sent.maxTries,
    restart_delay_min: sent.restartDelayMin ?? null,
    form_values: JSON.stringify({ file: sent.file, seen: sent.seen, reason: sent.reason, products: sent.products }),
  }
  await insertCommands(db, writeFileCommand, changer, [ordered])
  const isWanted = sent.only === undefined || row.wanted === null ? bytes : withTaken(file, row.wanted, values, sent.only)
  const wanted = { wanted: isWanted, wanted_at: changer.at, wanted_by: changer.userName }
  await db.updateTable('parameter_file').set(wanted).where('truck_id', '=', row.id).where('file', '=', sent.file).execute()
  const [old, fresh] = changesOf(file, base.values, values)
  return {
    entity: 'parameter_file',
    rowId: row.id,
    organisationId: row.organisation_id,
    action: 'send',
    old,
    new: { ...fresh, ...more, file: file.name, reason: sent.reason },
  }
}

/** What is wanted, with the chosen fields as these values have them. */
export const withTaken = (file: DeviceFile, wanted: Buffer, from: FileValues, choices: readonly string[]): Buffer => {
  const base = readParameterFile(file, wanted)
  return Buffer.from(written(file, takenValues(file, base.values, from, choices, { own: true, anyNumber: true }), base))
}

function contentOf(text: string): FileValues {
  try {
    return fileContent.parse(JSON.parse(text))
  } catch {
    throw parameterFileErrors.malformed()
  }
}

/** A form is not given the secrets, so one that is left out stays as it is. */
const withKeptSecrets = (file: DeviceFile, { fields, groups }: FileValues, base: FileValues): FileValues => ({
  fields: {
    ...Object.fromEntries(secretsOf(file).flatMap((key) => (base.fields[key] === undefined ? [] : [[key, base.fields[key]]]))),
    ...fields,
  },
  groups,
})

function written(file: DeviceFile, values: FileValues, base: ParameterText): Uint8Array {
  try {
    return writeParameterFile(file, values, base)
  } catch (error) {
    if (error instanceof RangeError) throw parameterFileErrors.outsideGbk()
    throw error
  }
}

/** Old and new values of what differs, by path; of a secret only that it was changed. */
export function changesOf(file: DeviceFile, from: FileValues, to: FileValues): readonly [Record<string, unknown>, Record<string, unknown>] {
  const secrets = secretsOf(file)
  const old: Record<string, unknown> = {}
  const fresh: Record<string, unknown> = {}
  for (const one of differences(file, from, to)) {
    const path = pathOf(one.place)
    const isHidden = secrets.includes(path)
    old[path] = isHidden ? '***' : (one.from ?? null)
    fresh[path] = isHidden ? '***' : (one.to ?? null)
  }
  return [old, fresh]
}
