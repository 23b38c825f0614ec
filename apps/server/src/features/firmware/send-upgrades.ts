import { type Selectable, sql } from 'kysely'
import type { UpgradeVerdicts } from '@tanker/contract/firmware'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import { FIRMWARE_DEVICES, judgeUpgrade, type UpgradeVerdict } from '@tanker/domain/devices/firmware'
import type { Text } from '@tanker/domain/texts/text'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { firmwareErrors } from './firmware-errors.ts'
import { insertCommands, stopCommand } from '../../device-commands/command-rows.ts'
import { upgradeCommand } from './upgrade.command.ts'
import { commandErrors } from '../../device-commands/command-errors.ts'

type FirmwareRow = Selectable<Database['firmware_file']>

/** A truck with the reported version of the device in question. */
type Candidate = {
  readonly truckId: number
  readonly organisationId: number
  readonly plate: string
  readonly version: string | null
  readonly maker: string
  readonly hardware: string
  readonly isOpen: boolean
}

/** A truck, and whether it may get this firmware. */
type Judged = { readonly candidate: Candidate; readonly verdict: UpgradeVerdict }

/** The verdict for each of these trucks if the upgrade were ordered now; refused if one of them is not the user's. */
export async function checkUpgrade(mine: ScopedDb, firmwareId: number, truckIds: readonly number[]): Promise<UpgradeVerdicts> {
  const judged = await judge(mine, await firmwareOf(mine, firmwareId), truckIds)
  return judged.map(({ candidate: { truckId, plate, version }, verdict }) => ({
    truckId,
    plate,
    version,
    may: verdict.may,
    why: verdict.may === 'yes' ? null : verdict.why,
  }))
}

export type UpgradeGiven = {
  readonly firmwareId: number
  readonly truckIds: readonly number[]
  readonly maxTries: number
  /** The user allows versions that are not newer. */
  readonly downgrade: boolean
  /** Minutes from the end of the upgrade to a restart of the terminal; without it none follows. */
  readonly restartDelayMin?: number | null
  readonly reason?: string
}

/** Orders an upgrade for each of these trucks (all or none), bound to the file by its SHA-256, and records it in the history. */
export const sendUpgrades = (mine: ScopedDb, given: UpgradeGiven, changer: Changer): Promise<number> =>
  orUpgrading(() =>
    mine.unscoped.transaction().execute(async (db) => {
      await insertUpgrades(db, scoped(db, mine.scope), given, changer)
      return given.truckIds.length
    }),
  )

/** Retries failed or aborted upgrades (all or none) by the current rules: an older version needs a new upgrade. */
export const retryUpgrades = (mine: ScopedDb, upgradeIds: readonly number[], changer: Changer): Promise<number> =>
  orUpgrading(() =>
    mine.unscoped.transaction().execute(async (db) => {
      const inside = scoped(db, mine.scope)
      const rows = await upgradesOf(inside, upgradeIds)
      if (rows.some(({ state }) => state !== 'failed' && state !== 'stopped')) throw firmwareErrors.notFailed()
      const groups = new Map<string, { firmwareId: number; truckIds: number[]; maxTries: number }>()
      for (const { firmware_id: firmwareId, truck_id: truckId, max_tries: maxTries } of rows) {
        if (firmwareId === null) throw firmwareErrors.gone()
        const key = `${firmwareId} ${maxTries}`
        const group = groups.get(key)
        if (!group) groups.set(key, { firmwareId, truckIds: [truckId], maxTries })
        else if (!group.truckIds.includes(truckId)) group.truckIds.push(truckId)
      }
      for (const group of groups.values()) await insertUpgrades(db, inside, { ...group, downgrade: false }, changer)
      return [...groups.values()].reduce((sum, { truckIds }) => sum + truckIds.length, 0)
    }),
  )

/** Aborts the open ones of these upgrades; refused if none is open. A device discards an incomplete file. */
export const abortUpgrades = (mine: ScopedDb, upgradeIds: readonly number[], changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const rows = await upgradesOf(scoped(db, mine.scope), upgradeIds)
    const stopped = []
    for (const row of rows) if (await stopCommand(db, upgradeCommand, row.id, changer.at)) stopped.push(row)
    if (stopped.length === 0) throw commandErrors.nothingIsSent()
    await recordChanges(
      db,
      changer,
      stopped.map((row) => ({
        entity: 'upgrade',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'change',
        old: { state: row.state },
        new: { state: 'stopped' },
      })),
    )
    return stopped.length
  })

async function firmwareOf(mine: ScopedDb, firmwareId: number, isHeld = false): Promise<FirmwareRow> {
  const query = mine.from('firmware_file').where('firmware_file.id', '=', withinInt(firmwareId)).selectAll('firmware_file')
  // Locked against deletion from the library.
  const row = await (isHeld ? query.forShare() : query).executeTakeFirst()
  if (!row) throw errors.rowNotFound()
  return row
}

const alreadyOpen = (plate: string, device: Text): Text => ({
  zh: `${plate} 的${device.zh}正在升级。`,
  en: `The ${device.en.toLowerCase()} of ${plate} is already being upgraded.`,
})

async function judge(mine: ScopedDb, firmware: FirmwareRow, truckIds: readonly number[]): Promise<Judged[]> {
  const { device } = firmware
  // A registered console that was not asked yet has at least reported its maker.
  const maker = sql<string>`coalesce(nullif(device_version.maker, ''), CASE WHEN ${device} = 'console' THEN device.maker END, '')`
  const isOpen = sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.device = ${device} AND o.finished_at IS NULL)`
  const candidates: Candidate[] = await mine
    .from('truck')
    .leftJoin('device_version', (join) => join.onRef('device_version.truck_id', '=', 'truck.id').on('device_version.device', '=', device))
    .leftJoin('device', 'device.truck_id', 'truck.id')
    .where('truck.id', 'in', truckIds.map(withinInt))
    .orderBy('truck.plate')
    .select(['truck.id as truckId', 'truck.organisation_id as organisationId', 'truck.plate', 'device_version.version'])
    .select([maker.as('maker'), sql<string>`coalesce(device_version.hardware, '')`.as('hardware'), isOpen.as('isOpen')])
    .execute()
  // A truck outside the user's scope is answered like one that does not exist.
  if (candidates.length !== truckIds.length) throw errors.truckNotFound()
  return candidates.map((candidate) => ({
    candidate,
    verdict: candidate.isOpen
      ? { may: 'no', why: alreadyOpen(candidate.plate, FIRMWARE_DEVICES[device]) }
      : judgeUpgrade(firmware, candidate.plate, candidate),
  }))
}

async function insertUpgrades(db: Db, mine: ScopedDb, given: UpgradeGiven, changer: Changer): Promise<void> {
  const firmware = await firmwareOf(mine, given.firmwareId, true)
  const judged = await judge(mine, firmware, given.truckIds)
  const refused = judged.flatMap(({ verdict }) =>
    verdict.may === 'no' || (verdict.may === 'forced' && !given.downgrade) ? [verdict.why] : [],
  )
  if (judged.every(({ verdict }) => verdict.may !== 'yes' && verdict.hasIt === true)) throw firmwareErrors.hasIt(refused)
  if (refused.length > 0) throw firmwareErrors.refused(refused)
  const inserted = await insertCommands(
    db,
    upgradeCommand,
    changer,
    judged.map(({ candidate, verdict }) => ({
      truck_id: candidate.truckId,
      organisation_id: candidate.organisationId,
      device: firmware.device,
      firmware_id: firmware.id,
      file_name: firmware.file_name,
      file_id: firmware.file_id,
      crc32: Number(firmware.crc32),
      sha256: firmware.sha256,
      total_bytes: firmware.size_bytes,
      old_version: candidate.version,
      new_version: firmware.version,
      downgrade: verdict.may === 'forced',
      max_tries: given.maxTries,
      restart_delay_min: given.restartDelayMin ?? null,
      form_values: JSON.stringify(given.reason === undefined ? {} : { reason: given.reason }),
    })),
  )
  await recordChanges(
    db,
    changer,
    inserted.map((row) => ({
      entity: 'upgrade',
      rowId: row.id,
      organisationId: row.organisation_id,
      action: 'create',
      old: null,
      new: {
        truckId: row.truck_id,
        device: firmware.device,
        from: row.old_version,
        to: firmware.version,
        downgrade: row.downgrade ? 'yes' : 'no',
        sha256: firmware.sha256.toString('hex'),
      },
    })),
  )
}

/** Upgrades of the user's trucks, locked in a fixed order, so that two users who stop the same ones do not deadlock. */
async function upgradesOf(mine: ScopedDb, ids: readonly number[]) {
  const rows = await mine
    .from('device_command')
    .where('device_command.kind', '=', 'upgrade')
    .where('device_command.id', 'in', ids.map(withinInt))
    .orderBy('device_command.id')
    .select([
      'device_command.id',
      'device_command.organisation_id',
      'device_command.truck_id',
      'device_command.state',
      'device_command.firmware_id',
    ])
    .select('device_command.max_tries')
    .execute()
  if (rows.length !== ids.length) throw errors.rowNotFound()
  return rows
}

/** Of two concurrent upgrades of the same device the second is refused with a reason. */
async function orUpgrading<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'device_command_upgrade_open') throw firmwareErrors.open()
    throw error
  }
}
