import type { ReactNode } from 'react'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { trackName } from './compare-words.ts'
import { APART_M, FARTHEST_M, type TrackFigures, type WayApart } from './track-difference.ts'
import type { Compared } from './use-compared-tracks.ts'

const WORDS = {
  title: { zh: '各轨迹的数值及与轨迹 1 的差', en: 'Figures of the tracks, and their difference from track 1' },
  figure: { zh: '数值', en: 'Figure' },
  from: { zh: '开始', en: 'From' },
  to: { zh: '结束', en: 'To' },
  distance: { zh: '里程 (km)', en: 'Distance (km)' },
  driving: { zh: '行驶时长', en: 'Driving time' },
  stops: { zh: '停车次数', en: 'Stops' },
  stopped: { zh: '停车时长', en: 'Stopped' },
  most: { zh: '最高速度 (km/h)', en: 'Top speed (km/h)' },
  mean: { zh: '平均速度 (km/h)', en: 'Mean speed (km/h)' },
  apart: { zh: '与轨迹 1 不同路段', en: 'Ways apart from track 1' },
  apartMost: { zh: '最大偏离 (m)', en: 'Farthest apart (m)' },
  apartWay: { zh: '偏离里程 (km)', en: 'Driven apart (km)' },
  reference: { zh: '基准', en: 'Reference' },
  none: { zh: '无', en: 'None' },
  show: { zh: '在地图上查看', en: 'Show on the map' },
} as const

const NO_VALUE = '–'
const signed = (value: number, shown: (value: number) => string): string =>
  value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${shown(Math.abs(value))}`

type Measure = {
  readonly name: keyof typeof WORDS
  readonly of: (figures: TrackFigures) => number | null
  readonly shown: (value: number) => string
  /** What is shown is rounded to this; differences are those of the shown values. */
  readonly step: number
}
const decimal = (value: number): string => shownDecimal(value, 1)

const MEASURES: readonly Measure[] = [
  { name: 'distance', of: ({ drivenKm }) => drivenKm, shown: decimal, step: 0.1 },
  { name: 'driving', of: ({ driveMs }) => driveMs, shown: shownDuration, step: 1000 },
  { name: 'stops', of: ({ stops }) => stops, shown: shownWhole, step: 1 },
  { name: 'stopped', of: ({ stopMs }) => stopMs, shown: shownDuration, step: 1000 },
  { name: 'most', of: ({ maxKmh }) => maxKmh, shown: shownWhole, step: 1 },
  { name: 'mean', of: ({ meanKmh }) => meanKmh, shown: shownWhole, step: 1 },
]

const farthest = (metres: number): string => (metres >= FARTHEST_M ? `> ${shownWhole(FARTHEST_M)}` : shownWhole(metres))

type CompareTableProps = {
  readonly compared: readonly Compared[]
  readonly onSight: (place: { readonly lng: number; readonly lat: number }) => void
}

/** One row for each figure, one column for each track: numbers that are compared stand side by side. */
export const CompareTable = ({ compared, onSight }: CompareTableProps) => {
  const first = compared[0]?.figures ?? null
  const row = (name: keyof typeof WORDS, cell: (one: Compared, index: number) => ReactNode) => (
    <tr key={name}>
      <th scope="row">{text(WORDS[name])}</th>
      {compared.map((one, index) => (
        <td key={index}>{cell(one, index)}</td>
      ))}
    </tr>
  )
  const figure = ({ of, shown, step }: Measure, { figures }: Compared, index: number): ReactNode => {
    const value = figures === null ? null : of(figures)
    const base = first === null ? null : of(first)
    if (value === null) return NO_VALUE
    return (
      <>
        {shown(value)}
        {index > 0 && base !== null && <small>{signed((Math.round(value / step) - Math.round(base / step)) * step, shown)}</small>}
      </>
    )
  }
  const ways = (apart: readonly WayApart[] | null, index: number): ReactNode => {
    if (index === 0) return text(WORDS.reference)
    if (apart === null) return NO_VALUE
    if (apart.length === 0) return text(WORDS.none)
    return (
      <ol className="compare-ways">
        {apart.map((way) => (
          <li key={way.from}>
            <button type="button" className="cell-button" title={text(WORDS.show)} onClick={() => onSight(way)}>
              {shownTime(way.from, 'minute')} · {decimal(way.drivenM / 1000)} km · {farthest(way.mostM)} m
            </button>
          </li>
        ))}
      </ol>
    )
  }
  return (
    <div className="compare-table" tabIndex={0} role="region" aria-label={text(WORDS.title)}>
      <table>
        <caption className="visually-hidden">{text(WORDS.title)}</caption>
        <thead>
          <tr>
            <th scope="col">{text(WORDS.figure)}</th>
            {compared.map((one, index) => (
              <th key={index} scope="col">
                <i style={{ background: seriesColour(index) }} aria-hidden="true" />
                {trackName(index)}
                <small>{one.line.plate}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('from', ({ figures }) => (figures ? shownTime(figures.from) : NO_VALUE))}
          {row('to', ({ figures }) => (figures ? shownTime(figures.to) : NO_VALUE))}
          {MEASURES.map((measure) => row(measure.name, (one, index) => figure(measure, one, index)))}
          {row('apartMost', ({ apart }) =>
            apart && apart.length > 0 ? farthest(Math.max(...apart.map(({ mostM }) => mostM))) : apart ? `< ${APART_M}` : NO_VALUE,
          )}
          {row('apartWay', ({ apart }) => (apart ? decimal(apart.reduce((sum, { drivenM }) => sum + drivenM, 0) / 1000) : NO_VALUE))}
          {row('apart', ({ apart }, index) => ways(apart, index))}
        </tbody>
      </table>
    </div>
  )
}
