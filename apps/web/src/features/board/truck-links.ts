import type { MenuLink } from '../../platform/account/menu-groups.ts'
import type { ScreenSearch } from '../../platform/screen-frame/screen-address.ts'

/** A stretch of time, milliseconds UTC. */
export type Period = { readonly from: number; readonly to: number }

/** A screen about one truck, with what its address asks. */
export type TruckLink = { readonly path: string; readonly name: string; readonly search: ScreenSearch }

/** How a screen is asked: a list of a period, a list of now, a list of one truck and a period, a screen of its own of a period or of now, the live track map, or the alarm desk. */
type Destination = { readonly path: string; readonly asks: 'report' | 'live' | 'one' | 'trend' | 'now' | 'follow' | 'desk' }

/** Where a card leads on: what is asked for first, and the rest. */
export type Destinations = { readonly first: readonly Destination[]; readonly more: readonly Destination[] }

const events = 'cargo_monitor/event_report'
const exceptions = 'cargo_monitor/exception_report'

/** What a dispatcher asks of a truck first. */
const FIRST: readonly Destination[] = [
  { path: 'monitor/playback_track', asks: 'trend' },
  { path: 'monitor/track_map', asks: 'follow' },
  { path: 'monitor/real_video', asks: 'now' },
  { path: `${events}/level_trend`, asks: 'trend' },
  { path: `${events}/delivery_record`, asks: 'report' },
  { path: `${events}/switchCover`, asks: 'report' },
  { path: `${events}/operation_record`, asks: 'report' },
  { path: 'monitor/alarm_desk', asks: 'desk' },
  { path: `${exceptions}/alarm_switch_cover`, asks: 'report' },
  { path: 'driving_monitor/exception_report/alarm_over_speed', asks: 'report' },
]

/** Other reports of a truck and a period. */
const MORE: readonly Destination[] = [
  `${events}/tank_inventory`,
  `${events}/switch_cover_flow`,
  `${events}/emergency_shut_off_valve`,
  `${events}/useing_open`,
  `${events}/box_door`,
  `${events}/empty_record`,
  `${events}/meter_unload`,
  `${events}/split_unload_record`,
  `${events}/switch_electricity`,
  `${exceptions}/alarm_break_seal`,
  `${exceptions}/alm_high_loss`,
  `${exceptions}/alarm_not_empty`,
  `${exceptions}/device_alarm`,
  `${exceptions}/device_event`,
  'cargo_monitor/data_analysis/level_change',
].map((path) => ({ path, asks: 'report' }))

export const CARGO_LINKS: Destinations = { first: FIRST, more: MORE }

const lists = (asks: Destination['asks'], ...paths: readonly string[]): readonly Destination[] => paths.map((path) => ({ path, asks }))

const playback: Destination = { path: 'monitor/playback_track', asks: 'trend' }

/** How a truck is driven: its alarms, and the pictures of its cameras. */
export const SAFETY_LINKS: Destinations = {
  first: [
    playback,
    ...lists(
      'report',
      'active_safety/exception_report/alarm_adas_can',
      'driving_monitor/exception_report/alarm_over_speed',
      'driving_monitor/exception_report/alarm_urgent',
      'driving_monitor/exception_report/alarm_curve_speeding',
    ),
    { path: 'monitor/alarm_desk', asks: 'desk' },
  ],
  more: lists(
    'report',
    'driving_monitor/event_report/sign_dura',
    'driving_monitor/event_report/parking_source',
    'driving_monitor/exception_report/alarm_parking',
    'driving_monitor/exception_report/alarm_emergency',
    'driving_monitor/data_analysis/truck_daily_mile',
    'active_safety/data_analysis/adas_can_collect',
    'monitor/view_photos',
  ),
}

/** What is wrong with the devices of a truck, and how they were before. */
export const DEVICE_LINKS: Destinations = {
  first: [
    ...lists('live', 'device_monitor/other_devices/abnormal_monitor'),
    ...lists('report', 'device_monitor/other_devices/abnormal_record', 'device_monitor/console/console_link'),
    ...lists('one', 'device_monitor/device_analysis/valtage_line'),
    ...lists('report', 'device_monitor/other_devices/device_event_record'),
    playback,
  ],
  more: [
    ...lists('live', 'device_monitor/device_analysis/heart_beat_info', 'cargo_monitor/event_report/meter_status'),
    ...lists(
      'report',
      'device_monitor/other_devices/switch_cover_err',
      'device_monitor/other_devices/bz_powers',
      'device_monitor/other_devices/humidity_err',
      'device_monitor/other_devices/box_door_err',
      'device_monitor/console/alarm_sensing',
      'device_monitor/other_devices/api_sensing',
      'device_monitor/console/bz_bootup',
      'device_monitor/console/alarm_undervolitage',
      'device_monitor/console/alarm_device_err',
      'cargo_monitor/exception_report/device_alarm',
      'cargo_monitor/exception_report/device_event',
    ),
  ],
}

/** What a water truck did, and what stands in its tank. */
export const WATER_LINKS: Destinations = {
  first: [
    playback,
    ...lists('report', 'monitor/sprinkler_statistics', 'monitor/sprinkler_inventory'),
    ...lists('live', 'monitor/sprinkler_real_inventory'),
  ],
  more: lists('report', 'driving_monitor/event_report/parking_source', 'monitor/view_photos'),
}

/** A truck that is followed live: where it was, and what it carries. */
export const FOLLOW_LINKS: Destinations = { first: [playback, { path: 'monitor/cargo_transport', asks: 'trend' }], more: [] }

const isoOf = ({ from, to }: Period) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

type Truck = { readonly id: number; readonly plate: string }

const searchFor = (asks: Destination['asks'], { id: truckId, plate }: Truck, period: Period): ScreenSearch => {
  if (asks === 'desk') return { plate }
  if (asks === 'follow') return { trucks: String(truckId) }
  if (asks === 'now') return { truck: String(truckId) }
  if (asks === 'trend') return { truck: String(truckId), ...isoOf(period) }
  const trucks = { truckIds: [truckId], organisationIds: [] }
  if (asks === 'live') return { filters: JSON.stringify({ scope: trucks }) }
  if (asks === 'one') return { filters: JSON.stringify({ truck: trucks, when: isoOf(period) }) }
  return { filters: JSON.stringify({ scope: trucks, when: isoOf(period) }) }
}

/** The screens about a truck that the user's menu has, those that are asked for first and the others. */
export function truckLinks(
  truck: Truck,
  period: Period,
  menu: readonly MenuLink[],
  { first, more }: Destinations,
): { readonly first: readonly TruckLink[]; readonly more: readonly TruckLink[] } {
  const names = new Map(menu.map(({ url, name }) => [url, name]))
  const linksOf = (destinations: readonly Destination[]): TruckLink[] =>
    destinations.flatMap(({ path, asks }) => {
      const name = names.get(path)
      return name === undefined ? [] : [{ path, name, search: searchFor(asks, truck, period) }]
    })
  return { first: linksOf(first), more: linksOf(more) }
}

const dayMs = 86_400_000
/** The level trend shows no longer period. */
const longestDays = 7

/**
 * What the links of the card ask for: the running trip with its loading, else today; to the end of today, so that what happens next is in it.
 * Times in milliseconds UTC.
 */
export function presentPeriod(tripSince: number | null, now: number): Period {
  const day = new Date(now)
  const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
  const to = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1000
  return { from: tripSince === null ? midnight : Math.max(tripSince, to - longestDays * dayMs), to }
}
