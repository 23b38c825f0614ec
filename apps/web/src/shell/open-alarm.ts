import type { Alarm } from '@tanker/contract/alarms'
import { reportRoute } from '@tanker/domain/alarms/alarm-type'
import type { MenuLink } from '../platform/account/menu-groups.ts'

/** Where a click on an alarm leads (spec 4.3): its report where the user has it, else the truck card. */
export const alarmRoute = (alarm: Alarm, links: readonly MenuLink[]): { readonly to: string; readonly search: Record<string, string> } => {
  const report = reportRoute(alarm.type)
  if (report !== null && links.some(({ url }) => url === report)) return { to: `/${report}`, search: { fromAlarm: alarm.id } }
  return { to: '/monitor/cargo_transport', search: { truck: String(alarm.truckId), fromAlarm: alarm.id } }
}
