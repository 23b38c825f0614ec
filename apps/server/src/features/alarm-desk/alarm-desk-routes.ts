import type { DeskLine } from '@tanker/contract/alarm-desk'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { alarmErrors } from '../../alarms/alarm-errors.ts'
import { mayUse } from '../../platform/access/grants.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { assignAlarms } from './assign-alarms.ts'
import { deskAlarmOf, readDeskAlarms } from './desk-alarms.ts'
import { readCounts } from './desk-counts.ts'
import { readDetail } from './desk-detail.ts'
import { handledLines, waitingLines } from './desk-lines.ts'
import { peopleOf } from './desk-people.ts'
import { acceptHandover, handOver, shiftsOf } from './shift-handovers.ts'
import { withdrawHandover } from './withdraw-handover.ts'

/** The calls of the alarm desk; each sees the alarms of the user's scope only. */
export const alarmDeskRoutes = ({ areas, now }: HttpParts): Route[] => [
  handle(alarmDeskCalls.list, async ({ input, db, user, language, timeZone }) => {
    const [{ lines, total, alarms: alarmCount, grades }, nameArea] = await Promise.all([
      input.state === 'waiting' ? waitingLines(db, input) : handledLines(db, input, now()),
      areas.for(user.scope),
    ])
    const read = await readDeskAlarms(
      db,
      lines.flatMap(({ ids: [own] }) => own ?? []),
    )
    const alarms = new Map(read.map((one) => [one.row.id, deskAlarmOf(one, { nameArea, language, timeZone, now: now() })]))
    return {
      content: lines.flatMap(({ ids }): DeskLine[] => {
        const alarm = alarms.get(ids[0] ?? '')
        return alarm === undefined ? [] : [{ ...alarm, alarmIds: [...ids] }]
      }),
      totalElements: total,
      alarms: alarmCount,
      grades,
    }
  }),

  handle(alarmDeskCalls.counts, ({ db }) => readCounts(db)),

  handle(alarmDeskCalls.detail, async ({ input, db, user, language, timeZone }) => {
    const nameArea = await areas.for(user.scope)
    const detail = await readDetail(db, input.alarmId, { nameArea, language, timeZone, now: now() }, user.grants)
    if (detail === null) throw alarmErrors.notFound()
    return { ...detail, mayText: mayUse(user.grants, 'texts:send') && !user.demo }
  }),

  handle(alarmDeskCalls.people, ({ db }) => peopleOf(db)),

  handle(alarmDeskCalls.assign, async ({ input, db, user, timeZone }) => {
    const outcome = await assignAlarms(db, { alarmIds: input.alarmIds, userId: input.userId ?? null }, changerOf(user, now()), timeZone)
    if (outcome instanceof Refusal) throw outcome
    return outcome
  }),

  handle(alarmDeskCalls.shifts, ({ input, db, user, language }) =>
    shiftsOf(db, input, { language, mayHandle: mayUse(user.grants, 'alarms:handle') && !user.demo }),
  ),

  handle(alarmDeskCalls.handOver, async ({ input, db, user }) => {
    const outcome = await handOver(db, { userId: input.userId ?? null, note: input.note }, changerOf(user, now()))
    if (outcome instanceof Refusal) throw outcome
    return outcome
  }),

  handle(alarmDeskCalls.accept, async ({ input, db, user }) => {
    const refused = await acceptHandover(db, input.id, changerOf(user, now()))
    if (refused) throw refused
    return null
  }),

  handle(alarmDeskCalls.withdraw, async ({ input, db, user }) => {
    const refused = await withdrawHandover(db, input.id, changerOf(user, now()))
    if (refused) throw refused
    return null
  }),
]
