import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { Scope } from '@tanker/database/scope'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import {
  API_T2,
  API_VALVE,
  BOTTOM_VALVE,
  BOTTOM_VALVE_TRANSMITTER,
  BOX_DOOR,
  EXTERNAL_BOX_DOOR,
  MANHOLE,
} from '@tanker/domain/devices/probe-type'
import type { Text } from '@tanker/domain/texts/text'

/** What analyses count by, and its words. */

type AbnormalKind = { readonly text: Text; readonly types: readonly number[] }

/** Kinds of abnormal events by the alarm types that count for them; 213 is information and counts for none. */
const ABNORMAL = {
  unsealing: { text: { zh: '异常解封', en: 'Unsealing' }, types: [ALARM.unsealing, ALARM.unsealingJournal, ALARM.boxDoorOutside] },
  'seal-break': { text: { zh: '破封', en: 'Seal break' }, types: [ALARM.sealBreak] },
  'not-empty': {
    text: { zh: '未排空', en: 'Not empty' },
    types: [ALARM.unloadingUnfinished, ALARM.emptyingUnfinished, ALARM.emptyingException],
  },
  water: { text: { zh: '含水', en: 'Water' }, types: [3] },
  loading: { text: { zh: '异常装油', en: 'Loading' }, types: [ALARM.abnormalLoading] },
  loss: { text: { zh: '高损耗', en: 'High loss' }, types: [ALARM.highLoss, ALARM.privateDischarge] },
  air: { text: { zh: '压力与温湿度', en: 'Pressure and air' }, types: [ALARM.pressure, ALARM.cabinetClimate] },
  device: {
    text: { zh: '设备', en: 'Devices' },
    types: [
      ALARM.apiThreshold,
      ALARM.sealFault,
      ALARM.terminalInterrupted,
      ALARM.shutdown,
      ALARM.powerCut,
      ALARM.underVoltage,
      ALARM.consoleFault,
      ALARM.cargoDevice,
      ALARM.alarmStorm,
      ALARM.terminalIdentity,
    ],
  },
} as const satisfies Readonly<Record<string, AbnormalKind>>

const abnormalTypes: readonly number[] = Object.values(ABNORMAL).flatMap(({ types }) => types)

/** Alarm types that count for this user: customers know nothing of those of the staff (spec 6). */
export const abnormalTypesFor = ({ customer }: Scope): number[] =>
  abnormalTypes.filter((code) => !customer || alarmType(code)?.staffOnly !== true)

export const ABNORMAL_KINDS: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries(ABNORMAL).map(([kind, { text }]) => [kind, text]),
)
export const abnormalText = (kind: keyof typeof ABNORMAL): Text => ABNORMAL[kind].text

/** SQL: true for alarms of this kind. */
export const isOfKind = (kind: keyof typeof ABNORMAL) => sql<boolean>`alarm.type = ANY (${[...ABNORMAL[kind].types]}::int[])`

/** SQL: the kind of an alarm. */
export const kindOfAlarm = sql<string>`CASE ${sql.join(
  Object.entries(ABNORMAL).map(([kind, { types }]) => sql`WHEN alarm.type = ANY (${[...types]}::int[]) THEN ${sql.lit(kind)}`),
  sql` `,
)} END`

/** Where something happened, by the fence that counted, else by whether the truck moved. */
export const FENCE_PLACES = {
  depot: { zh: '油库', en: 'Depot' },
  station: { zh: '油站', en: 'Station' },
  park: { zh: '停车场', en: 'Parking lot' },
  repair: { zh: '维修厂', en: 'Repair shop' },
  custom: { zh: '自定义围栏', en: 'Custom fence' },
  moving: { zh: '行驶中', en: 'While moving' },
  elsewhere: { zh: '其他地点', en: 'Elsewhere' },
} as const satisfies Readonly<Record<string, Text>>

/** Hours of the day, 00 to 23, in the user's zone. */
export const HOURS: Readonly<Record<string, Text>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => {
    const two = String(hour).padStart(2, '0')
    return [two, { zh: `${two}时`, en: `${two}:00` }]
  }),
)

/** Covers as the analyses group them: probe types by group. */
export const COVER_GROUPS = {
  api: [API_VALVE, API_T2],
  manhole: [MANHOLE],
  bottom: [BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER],
  door: [BOX_DOOR, EXTERNAL_BOX_DOOR],
} as const
