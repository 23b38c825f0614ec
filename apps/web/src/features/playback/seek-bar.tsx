import { text } from '../../platform/language.ts'
import { shownDuration, shownTime } from '../../platform/shown-values.ts'
import { cssName } from '../../platform/ui/theme.ts'
import { RATES, type Play, type Rate, type Span } from './play-clock.ts'
import type { Flag } from '../../platform/tracks/track-flags.ts'

const WORDS = {
  play: { zh: '播放', en: 'Play' },
  pause: { zh: '暂停', en: 'Pause' },
  rate: { zh: '倍速', en: 'Speed of the playback' },
  moment: { zh: '时间轴', en: 'Moment' },
  follow: { zh: '跟随', en: 'Follow' },
  skipStops: { zh: '跳过停车', en: 'Skip stops' },
  keys: {
    zh: '空格 播放/暂停，← → 前后 10 秒（Shift 5 分钟），+ − 调整倍速，Home/End 首尾',
    en: 'Space plays and pauses, ← → step 10 s (Shift: 5 min), + − change the speed, Home and End go to the ends',
  },
} as const

const COLOUR: Readonly<Record<Flag['what'], string>> = {
  stop: 'var(--parked)',
  alarm: 'var(--alarm)',
  cover: 'var(--info)',
  cargo: 'var(--good)',
  spray: 'var(--info)',
  fill: 'var(--filling)',
  other: 'var(--muted)',
}
/** Drawn as long as they last. */
const LASTING: ReadonlySet<Flag['what']> = new Set(['stop', 'spray', 'fill'])
const colourOf = ({ what, grade }: Flag): string => (what === 'alarm' && grade !== null ? `var(${cssName(grade)})` : COLOUR[what])

type SeekBarProps = {
  readonly play: Play
  readonly span: Span
  readonly flags: readonly Flag[]
  readonly follows: boolean
  readonly skipsStops: boolean
  readonly onToggle: () => void
  readonly onSeek: (at: number) => void
  readonly onRate: (rate: Rate) => void
  readonly onFollow: (follows: boolean) => void
  readonly onSkipStops: (skips: boolean) => void
}

/** Play, speed and the bar with its flags; the slider itself is the browser's, so that keys and screen readers know it. */
export const SeekBar = (props: SeekBarProps) => {
  const { play, span, flags, follows, skipsStops, onToggle, onSeek, onRate, onFollow, onSkipStops } = props
  const length = Math.max(1, span.to - span.from)
  const share = (at: number): string => `${(Math.min(1, Math.max(0, (at - span.from) / length)) * 100).toFixed(3)}%`
  return (
    <div className="playback-bar">
      <div className="playback-buttons">
        <button type="button" className="button button-primary playback-play" onClick={onToggle} title={text(WORDS.keys)}>
          <svg viewBox="0 0 20 20" width="16" height="16" fill="currentColor" aria-hidden="true">
            {play.isPlaying ? <path d="M5 4h3.500v12H5zM11.500 4H15v12h-3.500z" /> : <path d="M6 3.500 16.500 10 6 16.500z" />}
          </svg>
          {text(play.isPlaying ? WORDS.pause : WORDS.play)}
        </button>
        <label>
          <span className="visually-hidden">{text(WORDS.rate)}</span>
          <select value={play.rate} onChange={(event) => onRate(Number(event.target.value) as Rate)}>
            {RATES.map((rate) => (
              <option key={rate} value={rate}>
                ×{rate}
              </option>
            ))}
          </select>
        </label>
        <strong className="playback-time">{shownTime(play.at)}</strong>
        <label className="playback-tick">
          <input type="checkbox" checked={follows} onChange={(event) => onFollow(event.target.checked)} /> {text(WORDS.follow)}
        </label>
        <label className="playback-tick">
          <input type="checkbox" checked={skipsStops} onChange={(event) => onSkipStops(event.target.checked)} /> {text(WORDS.skipStops)}
        </label>
      </div>
      <div className="playback-slider">
        <div className="playback-flags" aria-hidden="true">
          {flags.map((flag) => (
            <i
              key={flag.key}
              data-what={flag.what}
              title={flag.words}
              style={{
                left: share(flag.at),
                background: colourOf(flag),
                ...(LASTING.has(flag.what) ? { width: `calc(${share(flag.endedAt ?? span.to)} - ${share(flag.at)})` } : {}),
              }}
            />
          ))}
        </div>
        <input
          type="range"
          min={span.from}
          max={span.to}
          step={1000}
          value={play.at}
          aria-label={text(WORDS.moment)}
          aria-valuetext={shownTime(play.at)}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
        <div className="playback-ends" aria-hidden="true">
          <span>{shownTime(span.from)}</span>
          <span>{shownDuration(length)}</span>
          <span>{shownTime(span.to)}</span>
        </div>
      </div>
    </div>
  )
}
