import { crc32 } from 'node:zlib'
import { PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'
import { knownFile, restoreBackup } from '../parameter-files/feature.ts'
import { sendUpgradeFile } from '../upgrade-files/feature.ts'
import { commandAt, ordererOf, type RolledTruck, type RollOut, setTruck } from './roll-out-rows.ts'

/** The codes of refusals to send what a truck has already. */
const HAS_IT_ALREADY: readonly string[] = ['parameter-file-unchanged', 'upgrade-unchanged']
const CHANGED_SINCE: Text = {
  zh: '下发后车上的文件又有变化，未退回。',
  en: 'The truck’s file has changed since, so it was not rolled back.',
}
const NO_BACKUP: Text = { zh: '没有下发前的备份。', en: 'There is no backup from before.' }

/** Orders what the roll-out is about for one truck. May be repeated: the moment of the order is stored first. */
export async function orderForTruck(mine: ScopedDb, rollOut: RollOut, truck: RolledTruck, now: Date): Promise<void> {
  const db = mine.unscoped
  const at = truck.state === 'waiting' || truck.orderedAt === null ? now : truck.orderedAt
  if (truck.state === 'waiting') await setTruck(db, rollOut, truck, { state: 'ordered', ordered_at: at })
  const sent = { upgradeFileId: rollOut.upgrade_file_id ?? 0, truckIds: [truck.truckId], compartment: 0 }
  const order = { ...sent, maxTries: rollOut.max_tries, reason: rollOut.reason }
  try {
    if ((await commandAt(db, truck.truckId, at)) === null) await sendUpgradeFile(mine, order, changerOfOrder(rollOut, at))
    const command_id = await commandAt(db, truck.truckId, at)
    await setTruck(db, rollOut, truck, command_id === null ? { state: 'unchanged' } : { command_id })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await setTruck(
      db,
      rollOut,
      truck,
      HAS_IT_ALREADY.includes(error.code) ? { state: 'unchanged' } : { state: 'failed', problem: JSON.stringify(error.text) },
    )
  }
}

/** Orders to write back what a truck had before. What was changed since then is not overwritten. */
export async function returnTruck(mine: ScopedDb, rollOut: RollOut, truck: RolledTruck, now: Date): Promise<void> {
  const db = mine.unscoped
  const at = truck.state === 'returning' && truck.orderedAt !== null ? truck.orderedAt : now
  const known = truck.state === 'returning' ? await commandAt(db, truck.truckId, at) : null
  if (known !== null) return setTruck(db, rollOut, truck, { command_id: known })
  const had = await db
    .selectFrom('device_command')
    .leftJoin('parameter_backup', 'parameter_backup.command_id', 'device_command.id')
    .where('device_command.id', '=', truck.commandId ?? 0)
    .select(['device_command.crc32', 'device_command.had', 'parameter_backup.id as backupId'])
    .executeTakeFirst()
  // The truck had the content already: nothing was written.
  if (had?.had === null) return setTruck(db, rollOut, truck, { state: 'returned' })
  const notReturned = (why: Text) => setTruck(db, rollOut, truck, { state: 'not-returned', problem: JSON.stringify(why) })
  if (had === undefined || had.backupId === null) return notReturned(NO_BACKUP)
  const { reported } = await knownFile(mine, { truckId: truck.truckId, file: rollOut.parameter_file ?? 0 })
  if (reported === null || crc32(reported) !== Number(had.crc32)) return notReturned(CHANGED_SINCE)
  if (truck.state === 'done') await setTruck(db, rollOut, truck, { state: 'returning', ordered_at: at })
  try {
    const about = { backupId: had.backupId, seen: crc32(reported), maxTries: PARAMETER_TRIES.usual, reason: rollOut.reason }
    await restoreBackup(mine, about, changerOfOrder(rollOut, at))
    const command_id = await commandAt(db, truck.truckId, at)
    if (command_id !== null) await setTruck(db, rollOut, truck, { command_id })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (HAS_IT_ALREADY.includes(error.code)) return setTruck(db, rollOut, truck, { state: 'returned' })
    await notReturned(error.text)
  }
}

/** A roll-out whose user was removed orders nothing. */
function changerOfOrder(rollOut: RollOut, at: Date) {
  const { id, userName } = ordererOf(rollOut, at)
  if (id === null) throw new TypeError(`roll-out ${rollOut.id} has no user`)
  return { id, userName, at }
}
