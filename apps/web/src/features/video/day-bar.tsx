import type { Recording } from '@tanker/contract/history-video'
import type { PointerEvent } from 'react'
import { text } from '../../platform/language.ts'
import { clockOf, DAY_MS, shareOf } from './day-clock.ts'

const WORDS = {
  bar: { zh: '当天的录像', en: 'Recordings of the day' },
  timed: { zh: '定时录像', en: 'Timed' },
  alarm: { zh: '报警录像', en: 'Alarm' },
} as const

export const KIND_WORDS = { timed: WORDS.timed, alarm: WORDS.alarm } as const

const hourEvery = 2
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

type DayBarProps = {
  readonly begin: number
  readonly recordings: readonly Recording[]
  /** Of the picture. */
  readonly time: number | null
  readonly onPlace: (at: number) => void
}

/** The day from 0 to 24 o'clock with what was kept of it; a click plays from there. Keys belong to the screen. */
export const DayBar = ({ begin, recordings, time, onPlace }: DayBarProps) => {
  const place = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onPlace(begin + Math.min(1, Math.max(0, (event.clientX - left) / width)) * DAY_MS)
  }
  return (
    <div className="history-bar">
      <div
        className="history-track"
        role="slider"
        tabIndex={0}
        aria-label={text(WORDS.bar)}
        aria-valuemin={0}
        aria-valuemax={DAY_MS / 1_000}
        aria-valuenow={time === null ? 0 : Math.round((time - begin) / 1_000)}
        aria-valuetext={time === null ? '—' : clockOf(time, begin)}
        onPointerDown={place}
      >
        {recordings.map((one) => {
          const [from, to] = [shareOf(Date.parse(one.from), begin), shareOf(Date.parse(one.to), begin)]
          return <i key={`${one.from} ${one.kind}`} data-kind={one.kind} style={{ left: percent(from), width: percent(to - from) }} />
        })}
        {time !== null && <b style={{ left: percent(shareOf(time, begin)) }} />}
      </div>
      <ol aria-hidden="true">
        {Array.from({ length: 24 / hourEvery + 1 }, (_, at) => (
          <li key={at} style={{ left: percent((at * hourEvery) / 24) }}>
            {at * hourEvery}
          </li>
        ))}
      </ol>
      <p className="history-legend">
        {(['timed', 'alarm'] as const).map((kind) => (
          <span key={kind} data-kind={kind}>
            {text(KIND_WORDS[kind])}
          </span>
        ))}
      </p>
    </div>
  )
}
