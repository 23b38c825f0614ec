import type { Alarm } from '@tanker/contract/alarms'
import { alarmType } from '@tanker/domain/alarms/alarm-type'

/**
 * Whether alarms that speak up are heard (spec 4.3). Those that were there before the page was opened are not, except emergencies: a
 * page that is loaded again would sound for what was heard minutes ago.
 */
export const isHeard = (fresh: readonly Alarm[], restored: boolean): boolean =>
  fresh.length > 0 && (!restored || fresh.some(({ type }) => alarmType(type)?.popUp === 'emergency'))
