import type { Recording } from '@tanker/contract/history-video'
import { text } from '../../platform/language.ts'
import { KIND_WORDS } from './day-bar.tsx'
import { clockOf } from './day-clock.ts'

const WORDS = {
  list: { zh: '录像列表', en: 'Recordings' },
  none: { zh: '当天没有录像。', en: 'There are no recordings of this day.' },
  cut: { zh: '录像太多，只列出前 1000 段。', en: 'Too many recordings: only the first 1,000 are listed.' },
} as const
const BYTES_A_MB = 1_000_000

const countWords = (count: number): string => text({ zh: `${count} 段`, en: `${count} in all` })

type RecordingsListProps = {
  readonly begin: number
  readonly recordings: readonly Recording[]
  readonly isCut: boolean
  readonly time: number | null
  readonly onPlay: (at: number) => void
}

/** The recordings of a day, one below the other; a click plays one. */
export const RecordingsList = ({ begin, recordings, isCut, time, onPlay }: RecordingsListProps) => (
  <section className="history-list" aria-label={text(WORDS.list)}>
    <h2>
      {text(WORDS.list)} <span>{countWords(recordings.length)}</span>
    </h2>
    {isCut && <p role="status">{text(WORDS.cut)}</p>}
    {recordings.length === 0 && <p role="status">{text(WORDS.none)}</p>}
    <ul>
      {recordings.map((one) => {
        const [from, to] = [Date.parse(one.from), Date.parse(one.to)]
        return (
          <li key={`${one.from} ${one.kind}`}>
            <button type="button" aria-current={time !== null && time >= from && time < to} onClick={() => onPlay(from)}>
              <span>{`${clockOf(from, begin)}–${clockOf(to, begin)}`}</span>
              <span data-kind={one.kind}>{text(KIND_WORDS[one.kind])}</span>
              <span>{`${(one.bytes / BYTES_A_MB).toFixed(1)} MB`}</span>
            </button>
          </li>
        )
      })}
    </ul>
  </section>
)
