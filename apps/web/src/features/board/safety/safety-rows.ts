import { countEvents, type SafetyEvent, type SafetyKind, type SafetyLevel, type SafetyMonitor } from '@tanker/contract/safety-monitor'
import type { Text } from '@tanker/domain/texts/text'
import { alarmName } from '../../../platform/alarms/alarm-name.ts'
import { shownWhole } from '../../../platform/shown-values.ts'
import { type ColumnSet, columnsOver, type ListColumn, SPEED_COLUMN } from '../list-columns.ts'
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

/** The columns of the list, over what the monitor knows; the speed comes live. */
export function safetyColumns(rows: ReadonlyMap<number, SafetyRow>): ColumnSet {
  const of = columnsOver(rows)
  const counted = (kind: SafetyKind, name: Text, heading: Text, widthPx: number): ListColumn =>
    of(kind, name, {
      widthPx,
      isNumber: true,
      heading,
      cell: ({ events }) => {
        const count = countEvents(events, kind, null)
        return count === 0 ? '' : shownWhole(count)
      },
    })
  return {
    keptAs: 'safety-columns',
    atFirst: ['speed', 'continuous', 'adas', 'dsm', 'overspeed'],
    columns: [
      SPEED_COLUMN,
      of(
        'continuous',
        { zh: '连续驾驶', en: 'Driving without a rest' },
        {
          widthPx: 48,
          isNumber: true,
          heading: { zh: '连续', en: 'No rest' },
          cell: ({ continuousS }) => hoursOf(continuousS),
        },
      ),
      of(
        'day',
        { zh: '今日驾驶', en: 'Driving today' },
        {
          widthPx: 44,
          isNumber: true,
          heading: { zh: '今日', en: 'Today' },
          cell: ({ drivingS }) => hoursOf(drivingS),
        },
      ),
      counted('adas', { zh: '驾驶辅助事件（ADAS）', en: 'Driver assistance events (ADAS)' }, { zh: 'ADAS', en: 'ADAS' }, 36),
      counted('dsm', { zh: '驾驶员监测事件（DSM）', en: 'Driver monitoring events (DSM)' }, { zh: 'DSM', en: 'DSM' }, 32),
      counted('overspeed', { zh: '今日超速', en: 'Overspeed today' }, { zh: '超速', en: 'Speed' }, 36),
      of('driver', { zh: '驾驶员', en: 'Driver' }, { widthPx: 72, cell: ({ driverName }) => driverName ?? '–' }),
      of('last', { zh: '最近事件', en: 'Last event' }, { widthPx: 92, cell: ({ last }) => (last === null ? '–' : alarmName(last.type)) }),
      of(
        'lastAt',
        { zh: '事件时间', en: 'Time of the event' },
        {
          widthPx: 72,
          isNumber: true,
          cell: ({ last }, now) => (last === null ? '–' : clockTime(last.at, now).slice(0, 10)),
        },
      ),
    ],
  }
}
