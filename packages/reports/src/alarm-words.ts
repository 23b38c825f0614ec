import { API_T2, API_VALVE, BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER, MANHOLE, PROBE_TYPES } from '@tanker/domain/probe-type'
import type { Text } from '@tanker/domain/text'

/** Words of the alarm reports for codes that detection and the handling of alarms write. */

/** Seals whose openings are judged, by probe type. */
export const UNSEALED_COVERS: Readonly<Record<string, Text>> = Object.fromEntries(
  [API_VALVE, MANHOLE, BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER, API_T2].map((type) => [
    String(type),
    PROBE_TYPES[type] ?? PROBE_TYPES[API_VALVE],
  ]),
)

/** Where an opening happened, as the rules see it (domain rule D.6). */
export const UNSEALING_PLACES = {
  'trip-depot': { zh: '本次装油库', en: 'Depot of the trip' },
  'trip-station': { zh: '本次卸油站', en: 'Station of the trip' },
  'other-site': { zh: '其他油库或加油站', en: 'Other depot or station' },
  authorised: { zh: '已授权', en: 'Authorised' },
  park: { zh: '停车场', en: 'Parking lot' },
  elsewhere: { zh: '其他地点', en: 'Elsewhere' },
  moving: { zh: '行驶中', en: 'While moving' },
} as const satisfies Readonly<Record<string, Text>>

/** The class of the road as detection writes it. */
export const ROAD_CLASSES = {
  expressway: { zh: '高速', en: 'Expressway' },
  other: { zh: '其他道路', en: 'Other road' },
} as const satisfies Readonly<Record<string, Text>>
