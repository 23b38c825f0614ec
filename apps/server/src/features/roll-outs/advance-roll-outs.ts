import type { Connection } from '@tanker/database/connection'
import { openScope, type ScopedDb } from '@tanker/database/scope'
import { EVERYTHING } from '@tanker/contract/rights'
import { sql } from 'kysely'
import { nextStep, type NextStep } from './next-step.ts'
import { ordererOf, type RollOut, type RolledTruck, setState, setTruck, trucksOf } from './roll-out-rows.ts'
import { orderForTruck, returnTruck } from './send-to-truck.ts'

const MINUTE_MS = 60_000
/** Steps of one roll-out in one run: ordered, watched, in waves, done. */
const MAX_STEPS = 10

/**
 * Takes each open roll-out as far as it goes now. Everything that it decides from is in the database, each step is stored before the next, and
 * an order is found again by its moment: it may be killed anywhere and is repeated. One process at a time may call it.
 * @returns whether it ordered something
 */
export async function advanceRollOuts(connection: Connection, now: Date, isClosing: () => boolean = () => false): Promise<boolean> {
  const open = await connection.db
    .selectFrom('roll_out')
    .where('ended_at', 'is', null)
    .where('state', '<>', 'paused')
    .selectAll()
    .orderBy('id')
    .execute()
  let hasOrdered = false
  const failures: unknown[] = []
  for (const rollOut of open) {
    if (isClosing()) break
    try {
      hasOrdered = (await advance(connection, rollOut, now)) || hasOrdered
    } catch (error) {
      // It is tried again at the next run, and holds up no other.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return hasOrdered
}

async function advance(connection: Connection, rollOut: RollOut, now: Date): Promise<boolean> {
  const { db } = connection
  const mine = await scopeOf(connection, rollOut)
  if (mine === null) {
    await pause(connection, rollOut, { problem: 'user', plate: null }, now)
    return false
  }
  let current = rollOut
  let hasOrdered = false
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const trucks = await settled(mine, current, now)
    const step = nextStep(current, trucks, now)
    if (step.do === 'wait') break
    if (step.do === 'order' && !(await isThere(mine, current))) {
      await pause(connection, current, { problem: 'removed', plate: null }, now)
      break
    }
    hasOrdered = (await take(mine, connection, current, step, now)) || hasOrdered
    const read = await db.selectFrom('roll_out').where('id', '=', rollOut.id).selectAll().executeTakeFirst()
    if (read === undefined || read.ended_at !== null || read.state === 'paused') break
    current = read
  }
  return hasOrdered
}

/** The trucks, after what ended was taken in and what a crash left open was ordered. */
async function settled(mine: ScopedDb, rollOut: RollOut, now: Date): Promise<readonly RolledTruck[]> {
  for (const truck of await trucksOf(mine.unscoped, rollOut)) {
    if (truck.state === 'ordered' && !truck.isOwnCommand) await held(mine, rollOut, () => orderForTruck(mine, rollOut, truck, now))
    else if (truck.state === 'returning' && !truck.isOwnCommand) await held(mine, rollOut, () => returnTruck(mine, rollOut, truck, now))
    else if (truck.state === 'ordered' || truck.state === 'returning') await takeIn(mine, rollOut, truck)
  }
  return trucksOf(mine.unscoped, rollOut)
}

/** Works on a truck while the roll-out is as it was read: a user who stops it waits, and after a stop nothing more is ordered. */
const held = (mine: ScopedDb, { id, state }: RollOut, work: () => Promise<void>): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    const row = await db.selectFrom('roll_out').where('id', '=', id).where('state', '=', state).select('id').forShare().executeTakeFirst()
    if (row !== undefined) await work()
  })

async function takeIn(mine: ScopedDb, rollOut: RollOut, truck: RolledTruck): Promise<void> {
  const isReturn = truck.state === 'returning'
  if (truck.command === 'done') await setTruck(mine.unscoped, rollOut, truck, { state: isReturn ? 'returned' : 'done' })
  if (truck.command === 'failed' || truck.command === 'stopped')
    await setTruck(mine.unscoped, rollOut, truck, { state: isReturn ? 'not-returned' : 'failed' })
}

/** @returns whether something was ordered */
async function take(mine: ScopedDb, connection: Connection, rollOut: RollOut, step: NextStep, now: Date): Promise<boolean> {
  const to = (set: Parameters<typeof setState>[2]) => changeState(connection, rollOut, set, now)
  switch (step.do) {
    case 'order':
      for (const truck of step.trucks) await held(mine, rollOut, () => orderForTruck(mine, rollOut, truck, now))
      return true
    case 'return':
      for (const truck of step.trucks) await held(mine, rollOut, () => returnTruck(mine, rollOut, truck, now))
      return true
    case 'watch':
      await to({ state: 'watching', watch_until: new Date(now.getTime() + rollOut.watch_min * MINUTE_MS) })
      return false
    case 'waves':
      await to({ state: 'waves' })
      return false
    case 'done':
    case 'returned':
      await to({ state: step.do, ended_at: now })
      return false
    case 'pause':
      await pause(connection, rollOut, step, now)
      return false
    case 'wait':
      return false
  }
}

const changeState = (connection: Connection, rollOut: RollOut, set: Parameters<typeof setState>[2], now: Date): Promise<boolean> =>
  connection.db.transaction().execute((db) => setState(db, rollOut, set, { by: ordererOf(rollOut, now) }))

const pause = async (
  connection: Connection,
  rollOut: RollOut,
  { problem, plate }: { readonly problem: NonNullable<RollOut['problem']>; readonly plate: string | null },
  now: Date,
): Promise<void> =>
  void (await changeState(connection, rollOut, { state: 'paused', resumes_to: rollOut.state, problem, problem_plate: plate }, now))

/** What its user may see now; null where the user was removed or disabled, or may no longer send. */
async function scopeOf(connection: Connection, { user_id }: RollOut): Promise<ScopedDb | null> {
  const { rows } = await sql<{ organisation_id: number; customer: boolean }>`SELECT u.organisation_id, r.customer
    FROM app_user u JOIN role r ON r.id = u.role_id WHERE u.id = ${user_id}::int AND u.enabled AND r.enabled
      AND (r.super_man OR EXISTS (SELECT FROM role_grant g WHERE g.role_id = r.id AND g.permission IN (${EVERYTHING}, 'upgrade-files:send')))`.execute(
    connection.db,
  )
  const [user] = rows
  if (user === undefined || user_id === null) return null
  return openScope(connection, { userId: user_id, organisationId: user.organisation_id, customer: user.customer })
}

/** Whether the file is still in the library and may be sent. */
async function isThere(mine: ScopedDb, { upgrade_file_id }: RollOut): Promise<boolean> {
  const row = await mine
    .from('upgrade_file')
    .where('upgrade_file.id', '=', upgrade_file_id ?? 0)
    .select('upgrade_file.enabled')
    .executeTakeFirst()
  return row?.enabled === true
}
