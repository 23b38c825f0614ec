import { OFFLINE, TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { transportStateText, type TransportState } from '@tanker/domain/trucks/transport-process'
import type { Text } from '@tanker/domain/texts/text'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { text } from '../../platform/language.ts'
import { shownWhole } from '../../platform/shown-values.ts'
import { clockTime } from './trip-words.ts'

/** A column of the list beside the plate; `widthPx` without the space before it. */
export type ListColumn = {
  readonly key: string
  readonly name: Text
  /** Over the numbers of the column; where it is not its name. */
  readonly heading?: string
  readonly widthPx: number
  readonly isNumber: boolean
  readonly cell: (fleet: FleetSnapshot, position: number, now: number) => string
}

/** The columns that a list may have, and which it has at first. */
export type ColumnSet = {
  /** Under which the choice of a user is kept in this browser. */
  readonly keptAs: string
  readonly columns: readonly ListColumn[]
  readonly atFirst: readonly string[]
}

/** What a column of a monitor is beside its key and name; the heading where it is not its name. */
type ColumnOf<R> = {
  readonly widthPx: number
  readonly isNumber?: boolean
  readonly heading?: Text
  readonly cell: (row: R, now: number) => string
}

/** Makes columns over what a monitor knows of each truck; a dash where it knows nothing of one. */
export const columnsOver =
  <R>(rows: ReadonlyMap<number, R>) =>
  (key: string, name: Text, { widthPx, isNumber = false, heading, cell }: ColumnOf<R>): ListColumn => ({
    key,
    name,
    ...(heading === undefined ? {} : { heading: text(heading) }),
    widthPx,
    isNumber,
    cell: ({ truckId }, position, now) => {
      const row = rows.get(truckId[position] ?? 0)
      return row ? cell(row, now) : '–'
    },
  })

/** The live speed; nothing of a truck that stands or is offline. */
export const SPEED_COLUMN = {
  key: 'speed',
  name: { zh: '速度', en: 'Speed' },
  heading: 'km/h',
  widthPx: 32,
  isNumber: true,
  cell: ({ status, speed }, position) => {
    const kmh = speed[position] ?? 0
    return status[position] !== OFFLINE && kmh > 0 ? shownWhole(kmh) : ''
  },
} as const satisfies ListColumn

const LIST_COLUMNS = [
  {
    key: 'state',
    name: { zh: '状态', en: 'State' },
    widthPx: 48,
    isNumber: false,
    cell: ({ status }, position) => {
      const found = TRUCK_STATUSES[status[position] ?? 0]
      return found ? text(found.text) : ''
    },
  },
  {
    key: 'process',
    name: { zh: '运输状态', en: 'Process' },
    widthPx: 92,
    isNumber: false,
    cell: ({ processState }, position) => text(transportStateText((processState[position] ?? 0) as TransportState)),
  },
  SPEED_COLUMN,
  {
    key: 'litres',
    name: { zh: '油量', en: 'Litres' },
    heading: 'L',
    widthPx: 50,
    isNumber: true,
    cell: ({ volumeL }, position) => {
      const litres = volumeL[position] ?? 0
      return litres > 0 ? shownWhole(litres) : '–'
    },
  },
  {
    key: 'reported',
    name: { zh: '最近上报', en: 'Last report' },
    widthPx: 72,
    isNumber: true,
    cell: ({ gpsTime }, position, now) => {
      const at = gpsTime[position]
      return typeof at === 'number' ? clockTime(at, now).slice(0, 10) : '–'
    },
  },
] as const satisfies readonly ListColumn[]

export const CARGO_COLUMNS: ColumnSet = { keptAs: 'fleet-columns', columns: LIST_COLUMNS, atFirst: ['state', 'speed', 'litres'] }

const keptAs = (set: ColumnSet, userName: string): string => `${set.keptAs} ${userName}`

/** The columns that a user has chosen in this browser. */
export const chosenColumns = (set: ColumnSet, userName: string): readonly string[] => {
  const kept = localStorage.getItem(keptAs(set, userName))?.split(',')
  return kept ? set.columns.map(({ key }) => key).filter((key) => kept.includes(key)) : set.atFirst
}

/** One column more or less; kept for this user. Answers those that are chosen now. */
export const toggleColumn = (set: ColumnSet, userName: string, chosen: readonly string[], key: string): readonly string[] => {
  const next = set.columns.map((column) => column.key).filter((one) => (one === key) !== chosen.includes(one))
  localStorage.setItem(keptAs(set, userName), next.join(','))
  return next
}

const platePx = 150
const gapPx = 8

/** As wide as the list is with these columns, px. */
export const listWidth = (set: ColumnSet, chosen: readonly string[]): number =>
  Math.max(
    344,
    set.columns.filter(({ key }) => chosen.includes(key)).reduce((sum, { widthPx }) => sum + widthPx + gapPx, platePx),
  )
