import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { useState } from 'react'
import { text } from '../language.ts'
import { shownDuration, shownTime } from '../shown-values.ts'
import { cssName } from '../ui/theme.ts'
import { GRADE_COLOUR } from '../ui/tokens.ts'
import './lanes-chart.css'

/** What lasted in one lane; times are milliseconds UTC, `to` null while it lasts. */
export type Lane = {
  readonly name: string
  readonly spans: readonly { readonly from: number; readonly to: number | null; readonly words: string; readonly grade: AlarmGrade }[]
}

const WORDS = {
  lasts: { zh: '未结束', en: 'not ended' },
  choose: { zh: '选择一段查看故障和可能原因', en: 'Choose a bar to see the fault and its probable cause' },
} as const

/** Parts of the time axis. */
const PARTS = 4
const leastPercent = 0.6

/** From the first start to the last end; an hour at least, so that a moment can be seen. */
export const spanOf = (lanes: readonly Lane[], now: number): { readonly from: number; readonly to: number } => {
  const all = lanes.flatMap(({ spans }) => spans)
  const from = Math.min(...all.map((span) => span.from))
  const to = Math.max(...all.map((span) => span.to ?? now), from + 3_600_000)
  return { from, to }
}

type LanesChartProps = { readonly title: string; readonly lanes: readonly Lane[]; readonly now: number }

/** Lanes over time. Each bar is reached by keyboard and says what it is; what is chosen stands below. */
export const LanesChart = ({ title, lanes, now }: LanesChartProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  if (lanes.length === 0) return null
  const { from, to } = spanOf(lanes, now)
  const percent = (at: number): number => Math.max(0, Math.min(1, (at - from) / (to - from))) * 100
  const said = (name: string, { from: start, to: end, words }: Lane['spans'][number]): string =>
    `${name}: ${words}, ${shownTime(start)} – ${end === null ? text(WORDS.lasts) : `${shownTime(end)} (${shownDuration(end - start)})`}`
  return (
    <figure className="chart lanes">
      <figcaption>{title}</figcaption>
      <div className="lanes-scroll">
        <ul>
          {lanes.map(({ name, spans }) => (
            <li key={name}>
              <span className="lanes-name" title={name}>
                {name}
              </span>
              <div className="lanes-track">
                {spans.map((span) => {
                  const words = said(name, span)
                  const left = percent(span.from)
                  return (
                    <button
                      key={`${span.from} ${span.words}`}
                      type="button"
                      data-lasts={span.to === null}
                      aria-label={words}
                      aria-pressed={chosen === words}
                      style={{
                        background: `var(${cssName(GRADE_COLOUR[span.grade])})`,
                        left: `${left}%`,
                        width: `max(6px, ${Math.max(leastPercent, percent(span.to ?? now) - left)}%)`,
                      }}
                      onClick={() => setChosen(words)}
                      onFocus={() => setChosen(words)}
                      onMouseEnter={() => setChosen(words)}
                    />
                  )
                })}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className="lanes-axis" aria-hidden="true">
        {Array.from({ length: PARTS + 1 }, (_, part) => (
          <span key={part}>{shownTime(from + ((to - from) * part) / PARTS, 'minute')}</span>
        ))}
      </div>
      <p className="lanes-chosen" role="status">
        {chosen ?? text(WORDS.choose)}
      </p>
    </figure>
  )
}
