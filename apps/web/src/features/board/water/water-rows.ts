import { WATER_STATES, type WaterMonitor, type WaterState, type WaterTruck } from '@tanker/contract/water-monitor'
import { text } from '../../../platform/language.ts'
import { shownDecimal, shownWhole } from '../../../platform/shown-values.ts'
import { LOOK_COLOUR } from '../../../platform/ui/tokens.ts'
import { type ColumnSet, columnsOver, type ListColumn } from '../list-columns.ts'
import { minutesWords } from '../trip-words.ts'

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

/** How full the tanks are, per cent; null where that is not known. */
export const filledPercent = ({ waterL, capacityL }: WaterTruck): number | null =>
  waterL === null || capacityL === 0 ? null : (waterL / capacityL) * 100

const SPRAY_WORDS = { open: { zh: '洒水', en: 'Open' }, shut: { zh: '关闭', en: 'Shut' } } as const
export const sprayWords = ({ sprays }: WaterTruck): string => (sprays === null ? '–' : text(sprays ? SPRAY_WORDS.open : SPRAY_WORDS.shut))

/** The columns of the list, over what the monitor knows; litres come live. */
export function waterColumns(rows: ReadonlyMap<number, WaterTruck>): ColumnSet {
  const of = columnsOver(rows)
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
      of('state', { zh: '状态', en: 'State' }, { widthPx: 56, cell: ({ state }) => text(WATER_STATES[state]) }),
      litres,
      of(
        'fill',
        { zh: '剩余比例', en: 'Filled' },
        {
          widthPx: 36,
          isNumber: true,
          heading: { zh: '比例', en: 'Filled' },
          cell: (row) => {
            const percent = filledPercent(row)
            return percent === null ? '–' : `${shownWhole(percent)} %`
          },
        },
      ),
      of('spray', { zh: '洒水阀', en: 'Spray valve' }, { widthPx: 44, heading: { zh: '洒水阀', en: 'Valve' }, cell: sprayWords }),
      of(
        'work',
        { zh: '今日作业时长', en: 'Spraying today' },
        {
          widthPx: 68,
          isNumber: true,
          heading: { zh: '今日作业', en: 'Spraying' },
          cell: (row, now) => minutesWords(workMs(row, now)),
        },
      ),
      of(
        'distance',
        { zh: '今日里程', en: 'Distance today' },
        {
          widthPx: 40,
          isNumber: true,
          heading: { zh: 'km', en: 'km' },
          cell: ({ drivenKm }) => shownDecimal(drivenKm, 1),
        },
      ),
      of(
        'sprayed',
        { zh: '今日用水量', en: 'Sprayed today' },
        {
          widthPx: 48,
          isNumber: true,
          heading: { zh: '用水m³', en: 'Used m³' },
          cell: ({ sprayedL }) => shownDecimal(sprayedL / 1000, 1),
        },
      ),
      of(
        'fills',
        { zh: '今日加水次数', en: 'Fillings today' },
        {
          widthPx: 40,
          isNumber: true,
          heading: { zh: '加水', en: 'Fills' },
          cell: ({ fills }) => String(fills),
        },
      ),
    ],
  }
}
