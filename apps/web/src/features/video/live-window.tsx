import { type ReactNode, useEffect, useRef, useState } from 'react'
import { text } from '../../platform/language.ts'
import { CloseIcon } from '../../platform/ui/icons.tsx'
import { type LiveFigures, type LivePlayer, type LiveSource, playLive, type WindowState } from '../../platform/video/live-player.ts'
import { canRecord, keepSnapshot, startRecording } from './keep-picture.ts'
import { needsUser, standsWords, stateWords } from './window-words.ts'
import './video.css'

const WORDS = {
  snapshot: { zh: '截图', en: 'Snapshot' },
  record: { zh: '录像', en: 'Record' },
  stopRecording: { zh: '停止录像', en: 'Stop recording' },
  whole: { zh: '全屏', en: 'Full screen' },
  windows: { zh: '视频画面', en: 'Video windows' },
  close: { zh: '关闭画面', en: 'Close the window' },
  again: { zh: '重新打开', en: 'Open again' },
} as const

const OPENING: WindowState = { state: 'opening', why: null, words: null }
const NO_FIGURES: LiveFigures = { kbps: 0, standsS: null }
const figuresEveryMs = 1_000

/** Plays while it is on the screen: hidden with its screen it ends, and opens again when it is shown. */
function useLive(source: LiveSource, round: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState(OPENING)
  const [figures, setFigures] = useState(NO_FIGURES)
  const { truckId, channel, stream } = source
  useEffect(() => {
    if (canvas.current === null) return
    setState(OPENING)
    setFigures(NO_FIGURES)
    const player: LivePlayer = playLive({ truckId, channel, stream }, canvas.current, setState)
    const timer = setInterval(() => setFigures(player.figures()), figuresEveryMs)
    return () => {
      clearInterval(timer)
      player.stop()
    }
  }, [truckId, channel, stream, round])
  return { canvas, state, figures }
}

type LiveWindowProps = {
  readonly source: LiveSource
  readonly title: string
  /** Written over the picture. */
  readonly overlay?: ReactNode
  /** Tools besides those that every window has. */
  readonly tools?: ReactNode
  readonly onClose?: () => void
}

/** One channel live, with what can be done with its picture. */
export const LiveWindow = ({ source, title, overlay, tools, onClose }: LiveWindowProps) => {
  const [round, setRound] = useState(0)
  const frame = useRef<HTMLElement>(null)
  const { canvas, state, figures } = useLive(source, round)
  const [stopRecording, setStopRecording] = useState<(() => void) | null>(null)
  const record = (): void => {
    if (stopRecording !== null) return stopRecording()
    if (canvas.current === null) return
    const stop = startRecording(canvas.current, title, () => setStopRecording(null))
    setStopRecording(() => stop)
  }
  useEffect(() => () => stopRecording?.(), [stopRecording])
  const words = stateWords(state) ?? standsWords(figures.standsS)
  const isPlaying = state.state === 'playing'
  return (
    <section ref={frame} className="live-window" aria-label={title} data-state={state.state}>
      <canvas ref={canvas} width={352} height={288} role="img" aria-label={title} />
      <header>
        <b>{title}</b>
        {isPlaying && <span className="live-rate">{Math.round(figures.kbps)} kbit/s</span>}
      </header>
      {overlay !== undefined && <div className="live-overlay">{overlay}</div>}
      {words !== null && (
        <div className="live-words" role="status">
          <p>{words}</p>
          {needsUser(state) && (
            <button type="button" className="button" onClick={() => setRound(round + 1)}>
              {text(WORDS.again)}
            </button>
          )}
        </div>
      )}
      <footer>
        {tools}
        <button type="button" disabled={!isPlaying} onClick={() => canvas.current && keepSnapshot(canvas.current, title)}>
          {text(WORDS.snapshot)}
        </button>
        {canRecord && (
          <button type="button" disabled={!isPlaying && stopRecording === null} aria-pressed={stopRecording !== null} onClick={record}>
            {text(stopRecording === null ? WORDS.record : WORDS.stopRecording)}
          </button>
        )}
        <button type="button" onClick={() => void frame.current?.requestFullscreen()}>
          {text(WORDS.whole)}
        </button>
        {onClose && (
          <button type="button" className="live-close" aria-label={text(WORDS.close)} title={text(WORDS.close)} onClick={onClose}>
            <CloseIcon />
          </button>
        )}
      </footer>
    </section>
  )
}

type WindowGridProps = { readonly windows: number; readonly children: ReactNode }

/** The windows of a screen; it scrolls where they have no room, by keys too. */
export const WindowGrid = ({ windows, children }: WindowGridProps) => (
  <div className="live-grid" data-windows={windows} role="group" aria-label={text(WORDS.windows)} tabIndex={0}>
    {children}
  </div>
)

/** A window without a channel. */
export const EmptyWindow = ({ words }: { readonly words: string }) => (
  <section className="live-window live-empty">
    <p>{words}</p>
  </section>
)
