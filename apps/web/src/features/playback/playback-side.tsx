import { headingText } from '@tanker/domain/fences/heading'
import { useState } from 'react'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import type { Flag } from '../../platform/tracks/track-flags.ts'
import { momentAt } from '../../platform/tracks/track-line.ts'
import { shownDistance, shownSpeed, type Units } from '../../platform/units.ts'
import type { Played } from './use-playback.ts'
import { waterSums, workAt } from './work-flags.ts'

const WORDS = {
  speed: { zh: '速度', en: 'Speed' },
  driven: { zh: '已行驶', en: 'Driven' },
  odometer: { zh: '总里程', en: 'Odometer' },
  direction: { zh: '方向', en: 'Direction' },
  measured: { zh: '定位时间', en: 'Measured' },
  unknown: { zh: '此时位置未知', en: 'Place not known at this moment' },
  tanks: { zh: '各仓油量', en: 'In the tanks' },
  noTanks: { zh: '无液位数据', en: 'No gauge readings' },
  stops: { zh: '停车', en: 'Stops' },
  events: { zh: '事件', en: 'Events' },
  lists: { zh: '列表', en: 'Lists' },
  none: { zh: '该时段没有记录', en: 'Nothing in this period' },
  leastMin: { zh: '隐藏短于（分钟）', en: 'Hide below (min)' },
  total: { zh: '合计停车', en: 'Stopped in all' },
  works: { zh: '作业', en: 'Works' },
  work: { zh: '作业', en: 'Water' },
  noWork: { zh: '无', en: 'Off' },
  sprayed: { zh: '洒水', en: 'Sprayed' },
  filled: { zh: '加水', en: 'Filled' },
  moves: { zh: '行驶', en: 'Driven' },
} as const

const GAP_MS = 900_000

/** Litres at a moment: what was read last, unless that is too long ago. */
function litresAt(at: readonly number[], volumeL: readonly (number | null)[], moment: number): number | null {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] as number) <= moment) low = middle + 1
    else high = middle
  }
  const index = low - 1
  return index >= 0 && moment - (at[index] as number) <= GAP_MS ? (volumeL[index] ?? null) : null
}

type ValuesProps = { readonly played: Played; readonly colour: string | null; readonly at: number; readonly units: Units }

/** What one truck did at the moment that is shown. */
const Values = ({ played: { line, tanks, works }, colour, at, units }: ValuesProps) => {
  const work = works && workAt(line, works, at)
  const moment = momentAt(line, at)
  const driven = (line.drivenM.at(-1) ?? 0) / 1000
  return (
    <section className="playback-values" data-known={moment?.isKnown ?? false}>
      <h2>
        {colour !== null && <i style={{ background: colour }} aria-hidden="true" />}
        {line.plate}
        <small>
          {text(WORDS.moves)} {shownDistance(driven, units)}
        </small>
      </h2>
      {moment && (
        <dl>
          <div className="playback-speed">
            <dt>{text(WORDS.speed)}</dt>
            <dd>{moment.isKnown ? shownSpeed(moment.kmh, units) : '–'}</dd>
          </div>
          <div>
            <dt>{text(WORDS.driven)}</dt>
            <dd>{shownDistance(moment.drivenM / 1000, units)}</dd>
          </div>
          <div>
            <dt>{text(WORDS.direction)}</dt>
            <dd>{text(headingText(moment.headingDeg))}</dd>
          </div>
          <div>
            <dt>{text(WORDS.odometer)}</dt>
            <dd>{moment.km === 0 ? '–' : shownDistance(moment.km, units)}</dd>
          </div>
          <div>
            <dt>{text(WORDS.measured)}</dt>
            <dd>{shownTime(moment.at)}</dd>
          </div>
          {works && (
            <div>
              <dt>{text(WORDS.work)}</dt>
              <dd>{work ? `${work.words}${work.lpm === null ? '' : ` ${shownWhole(work.lpm)} L/min`}` : text(WORDS.noWork)}</dd>
            </div>
          )}
        </dl>
      )}
      {moment && !moment.isKnown && <p className="playback-unknown">{text(WORDS.unknown)}</p>}
      {tanks && tanks.compartments.length > 0 && (
        <table className="playback-tanks">
          <caption className="visually-hidden">{text(WORDS.tanks)}</caption>
          <tbody>
            {tanks.compartments.map((tank, index) => {
              const litres = litresAt(tank.at, tank.volumeL, at)
              return (
                <tr key={tank.compartment}>
                  <th scope="row">
                    <i style={{ background: seriesColour(index) }} aria-hidden="true" />
                    {text({ zh: `${tank.compartment}仓`, en: `C${tank.compartment}` })} {tank.oilName}
                  </th>
                  <td>
                    <meter min={0} max={tank.capacityL} value={litres ?? 0} aria-label={tank.oilName} />
                  </td>
                  <td>{litres === null ? '–' : `${shownWhole(litres)} L`}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

type PlaybackSideProps = {
  readonly played: readonly Played[]
  readonly colours: readonly (string | null)[]
  readonly at: number
  readonly units: Units
  readonly stops: readonly Flag[]
  readonly events: readonly Flag[]
  /** Null where the trucks carry no water. */
  readonly works: readonly Flag[] | null
  readonly leastMin: number
  readonly onLeastMin: (minutes: number) => void
  readonly onPick: (flag: Flag) => void
}

const cubicMetres = (litres: number): string => `${shownDecimal(litres / 1000, 2)} m³`

/** The values at the moment, and works, stops and events as lists that lead to theirs. */
export const PlaybackSide = ({ played, colours, at, units, stops, events, works, leastMin, onLeastMin, onPick }: PlaybackSideProps) => {
  const lists = { ...(works === null ? {} : { works }), stops, events }
  const [chosen, setChosen] = useState<keyof typeof lists>(works === null ? 'stops' : 'works')
  const shown = lists[chosen] ?? []
  const showsStops = chosen === 'stops'
  const water = waterSums(played.flatMap((one) => one.works ?? []))
  const stoodMs = stops.reduce((sum, stop) => sum + Math.max(0, (stop.endedAt ?? at) - stop.at), 0)
  return (
    <aside className="playback-side">
      {played.map((one, index) => (
        <Values key={one.line.truckId} played={one} colour={colours[index] ?? null} at={at} units={units} />
      ))}
      <section className="playback-lists">
        <div className="playback-lists-head">
          <div className="switch" role="group" aria-label={text(WORDS.lists)}>
            {(Object.entries(lists) as [typeof chosen, readonly Flag[]][]).map(([list, flags]) => (
              <button key={list} type="button" aria-pressed={chosen === list} onClick={() => setChosen(list)}>
                {text(WORDS[list])} {flags.length}
              </button>
            ))}
          </div>
          {showsStops && (
            <label>
              {text(WORDS.leastMin)}
              <input
                type="number"
                min={0}
                max={1440}
                value={leastMin}
                onChange={(event) => onLeastMin(Math.max(0, Number(event.target.value) || 0))}
              />
            </label>
          )}
        </div>
        {showsStops && stops.length > 0 && (
          <p className="playback-sum">
            {text(WORDS.total)} {shownDuration(stoodMs)}
          </p>
        )}
        {chosen === 'works' && shown.length > 0 && (
          <p className="playback-sum">
            {text(WORDS.sprayed)} {cubicMetres(water.spray)} · {text(WORDS.filled)} {cubicMetres(water.fill)}
          </p>
        )}
        {shown.length === 0 && <p className="playback-sum">{text(WORDS.none)}</p>}
        <ol tabIndex={0} aria-label={text(WORDS[chosen])}>
          {shown.map((flag) => (
            <li key={flag.key} data-now={flag.at <= at && (flag.endedAt ?? flag.at) >= at}>
              <button type="button" onClick={() => onPick(flag)} title={flag.words}>
                {played.length > 1 && <b>{flag.plate}</b>} {flag.words}
              </button>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  )
}
