import type { Alarm } from '@tanker/contract/alarms'
import { reportRoute } from '@tanker/domain/alarms/alarm-type'
import { ALARM_DESK } from '../platform/account/account-queries.ts'
import { BOARD } from '../platform/account/board-link.tsx'
import type { MenuLink } from '../platform/account/menu-groups.ts'

export type AlarmRoute = { readonly to: string; readonly search: Record<string, string> }

/** The alarm desk with an alarm, marked as coming from a pop-up; null for users without the desk. */
export const deskRoute = ({ id }: Pick<Alarm, 'id'>, links: readonly MenuLink[]): AlarmRoute | null =>
  links.some(({ url }) => url === ALARM_DESK) ? { to: `/${ALARM_DESK}`, search: { fromAlarm: id } } : null

/** The report of an alarm with it alone; null where it has none, or the user may not open it. */
export const ownReportRoute = ({ id, type }: Pick<Alarm, 'id' | 'type'>, links: readonly MenuLink[]): AlarmRoute | null => {
  const report = reportRoute(type)
  return report !== null && links.some(({ url }) => url === report) ? { to: `/${report}`, search: { fromAlarm: id } } : null
}

const cardRoute = ({ id, truckId }: Pick<Alarm, 'id' | 'truckId'>, links: readonly MenuLink[]): AlarmRoute | null =>
  links.some(({ url }) => url === BOARD) ? { to: `/${BOARD}`, search: { truck: String(truckId), fromAlarm: id } } : null

/**
 * Where a click on an alarm leads: the alarm desk where it is handled, else its report (spec 4.3), else the truck card; null for users
 * who have none of them.
 */
export const alarmRoute = (alarm: Pick<Alarm, 'id' | 'type' | 'truckId'>, links: readonly MenuLink[]): AlarmRoute | null =>
  deskRoute(alarm, links) ?? ownReportRoute(alarm, links) ?? cardRoute(alarm, links)
