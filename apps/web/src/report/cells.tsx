import type { ColumnKind } from '@tanker/contract/report-view'
import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { BoardLink } from '../platform/account/board-link.tsx'
import type { CSSProperties, ReactNode } from 'react'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { GRADE_COLOUR } from '../platform/ui/tokens.ts'
import { cssName } from '../platform/ui/theme.ts'
import { cellText, type NamedPlace, type ReportColumn } from './cell-text.ts'

/** A place that can be shown on the map. */
export type Place = { readonly name: string; readonly lat: number; readonly lng: number }

/** What cells may do besides being read. */
type CellActions = { readonly openPlace: (place: Place) => void }

type Cell = {
  readonly widthPx: number
  readonly align?: 'end'
  readonly draw: (value: unknown, column: ReportColumn, actions: CellActions) => ReactNode
}

const plain = (widthPx: number): Cell => ({ widthPx, draw: cellText })
const number = (widthPx: number): Cell => ({ widthPx, align: 'end', draw: cellText })
/** Texts that may be longer than their column. */
const words = (widthPx: number): Cell => ({
  widthPx,
  draw: (value, column) => {
    const shown = cellText(value, column)
    return shown === '' ? '' : <span title={shown}>{shown}</span>
  },
})

const OPEN_PLACE = { zh: '在地图上查看', en: 'Show on the map' } as const

/** One cell for each kind of column; a kind without one does not compile. */
export const CELLS: Record<ColumnKind, Cell> = {
  plate: {
    widthPx: 108,
    draw: (value) => {
      const { truckId, plate } = value as { truckId: number; plate: string }
      return (
        <BoardLink search={{ truck: String(truckId) }} tabIndex={-1}>
          {plate}
        </BoardLink>
      )
    },
  },
  organisation: words(150),
  time: {
    widthPx: 152,
    draw: (value, column) =>
      column.day && typeof value === 'string' ? <span title={shownTime(value)}>{cellText(value, column)}</span> : cellText(value, column),
  },
  date: plain(104),
  month: plain(84),
  duration: number(116),
  place: {
    widthPx: 220,
    draw: (value, column, { openPlace }) => {
      const shown = cellText(value, column)
      if (shown === '') return ''
      const place = value as NamedPlace
      return place.lat === null || place.lng === null ? (
        <span title={shown}>{shown}</span>
      ) : (
        <button type="button" className="cell-button" tabIndex={-1} title={text(OPEN_PLACE)} onClick={() => openPlace(place as Place)}>
          {shown}
        </button>
      )
    },
  },
  text: words(150),
  number: number(96),
  'loss-rate': number(108),
  'rank-change': number(84),
  heading: plain(128),
  product: plain(96),
  'yes-no': plain(72),
  grade: {
    widthPx: 84,
    draw: (value, column) =>
      value === null ? (
        ''
      ) : (
        <span className="cell-grade">
          <i style={{ background: `var(${cssName(GRADE_COLOUR[value as AlarmGrade])})` }} aria-hidden="true" />
          {cellText(value, column)}
        </span>
      ),
  },
  'alarm-type': words(150),
  choice: words(110),
  choices: words(150),
  handled: {
    widthPx: 96,
    draw: (value, column) => <span className={value ? 'cell-handled' : 'cell-unhandled'}>{cellText(value, column)}</span>,
  },
  'handle-result': words(150),
  compartment: plain(84),
  driver: words(96),
  tree: {
    widthPx: 260,
    draw: (value, column) => {
      const path = value as readonly string[]
      return (
        <span className="cell-tree" style={{ '--depth': path.length - 1 } as CSSProperties} title={path.join(' / ')}>
          {cellText(value, column)}
        </span>
      )
    },
  },
  expiry: {
    widthPx: 150,
    draw: (value, column) =>
      value === null ? (
        ''
      ) : (
        <span className="cell-expiry" data-expiry={value as string}>
          {cellText(value, column)}
        </span>
      ),
  },
}
