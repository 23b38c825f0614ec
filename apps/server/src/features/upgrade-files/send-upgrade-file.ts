import { PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import { MAX_UPGRADE_TRUCKS, UPGRADE_FILE_TRIES, type upgradeFileOrdered, type upgradeFileSent } from '@tanker/contract/upgrade-files'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { insertCommands } from '../../device-commands/command-rows.ts'
import { RESTART_EXPIRES_S } from '../../device-commands/restart-after.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { sendUpgrades } from '../firmware/feature.ts'
import { copyParameterFile } from '../parameter-files/feature.ts'
import { remoteControlCommand } from '../remote-control/feature.ts'
import { sendTankChart } from '../tank-tables/feature.ts'
import { bytesOf, upgradeFileOf, type UpgradeFileRow } from './upgrade-file-content.ts'
import { upgradeFileErrors } from './upgrade-file-errors.ts'

type Sent = Omit<z.output<typeof upgradeFileSent>, 'pwd'>
type Ordered = z.output<typeof upgradeFileOrdered>

/** Plates that a refusal names. */
const MAX_NAMED = 5
const MINUTE_MS = 60_000

/** Whether a file of the library does more than it can take back: its sender gives the own password. */
export const isDangerous = async (mine: ScopedDb, upgradeFileId: number): Promise<boolean> =>
  ['clear', 'restart'].includes((await upgradeFileOf(mine, upgradeFileId)).type)

/**
 * Sends a file of the library to the user's trucks, all or none, by the command of its kind and with that command's rules. The terminal is
 * restarted after the file's delay; a restart command itself waits so long.
 */
export async function sendUpgradeFile(mine: ScopedDb, sent: Sent, changer: Changer): Promise<Ordered> {
  const row = await upgradeFileOf(mine, sent.upgradeFileId)
  if (!row.enabled) throw upgradeFileErrors.disabled()
  if (sent.truckIds.length > MAX_UPGRADE_TRUCKS) throw upgradeFileErrors.tooManyTrucks(MAX_UPGRADE_TRUCKS)
  const most = row.parameter_file === null ? UPGRADE_FILE_TRIES.max : PARAMETER_TRIES.max
  if (sent.maxTries > most) throw upgradeFileErrors.tooManyTries(most)
  const { truckIds, maxTries, reason } = sent
  const manner = { truckIds, maxTries, reason, restartDelayMin: row.restart_delay_min }
  switch (row.type) {
    case 'console':
    case 'controller':
      if (row.firmware_id === null) throw errors.rowNotFound()
      return all(await sendUpgrades(mine, { ...manner, firmwareId: row.firmware_id, downgrade: false }, changer))
    case 'console-parameters':
    case 'controller-parameters':
      return copyParameterFile(mine, { ...manner, file: row.parameter_file ?? 0, content: await bytesOf(mine, row) }, changer, {
        upgradeFile: row.id,
      })
    case 'tank-chart': {
      if (sent.compartment === 0) throw upgradeFileErrors.needsCompartment()
      const content = (await bytesOf(mine, row)).toString('utf8')
      return all(await sendTankChart(mine, { ...manner, compartment: sent.compartment, fileName: row.file_name, content }, changer))
    }
    case 'clear':
    case 'restart':
      return all(await orderCommands(mine, row, sent, changer))
  }
}

const all = (trucks: number): Ordered => ({ trucks, unchanged: 0 })

/** Orders each truck to clear its old files or to restart, once. Refused where the same waits already. */
const orderCommands = (mine: ScopedDb, row: UpgradeFileRow, { truckIds, reason }: Sent, changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const command = row.type === 'restart' ? 'restart' : 'clear-files'
    // One after another: two users who order the same at once would both find nothing waiting.
    await sql`SELECT id FROM truck WHERE id = ANY (${truckIds.map(withinInt)}::int[]) ORDER BY id FOR UPDATE`.execute(db)
    const trucks = await scoped(db, mine.scope)
      .from('truck')
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select([
        'truck.id',
        'truck.plate',
        'truck.organisation_id',
        sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.kind = ${remoteControlCommand.kind}
          AND o.form_values ->> 'command' = ${command}::text AND o.finished_at IS NULL)`.as('isWaiting'),
      ])
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const waiting = trucks.filter(({ isWaiting }) => isWaiting)
    if (waiting.length > 0) throw upgradeFileErrors.alreadyWaiting(waiting.slice(0, MAX_NAMED).map(({ plate }) => plate))
    const dueMs = changer.at.getTime() + (row.restart_delay_min ?? 0) * MINUTE_MS
    const ordered = await insertCommands(
      db,
      remoteControlCommand,
      changer,
      trucks.map((truck) => ({
        truck_id: truck.id,
        organisation_id: truck.organisation_id,
        max_tries: 1,
        form_values: JSON.stringify({ command, reason }),
        // The delay of a restart command is its own; after clearing it is that of the restart that follows.
        ...(command === 'restart' ? { not_before: new Date(dueMs) } : { restart_delay_min: row.restart_delay_min }),
        expires_at: new Date((command === 'restart' ? dueMs : changer.at.getTime()) + RESTART_EXPIRES_S * 1_000),
      })),
    )
    await recordChanges(
      db,
      changer,
      ordered.map(({ id, organisation_id, truck_id }) => ({
        entity: 'remote_control',
        rowId: id,
        organisationId: organisation_id,
        action: 'send',
        old: null,
        new: { truck: truck_id, command, reason, upgradeFile: row.id },
      })),
    )
    return trucks.length
  })
