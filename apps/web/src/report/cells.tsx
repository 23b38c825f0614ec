import type { ColumnKind, ReportView } from '@tanker/contract/report-view'
import { alarmGradeText, type AlarmGrade } from '@tanker/domain/alarm-grade'
import { alarmType } from '@tanker/domain/alarm-type'
import { HANDLE_STATES } from '@tanker/domain/handling'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text } from '../language.ts'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../shown-values.ts'
import { GRADE_COLOUR } from '../ui/tokens.ts'
import { cssName } from '../ui/theme.ts'

export type ReportColumn = ReportView['columns'][number]
export type Place = { readonly name: string; readonly lat: number; readonly lng: number }

/** What cells may do besides being read. */
export type CellActions = { readonly openPlace: (place: Place) => void }

type Cell = {
  readonly widthPx: number
  readonly align?: 'end'
  readonly draw: (value: unknown, column: ReportColumn, actions: CellActions) => ReactNode
}

const isNothing = (value: unknown): value is null | undefined | '' => value === null || value === undefined || value === ''

const number = (show: (value: number) => string, widthPx: number): Cell => ({
  widthPx,
  align: 'end',
  draw: (value) => (typeof value === 'number' ? show(value) : ''),
})

const words = (widthPx: number): Cell => ({
  widthPx,
  draw: (value) => (isNothing(value) ? '' : <span title={String(value)}>{String(value)}</span>),
})

const OPEN_PLACE = { zh: '在地图上查看', en: 'Show on the map' } as const

/** One cell for each kind of column; a kind without one does not compile. */
export const CELLS: Record<ColumnKind, Cell> = {
  plate: {
    widthPx: 108,
    draw: (value) => {
      const { truckId, plate } = value as { truckId: number; plate: string }
      return (
        <Link to="/monitor/cargo_transport" search={{ truck: String(truckId) }} tabIndex={-1}>
          {plate}
        </Link>
      )
    },
  },
  company: words(150),
  time: { widthPx: 152, draw: (value) => (isNothing(value) ? '' : shownTime(value as string)) },
  duration: number(shownDuration, 116),
  place: {
    widthPx: 220,
    draw: (value, _, { openPlace }) => {
      if (isNothing(value)) return ''
      const place = value as Place
      return (
        <button type="button" className="cell-button" tabIndex={-1} title={text(OPEN_PLACE)} onClick={() => openPlace(place)}>
          {place.name || `${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}`}
        </button>
      )
    },
  },
  text: words(150),
  'whole-number': number(shownWhole, 90),
  decimal: number((value) => shownDecimal(value, 2), 96),
  litres: number((value) => shownDecimal(value, 1), 100),
  speed: number(shownWhole, 128),
  distance: number((value) => shownDecimal(value, 2), 100),
  permille: number((value) => shownDecimal(value, 4), 108),
  percent: number((value) => shownDecimal(value, 1), 96),
  grade: {
    widthPx: 84,
    draw: (value) =>
      isNothing(value) ? (
        ''
      ) : (
        <span className="cell-grade">
          <i style={{ background: `var(${cssName(GRADE_COLOUR[value as AlarmGrade])})` }} aria-hidden="true" />
          {text(alarmGradeText[value as AlarmGrade])}
        </span>
      ),
  },
  'alarm-type': {
    widthPx: 150,
    draw: (value) => (isNothing(value) ? '' : text(alarmType(Number(value))?.name ?? { zh: String(value), en: String(value) })),
  },
  choice: {
    widthPx: 110,
    draw: (value, { choices }) =>
      isNothing(value) ? '' : (choices.find((choice) => choice.value === String(value))?.label ?? String(value)),
  },
  handled: {
    widthPx: 96,
    draw: (value) => <span className={value ? 'cell-handled' : 'cell-unhandled'}>{text(HANDLE_STATES[value ? 1 : 0])}</span>,
  },
  compartment: {
    widthPx: 84,
    draw: (value) => (isNothing(value) || value === 0 ? '' : text({ zh: `${String(value)}仓`, en: `No. ${String(value)}` })),
  },
  driver: words(96),
  level: number(shownWhole, 96),
}
