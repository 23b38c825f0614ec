import { WATER_STATES, type WaterMonitor, type WaterState, type WaterTruck } from '@tanker/contract/water-monitor'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../../../platform/language.ts'
import { shownDecimal, shownDuration, shownWhole } from '../../../platform/shown-values.ts'
import { LOOK_COLOUR } from '../../../platform/ui/tokens.ts'
import type { ColumnSet, ListColumn } from '../list-columns.ts'

/** The colours of the states; the map has them by their places in `LOOK_COLOUR`. */
export const COLOUR_OF_WATER = {
  filling: 'filling',
  spraying: 'loaded',
  driving: 'empty',
  parked: 'parked',
  offline: 'offline',
} as const satisfies Readonly<Record<WaterState, (typeof LOOK_COLOUR)[number]>>

export const lookOfWater = (state: WaterState): number => LOOK_COLOUR.indexOf(COLOUR_OF_WATER[state])

export const waterRows = (monitor: WaterMonitor | undefined): ReadonlyMap<number, WaterTruck> =>
  new Map((monitor?.trucks ?? []).map((truck) => [truck.truckId, truck]))

/** How many trucks are in each state. */
export function countStates(rows: ReadonlyMap<number, WaterTruck>): Readonly<Record<WaterState, number>> {
  const counts = { filling: 0, spraying: 0, driving: 0, parked: 0, offline: 0 }
  for (const { state } of rows.values()) counts[state] += 1
  return counts
}

/** Sprayings of today in ms: those that have ended, and the one that goes on. */
export const workMs = ({ workS, spraysSince }: WaterTruck, now: number): number =>
  workS * 1000 + (spraysSince === null ? 0 : Math.max(0, now - spraysSince))

/** A working time by the minute. */
export const workWords = (ms: number): string =>
  ms < 60_000 ? '0' : shownDuration(Math.floor(ms / 60_000) * 60_000).replace(/\s*0\s?(秒|s)$/, '')

/** How full the tanks are, per cent; null where that is not known. */
export const filledPercent = ({ waterL, capacityL }: WaterTruck): number | null =>
  waterL === null || capacityL === 0 ? null : (waterL / capacityL) * 100

const SPRAY_WORDS = { open: { zh: '洒水', en: 'Open' }, shut: { zh: '关闭', en: 'Shut' } } as const
export const sprayWords = ({ sprays }: WaterTruck): string => (sprays === null ? '–' : text(sprays ? SPRAY_WORDS.open : SPRAY_WORDS.shut))

/** The columns of the list, over what the monitor knows; litres come live. */
export function waterColumns(rows: ReadonlyMap<number, WaterTruck>): ColumnSet {
  const of = (
    key: string,
    name: Text,
    widthPx: number,
    isNumber: boolean,
    cell: (row: WaterTruck, now: number) => string,
    heading?: Text,
  ): ListColumn => ({
    key,
    name,
    ...(heading === undefined ? {} : { heading: text(heading) }),
    widthPx,
    isNumber,
    cell: ({ truckId }: FleetSnapshot, position, now) => {
      const row = rows.get(truckId[position] ?? 0)
      return row ? cell(row, now) : '–'
    },
  })
  const litres: ListColumn = {
    key: 'water',
    name: { zh: '剩余水量', en: 'Water left' },
    heading: 'L',
    widthPx: 48,
    isNumber: true,
    cell: ({ truckId, volumeL }, position) => {
      const row = rows.get(truckId[position] ?? 0)
      return row === undefined || row.waterL === null ? '–' : shownWhole(volumeL[position] ?? 0)
    },
  }
  return {
    keptAs: 'water-columns',
    atFirst: ['state', 'water', 'work', 'distance'],
    columns: [
      of('state', { zh: '状态', en: 'State' }, 56, false, ({ state }) => text(WATER_STATES[state])),
      litres,
      of(
        'fill',
        { zh: '剩余比例', en: 'Filled' },
        36,
        true,
        (row) => {
          const percent = filledPercent(row)
          return percent === null ? '–' : `${shownWhole(percent)} %`
        },
        { zh: '比例', en: 'Filled' },
      ),
      of('spray', { zh: '洒水阀', en: 'Spray valve' }, 44, false, sprayWords, { zh: '洒水阀', en: 'Valve' }),
      of('work', { zh: '今日作业时长', en: 'Spraying today' }, 68, true, (row, now) => workWords(workMs(row, now)), {
        zh: '今日作业',
        en: 'Spraying',
      }),
      of('distance', { zh: '今日里程', en: 'Distance today' }, 40, true, ({ drivenKm }) => shownDecimal(drivenKm, 1), {
        zh: 'km',
        en: 'km',
      }),
      of('sprayed', { zh: '今日用水量', en: 'Sprayed today' }, 48, true, ({ sprayedL }) => shownDecimal(sprayedL / 1000, 1), {
        zh: '用水m³',
        en: 'Used m³',
      }),
      of('fills', { zh: '今日加水次数', en: 'Fillings today' }, 40, true, ({ fills }) => String(fills), { zh: '加水', en: 'Fills' }),
    ],
  }
}
