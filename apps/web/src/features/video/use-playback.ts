import type { PlaybackOrder, PlaybackSpeed } from '@tanker/contract/history-video'
import { useEffect, useRef, useState } from 'react'
import { type PlaybackPlayer, type PlaybackSource, type PlaybackView, playRecording } from '../../platform/video/playback-player.ts'
import { isClosed } from './playback-words.ts'

/** What of a day may be played. */
export type PlayableDay = Omit<PlaybackSource, 'at'>

const figuresEveryMs = 500
const OPENING: PlaybackView = { state: 'opening', why: null, words: null, speed: 1 }

/** The player of a day: nothing before a place was chosen; hidden with its screen it ends. */
export function usePlayback(day: PlayableDay | null) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const player = useRef<PlaybackPlayer | null>(null)
  const [asked, setAsked] = useState<PlaybackSource | null>(null)
  const [view, setView] = useState<PlaybackView | null>(null)
  /** Time of the picture, to the second. */
  const [time, setTime] = useState<number | null>(null)
  const [pace, setPace] = useState<number | null>(null)
  useEffect(() => {
    if (asked === null || canvas.current === null) return
    setView(OPENING)
    const playing = playRecording(asked, canvas.current, {
      onView: setView,
      onTime: (at) => setTime(Math.floor(at / 1_000) * 1_000),
    })
    player.current = playing
    const timer = setInterval(() => setPace(playing.pace()), figuresEveryMs)
    return () => {
      clearInterval(timer)
      player.current = null
      playing.stop()
    }
  }, [asked])

  const order = (one: PlaybackOrder): void => player.current?.order(one)
  const isOpen = view !== null && !isClosed(view)
  /** Plays from there: in the open window, or in a new one. */
  function seek(at: number): void {
    if (day === null) return
    const place = Math.round(Math.min(day.to - 1_000, Math.max(day.from, at)))
    setTime(place)
    // A list that was asked for again may be longer.
    const isSameDay = asked?.from === day.from && asked.to === day.to
    if (isOpen && isSameDay && view.state !== 'opening') order({ op: 'seek', at: place })
    else setAsked({ ...day, at: place })
  }
  function toggle(): void {
    if (!isOpen) return seek(time ?? day?.from ?? 0)
    order({ op: view.state === 'playing' || view.state === 'calling' ? 'pause' : 'resume' })
  }
  return { canvas, view, time, pace, seek, toggle, speed: (speed: PlaybackSpeed) => order({ op: 'speed', speed }), isOpen }
}

export type Playback = ReturnType<typeof usePlayback>
