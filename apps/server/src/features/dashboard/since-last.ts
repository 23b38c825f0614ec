import type { Dashboard } from '@tanker/contract/dashboard'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { sql } from 'kysely'
import type { figuresFor } from './figures.ts'

/** What happened between the user's last activity and now, each with its list; gravest alarms first. */
export async function sinceLast(
  db: ScopedDb,
  figures: ReturnType<typeof figuresFor>,
  period: { readonly from: Date; readonly to: Date },
): Promise<NonNullable<Dashboard['since']>> {
  const when = { from: period.from.toISOString(), to: period.to.toISOString() }
  const shiftList = { path: 'handover', tab: 'shift_handover', filters: { when } } as const
  const [alarms, handledByOthers, overQuota, goneOffline, shifts, note] = await Promise.all([
    Promise.all(
      ALARM_GRADES.toReversed().map(async (grade) => ({
        grade,
        figure: await figures.figure({
          path: 'monitor/alarm_record',
          filters: { when, times: 'started', grade: [grade], parts: ['whole'] },
        }),
      })),
    ),
    figures.figure({ path: 'monitor/alarm_record', filters: { when, times: 'handled', handler: ['others'] } }),
    figures.figure({ path: 'cargo_monitor/event_report/delivery_record', filters: { when, times: 'ended', over: ['yes'] } }),
    figures.figure({ path: 'monitor/offline_truck', tab: 'since', filters: { when } }),
    figures.figure(shiftList),
    figures.mayOpen(shiftList) ? newestNote(db, period) : null,
  ])
  return { at: when.from, alarms, handledByOthers, overQuota, goneOffline, shifts, note }
}

async function newestNote(db: ScopedDb, { from, to }: { readonly from: Date; readonly to: Date }) {
  const found = await db
    .from('shift_handover')
    .leftJoin('app_user as giver', (join) =>
      join.onRef('giver.id', '=', 'shift_handover.handed_by').on(sql<boolean>`giver.organisation_id = ANY (${organisationIds(db.scope)})`),
    )
    .where('shift_handover.handed_at', '>=', from)
    .where('shift_handover.handed_at', '<=', to)
    .orderBy('shift_handover.handed_at', 'desc')
    .select([
      'shift_handover.handed_at',
      'shift_handover.note',
      sql<string>`coalesce(nullif(giver.real_name, ''), giver.user_name, '')`.as('by'),
    ])
    .limit(1)
    .executeTakeFirst()
  return found === undefined ? null : { at: found.handed_at.toISOString(), by: found.by, text: found.note }
}
