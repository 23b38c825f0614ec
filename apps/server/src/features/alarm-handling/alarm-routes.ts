import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { organisationIds } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { changerOf } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { ALARM_COLUMNS, alarmOf, alarmsEverOf, alarmsOf, missingAlarm } from '../../alarms/alarm-rows.ts'
import { keepAlarmSettings, visibleTypes } from '../../alarms/alarm-settings.ts'
import { confirmAlarmsAs, handleAlarmsAs } from './handle-alarms.ts'
import { alarmsSince, freshAlarms } from '../../alarms/live-list.ts'
import { quietAmong } from '../../alarms/quiet-alarms.ts'
import { alarmErrors } from '../../alarms/alarm-errors.ts'

const largestId = 2n ** 63n - 1n

/** Alarms: the list, the live list with its repair poll, settings and handling (spec 7.2, 7.3). */
export const alarmRoutes = (parts: HttpParts): Route[] => [...listRoutes(parts), ...handlingRoutes(parts)]

const listRoutes = ({ db: everything, areas, now }: HttpParts): Route[] => [
  handle(alarmCalls.list, async ({ input, db, user, language }) => {
    const from = timeOf(input.from, 'from')
    const to = timeOf(input.to, 'to')
    if (from && to && from > to) throw errors.startAfterEnd()
    let query = alarmsOf(db)
    if (input.typeIds) query = query.where(sql<boolean>`alarm.type = ANY (${input.typeIds.map(Number)}::bigint[])`)
    if (input.truckIds) query = query.where(sql<boolean>`alarm.truck_id = ANY (${input.truckIds.map(Number)}::bigint[])`)
    if (input.organisationIds) {
      // A parent of the user's organisation is treated like one that does not exist.
      const chosen = sql`SELECT unnest(${input.organisationIds.map((id) => Math.min(Number(id), 2_147_483_647))}::int[])`
      query = query.where(sql<boolean>`organisation.ancestors && ARRAY(${chosen} INTERSECT SELECT unnest(${organisationIds(db.scope)}))`)
    }
    if (input.handled) query = query.where('alarm.handled_at', input.handled === 'true' ? 'is not' : 'is', null)
    if (from) query = query.where('alarm.started_at', '>=', from)
    if (to) query = query.where('alarm.started_at', '<=', to)
    const [rows, total, nameArea] = await Promise.all([
      query
        .select(ALARM_COLUMNS)
        .orderBy('alarm.started_at', 'desc')
        .orderBy('alarm.id', 'desc')
        .limit(input.size)
        .offset(input.page * input.size)
        .execute(),
      query.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      areas.for(user.scope),
    ])
    return { content: rows.map((row) => alarmOf(row, nameArea, language)), totalElements: Number(total.count) }
  }),

  handle(alarmCalls.info, async ({ input, db, user, language }) => {
    const allowed = new Set(visibleTypes(user.customer))
    const typeIds = (input.typeIds?.map(Number) ?? [...allowed]).filter((code) => allowed.has(code))
    const since = input.cursor === undefined ? null : await alarmsSince(db, typeIds, input.cursor)
    const found = since ?? (await freshAlarms(db, typeIds, now()))
    const [nameArea, quiet] = await Promise.all([areas.for(user.scope), quietAmong(everything, found.alarms)])
    const alarms = found.alarms.map((row) => alarmOf(row, nameArea, language, quiet.get(row.id)))
    return since === null ? { alarms, cursor: found.cursor } : { alarms, cursor: found.cursor, closed: since.closed }
  }),

  handle(alarmCalls.standing, async ({ input, db }) => {
    const alarm = await alarmsEverOf(db)
      .where('alarm.id', '=', input.alarmId)
      .select(['alarm.type', 'alarm.started_at', 'alarm.superseded_at'])
      .executeTakeFirst()
    if (!alarm) throw alarmErrors.notFound()
    return {
      type: alarm.type,
      startTime: alarm.started_at.toISOString(),
      supersededAt: alarm.superseded_at?.toISOString() ?? null,
    }
  }),
]

const handlingRoutes = ({ db: everything, now, bus }: HttpParts): Route[] => [
  handle(alarmCalls.clear, async ({ input, db, user }) => {
    const ids = input.alarmInfoIds.filter((id) => BigInt(id) <= largestId)
    if (ids.length === 0) return { cleared: 0 }
    const seen = await alarmsOf(db)
      .where(sql<boolean>`alarm.id = ANY (${ids}::bigint[])`)
      .select('alarm.id')
      .execute()
    if (seen.length === 0) return { cleared: 0 }
    await everything
      .insertInto('alarm_cleared')
      .values(seen.map((row) => ({ user_id: user.id, alarm_id: row.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { cleared: seen.length }
  }),

  handle(alarmCalls.count, async ({ db }) =>
    (
      await alarmsOf(db)
        .where('alarm.handled_at', 'is', null)
        .groupBy('alarm.type')
        .select((select) => ['alarm.type', select.fn.countAll<string>().as('count')])
        .orderBy('alarm.type')
        .execute()
    ).map((row) => ({ type: row.type, count: Number(row.count) })),
  ),

  handle(alarmCalls.saveSettings, ({ input, user }) => keepAlarmSettings(everything, user, input)),

  handle(alarmCalls.handle, async ({ input, db, user, timeZone }) => {
    const outcome = await handleAlarmsAs(db, input, changerOf(user, now()))
    if (outcome.kind === 'not-found') throw await missingAlarm(db, input.alarmIds.split(','), timeZone)
    if (outcome.kind === 'already-handled') throw alarmErrors.alreadyHandled(outcome.plates)
    bus.publish('outbox', '')
    return { handled: outcome.count }
  }),
  handle(alarmCalls.confirm, async ({ input, db, user, timeZone }) => {
    const outcome = await confirmAlarmsAs(db, input, changerOf(user, now()))
    if (outcome.kind === 'not-found') throw await missingAlarm(db, input.alarmIds.split(','), timeZone)
    if (outcome.kind === 'unhandled') throw alarmErrors.handleFirst()
    return { confirmed: outcome.count }
  }),
]

const timeForm = (name: string): Text => ({
  zh: `参数 ${name} 应为带时区的时间，如 2026-01-31T08:00:00Z。`,
  en: `Parameter ${name} must be a time with a zone, such as 2026-01-31T08:00:00Z.`,
})

/** A time of a query: ISO 8601 with a zone, so that no local time is guessed. */
function timeOf(text: string | undefined, name: string): Date | null {
  if (text === undefined || text === '') return null
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = new Date(text)
  if (!isTime || Number.isNaN(time.getTime())) throw errors.badInput(timeForm(name))
  return time
}
