import { crc32 } from 'node:zlib'
import { PARAMETER_ENTITIES } from '@tanker/contract/changed-parameter-words'
import type { parameterRestored } from '@tanker/contract/parameter-changes'
import { PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import type { ScopedDb } from '@tanker/database/scope'
import { DEVICE_FILES } from '@tanker/parameters/device-files'
import { pathOf, placesOf, withValue } from '@tanker/parameters/file-values'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Changer } from '../../platform/changes/record-change.ts'
import { knownFile, orderWrite } from '../parameter-files/feature.ts'
import { sendTerminalParameters } from '../terminal-parameters/feature.ts'
import { setThresholds } from '../thresholds/feature.ts'
import { parameterChangeErrors } from './parameter-change-errors.ts'

type Restored = z.output<typeof parameterRestored>
type Source = (typeof PARAMETER_ENTITIES)[keyof typeof PARAMETER_ENTITIES]
type Change = {
  readonly id: number
  readonly source: Source
  readonly entity: string
  readonly rowId: number
  readonly file: string | null
  readonly key: string
  /** Undefined: not known; null: there was none, a threshold was inherited. */
  readonly old: number | string | null | undefined
}

/** A change of the user's organisations, of one of these kinds. */
async function changeOf(mine: ScopedDb, { changeId: id, name: key }: Restored, sources: readonly Source[]): Promise<Change> {
  const entities = Object.entries(PARAMETER_ENTITIES).filter(([, source]) => sources.includes(source))
  const row = await mine
    .from('change_log')
    .leftJoin('device_command', (join) =>
      join.on(
        sql<boolean>`device_command.truck_id = change_log.row_id AND device_command.ordered_at = change_log.at AND device_command.kind = 'set-parameters'`,
      ),
    )
    .where('change_log.id', '=', String(id))
    .where(
      'change_log.entity',
      'in',
      entities.map(([entity]) => entity),
    )
    .select(['change_log.entity', 'change_log.row_id', 'change_log.old', 'change_log.new', 'device_command.had'])
    .executeTakeFirst()
  const source = entities.find(([entity]) => entity === row?.entity)?.[1]
  if (row === undefined || source === undefined || row.new === null || !(key in row.new)) throw parameterChangeErrors.notFound()
  const had = source === 'terminal' ? (row.had === null ? {} : (JSON.parse(row.had.toString('utf8')) as Record<string, unknown>)) : row.old
  return {
    id,
    source,
    entity: row.entity,
    rowId: Number(row.row_id),
    file: typeof row.new['file'] === 'string' ? row.new['file'] : null,
    key,
    old: had?.[key] as Change['old'],
  }
}

/** Sends the value that a parameter had before a change. Refused where it is not known, or not kept. */
export async function restoreParameter(mine: ScopedDb, asked: Restored, changer: Changer): Promise<void> {
  const change = await changeOf(mine, asked, ['terminal', 'file'])
  const { id, source, rowId, file: name, key, old } = change
  if (old === '***' || (old ?? null) === null) throw parameterChangeErrors.noOldValue()
  const more = { restores: id }
  if (source === 'terminal') {
    const order = { truckIds: [rowId], values: JSON.stringify({ [key]: old }), maxTries: PARAMETER_TRIES.usual, reason: asked.reason }
    await sendTerminalParameters(mine, order, changer, more)
    return
  }
  const file = DEVICE_FILES.find((one) => one.name === name)
  if (file === undefined) throw parameterChangeErrors.notFound()
  const named = { truckId: rowId, file: file.number }
  const { reported } = await knownFile(mine, named)
  const order = { ...named, seen: reported === null ? 0 : crc32(reported), maxTries: PARAMETER_TRIES.usual, reason: asked.reason }
  await orderWrite(
    mine,
    order,
    changer,
    (_, now) => {
      const place = placesOf(file, now).find((one) => pathOf(one) === key)
      if (place === undefined) throw parameterChangeErrors.noOldValue()
      return withValue(now, place, old ?? undefined)
    },
    more,
  )
}

/** Sets the value that a threshold had before a change, or lets it inherit again. */
export async function restoreThreshold(mine: ScopedDb, asked: Restored, changer: Changer): Promise<void> {
  const { id, entity, rowId, key, old = null } = await changeOf(mine, asked, ['threshold'])
  const { rows } = await sql<{
    seen: number
  }>`SELECT (value ->> 'count')::int AS seen FROM setting WHERE name = 'threshold changes'`.execute(mine.unscoped)
  const changed = await setThresholds(
    mine,
    {
      organisationIds: entity === 'organisation_threshold' ? [rowId] : [],
      truckIds: entity === 'truck_threshold' ? [rowId] : [],
      values: [{ name: key, value: old === null ? null : Number(old) }],
      reason: asked.reason,
      from: '',
      seen: rows[0]?.seen ?? 0,
    },
    changer,
    { restores: id },
  )
  if (changed === 0) throw parameterChangeErrors.same()
}
