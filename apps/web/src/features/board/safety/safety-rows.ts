import { countEvents, type SafetyEvent, type SafetyKind, type SafetyLevel, type SafetyMonitor } from '@tanker/contract/safety-monitor'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { alarmName } from '../../../platform/alarms/alarm-name.ts'
import { text } from '../../../platform/language.ts'
import { shownWhole } from '../../../platform/shown-values.ts'
import type { ColumnSet, ListColumn } from '../list-columns.ts'
import { clockTime } from '../trip-words.ts'
import { indexByTruck } from '../use-monitor.ts'

/** Of the list "most events in the last hour". */
export const MAX_RANKED = 5

/** How one truck is driven. */
export type SafetyRow = {
  readonly driverName: string | null
  readonly driverPhone: string | null
  readonly signedInAt: number | null
  readonly continuousS: number
  readonly drivingS: number
  readonly events: readonly number[]
  readonly lastHour: number
  readonly last: SafetyEvent | null
}

export const safetyRows = (monitor: SafetyMonitor | undefined): ReadonlyMap<number, SafetyRow> =>
  new Map(
    [...indexByTruck(monitor?.truckId ?? [])].map(([truckId, index]) => [
      truckId,
      {
        driverName: monitor?.driverName[index] ?? null,
        driverPhone: monitor?.driverPhone[index] ?? null,
        signedInAt: monitor?.signedInAt[index] ?? null,
        continuousS: monitor?.continuousS[index] ?? 0,
        drivingS: monitor?.drivingS[index] ?? 0,
        events: monitor?.events[index] ?? [],
        lastHour: monitor?.lastHour[index] ?? 0,
        last: monitor?.last[index] ?? null,
      },
    ]),
  )

export type SafetyFilter = { readonly kinds: ReadonlySet<SafetyKind>; readonly levels: ReadonlySet<SafetyLevel> }

/** Whether a truck had an event today of one of the kinds and levels that are asked for; none asked means any. */
export function hasSuchEvent(row: SafetyRow | undefined, { kinds, levels }: SafetyFilter): boolean {
  if (kinds.size === 0 && levels.size === 0) return true
  if (!row) return false
  return (kinds.size === 0 ? [null] : [...kinds]).some((kind) =>
    (levels.size === 0 ? [null] : [...levels]).some((level) => countEvents(row.events, kind, level) > 0),
  )
}

/** The trucks with the most events of the last hour, most first; of those with as many the one whose event is newest. */
export const mostEvents = (rows: ReadonlyMap<number, SafetyRow>): readonly { readonly truckId: number; readonly row: SafetyRow }[] =>
  [...rows]
    .filter(([, { lastHour }]) => lastHour > 0)
    .toSorted(([, a], [, b]) => b.lastHour - a.lastHour || (b.last?.at ?? 0) - (a.last?.at ?? 0))
    .slice(0, MAX_RANKED)
    .map(([truckId, row]) => ({ truckId, row }))

/** Hours and minutes of a driving time. */
export const hoursOf = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const OFFLINE = 0

/** The columns of the list, over what the monitor knows; the speed comes live. */
export function safetyColumns(rows: ReadonlyMap<number, SafetyRow>): ColumnSet {
  const of = (
    key: string,
    zh: string,
    en: string,
    widthPx: number,
    isNumber: boolean,
    cell: (row: SafetyRow, now: number) => string,
    heading?: { readonly zh: string; readonly en: string },
  ): ListColumn => ({
    key,
    name: { zh, en },
    ...(heading === undefined ? {} : { heading: text(heading) }),
    widthPx,
    isNumber,
    cell: ({ truckId }: FleetSnapshot, position, now) => {
      const row = rows.get(truckId[position] ?? 0)
      return row ? cell(row, now) : '–'
    },
  })
  const count = (value: number): string => (value === 0 ? '' : shownWhole(value))
  const speed: ListColumn = {
    key: 'speed',
    name: { zh: '速度', en: 'Speed' },
    heading: 'km/h',
    widthPx: 32,
    isNumber: true,
    cell: ({ status, speed: speeds }, position) => {
      const kmh = speeds[position] ?? 0
      return status[position] !== OFFLINE && kmh > 0 ? shownWhole(kmh) : ''
    },
  }
  return {
    keptAs: 'safety-columns',
    atFirst: ['speed', 'continuous', 'adas', 'dsm', 'overspeed'],
    columns: [
      speed,
      of('continuous', '连续驾驶', 'Driving without a rest', 48, true, ({ continuousS }) => hoursOf(continuousS), {
        zh: '连续',
        en: 'No rest',
      }),
      of('day', '今日驾驶', 'Driving today', 44, true, ({ drivingS }) => hoursOf(drivingS), { zh: '今日', en: 'Today' }),
      of(
        'adas',
        '驾驶辅助事件（ADAS）',
        'Driver assistance events (ADAS)',
        36,
        true,
        ({ events }) => count(countEvents(events, 'adas', null)),
        {
          zh: 'ADAS',
          en: 'ADAS',
        },
      ),
      of(
        'dsm',
        '驾驶员监测事件（DSM）',
        'Driver monitoring events (DSM)',
        32,
        true,
        ({ events }) => count(countEvents(events, 'dsm', null)),
        {
          zh: 'DSM',
          en: 'DSM',
        },
      ),
      of('overspeed', '今日超速', 'Overspeed today', 36, true, ({ events }) => count(countEvents(events, 'overspeed', null)), {
        zh: '超速',
        en: 'Speed',
      }),
      of('driver', '驾驶员', 'Driver', 72, false, ({ driverName }) => driverName ?? '–'),
      of('last', '最近事件', 'Last event', 92, false, ({ last }) => (last === null ? '–' : alarmName(last.type))),
      of('lastAt', '事件时间', 'Time of the event', 72, true, ({ last }, now) =>
        last === null ? '–' : clockTime(last.at, now).slice(0, 10),
      ),
    ],
  }
}
