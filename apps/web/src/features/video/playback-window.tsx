import { PLAYBACK_SPEEDS } from '@tanker/contract/history-video'
import { useRef } from 'react'
import { text } from '../../platform/language.ts'
import { clockOf } from './day-clock.ts'
import { keepSnapshot } from './keep-picture.ts'
import { playbackWords } from './playback-words.ts'
import type { Playback } from './use-playback.ts'
import './video.css'

const WORDS = {
  choose: { zh: '点击时间轴或录像列表开始播放。', en: 'Click the bar or a recording to play it.' },
  pause: { zh: '暂停', en: 'Pause' },
  play: { zh: '播放', en: 'Play' },
  snapshot: { zh: '截图', en: 'Snapshot' },
  whole: { zh: '全屏', en: 'Full screen' },
  speed: { zh: '倍速', en: 'Speed' },
  pace: { zh: '实际', en: 'measured' },
} as const

type PlaybackWindowProps = { readonly playback: Playback; readonly begin: number; readonly title: string }

/** The picture of a recording, with what can be done with it. */
export const PlaybackWindow = ({ playback, begin, title }: PlaybackWindowProps) => {
  const frame = useRef<HTMLElement>(null)
  const { canvas, view, time, pace, isOpen } = playback
  const words = view === null ? text(WORDS.choose) : playbackWords(view)
  const isPlaying = view?.state === 'playing' || view?.state === 'calling' || view?.state === 'opening'
  const clock = time === null ? null : clockOf(time, begin)
  return (
    <section ref={frame} className="live-window history-window" aria-label={title} data-state={view?.state ?? 'none'}>
      <canvas ref={canvas} width={352} height={288} role="img" aria-label={title} />
      <header>
        <b>{title}</b>
        {clock !== null && <time className="live-rate history-time">{clock}</time>}
        {view?.state === 'playing' && pace !== null && <span className="live-rate">{`${text(WORDS.pace)} ×${pace.toFixed(1)}`}</span>}
      </header>
      {words !== null && (
        <div className="live-words" role="status" data-over={view?.state === 'paused' ? 'yes' : 'no'}>
          <p>{words}</p>
        </div>
      )}
      <footer>
        <button type="button" disabled={view === null} onClick={playback.toggle}>
          {text(isPlaying && isOpen ? WORDS.pause : WORDS.play)}
        </button>
        <span className="history-speeds" role="group" aria-label={text(WORDS.speed)}>
          {PLAYBACK_SPEEDS.map((one) => (
            <button key={one} type="button" disabled={!isOpen} aria-pressed={view?.speed === one} onClick={() => playback.speed(one)}>
              {`×${one}`}
            </button>
          ))}
        </span>
        <button
          type="button"
          disabled={view?.state !== 'playing' && view?.state !== 'paused'}
          onClick={() => canvas.current && keepSnapshot(canvas.current, `${title} ${clock ?? ''}`)}
        >
          {text(WORDS.snapshot)}
        </button>
        <button type="button" onClick={() => void frame.current?.requestFullscreen()}>
          {text(WORDS.whole)}
        </button>
      </footer>
    </section>
  )
}
