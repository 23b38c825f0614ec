import type { rollOutDecided } from '@tanker/contract/roll-outs'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { stopCommand } from '../../device-commands/command-rows.ts'
import type { Changer } from '../../platform/changes/record-change.ts'
import { upgradeCommand } from '../firmware/feature.ts'
import { writeFileCommand } from '../parameter-files/feature.ts'
import { rollOutErrors } from './roll-out-errors.ts'
import { commandAt, type RollOut, setState, setTruck, trucksOf } from './roll-out-rows.ts'

type Decided = z.output<typeof rollOutDecided>
const MINUTE_MS = 60_000

/** A decision about a roll-out of the user's organisations; its row is locked, so that the job and other users wait. */
const deciding = (mine: ScopedDb, { rollOutId }: Decided, decide: (db: Db, rollOut: RollOut) => Promise<void>): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    const row = await scoped(db, mine.scope)
      .from('roll_out')
      .where('roll_out.id', '=', withinInt(rollOutId))
      .selectAll('roll_out')
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw rollOutErrors.noSuchRollOut()
    await decide(db, row)
  })

/** Goes on where it paused. What paused it counts no more: trucks that failed are left as they are, and the first ones are watched again. */
export const resumeRollOut = (mine: ScopedDb, asked: Decided, changer: Changer): Promise<void> =>
  deciding(mine, asked, async (db, rollOut) => {
    const to = rollOut.resumes_to
    if (rollOut.state !== 'paused' || to === null) throw rollOutErrors.notPaused()
    const judgedBad = rollOut.problem === 'fault' || rollOut.problem === 'drift'
    const excused = (await trucksOf(db, rollOut)).filter(
      ({ state, plate }) => state === 'failed' || (judgedBad && plate === rollOut.problem_plate),
    )
    for (const truck of excused) await setTruck(db, rollOut, truck, { is_excused: true })
    const watch = to === 'watching' ? { watch_until: new Date(changer.at.getTime() + rollOut.watch_min * MINUTE_MS) } : {}
    const set = { state: to, resumes_to: null, problem: null, problem_plate: null, checked_from: changer.at, ...watch }
    await setState(db, rollOut, set, { by: changer, action: 'resume', more: { reason: asked.reason } })
  })

/** Ends it: what is being sent is stopped, and trucks that wait get nothing. */
export const stopRollOut = (mine: ScopedDb, asked: Decided, changer: Changer): Promise<void> =>
  deciding(mine, asked, async (db, rollOut) => {
    if (rollOut.ended_at !== null) throw rollOutErrors.ended()
    await stopTrucks(db, rollOut, changer.at)
    const set = { state: 'stopped', resumes_to: null, ended_at: changer.at } as const
    await setState(db, rollOut, set, { by: changer, action: 'stop', more: { reason: asked.reason } })
  })

/** Has what trucks had of a parameter file before written back; the job does it. */
export const returnRollOut = (mine: ScopedDb, asked: Decided, changer: Changer): Promise<void> =>
  deciding(mine, asked, async (db, rollOut) => {
    if (rollOut.parameter_file === null) throw rollOutErrors.firmware()
    if (!['paused', 'stopped', 'done'].includes(rollOut.state)) throw rollOutErrors.notNow()
    await stopTrucks(db, rollOut, changer.at)
    const set = { state: 'returning', resumes_to: null, problem: null, problem_plate: null, ended_at: null } as const
    await setState(db, rollOut, set, { by: changer, action: 'return', more: { reason: asked.reason } })
  })

async function stopTrucks(db: Db, rollOut: RollOut, at: Date): Promise<void> {
  const command = rollOut.parameter_file === null ? upgradeCommand : writeFileCommand
  for (const truck of await trucksOf(db, rollOut)) {
    if (truck.state !== 'ordered' && truck.state !== 'waiting') continue
    // An order that a crash left unnoted is stopped as well.
    const commandId = truck.state === 'ordered' && truck.orderedAt !== null ? await commandAt(db, truck.truckId, truck.orderedAt) : null
    const isStopped = commandId !== null && (await stopCommand(db, command, commandId, at))
    // What ended before the stop counts as it ended.
    const isDone = commandId !== null && !isStopped && (await hasSucceeded(db, commandId))
    await setTruck(db, rollOut, truck, isDone ? { state: 'done', command_id: commandId } : { state: 'skipped' })
  }
}

async function hasSucceeded(db: Db, commandId: number): Promise<boolean> {
  const row = await db.selectFrom('device_command').where('id', '=', commandId).select('state').executeTakeFirst()
  return row?.state === 'done'
}
