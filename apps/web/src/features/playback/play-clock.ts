/** How many times faster than it happened a track is played. */
export const RATES = [1, 2, 4, 8, 16, 32, 64, 256, 1024] as const
export type Rate = (typeof RATES)[number]

export type Play = {
  /** The moment that is shown, ms UTC. */
  readonly at: number
  readonly isPlaying: boolean
  readonly rate: Rate
}

export type Span = { readonly from: number; readonly to: number }
/** Times that are passed over while playing, oldest first, not over each other. */
export type Skips = readonly Span[]

const within = (at: number, { from, to }: Span): number => Math.min(to, Math.max(from, at))

/** After `elapsedMs` of the viewer's time: further on, past what is skipped, and stopped at the end. */
export function advance(play: Play, elapsedMs: number, span: Span, skips: Skips = []): Play {
  if (!play.isPlaying) return play
  const next = play.at + elapsedMs * play.rate
  const skip = skips.find(({ from, to }) => next > from && next < to)
  const at = within(skip ? skip.to : next, span)
  return { ...play, at, isPlaying: at < span.to }
}

/** Playing from the end begins again. */
export const toggle = (play: Play, span: Span): Play => {
  if (play.isPlaying) return { ...play, isPlaying: false }
  return { ...play, at: play.at >= span.to ? span.from : play.at, isPlaying: true }
}

export const seek = (play: Play, at: number, span: Span): Play => ({ ...play, at: within(at, span) })

/** One step faster or slower. */
export const changeRate = (play: Play, by: 1 | -1): Play => {
  const index = Math.min(RATES.length - 1, Math.max(0, RATES.indexOf(play.rate) + by))
  return { ...play, rate: RATES[index] as Rate }
}

const STEP_MS = 10_000
const LONG_STEP_MS = 300_000

/** What a key does: space plays and pauses, arrows step, with Shift further, + and − change the speed, Home and End go to the ends. Null: nothing. */
export function playByKey(play: Play, key: string, isShift: boolean, span: Span): Play | null {
  const step = isShift ? LONG_STEP_MS : STEP_MS
  if (key === ' ') return toggle(play, span)
  if (key === 'ArrowRight') return seek(play, play.at + step, span)
  if (key === 'ArrowLeft') return seek(play, play.at - step, span)
  if (key === '+' || key === '=') return changeRate(play, 1)
  if (key === '-') return changeRate(play, -1)
  if (key === 'Home') return seek(play, span.from, span)
  if (key === 'End') return seek(play, span.to, span)
  return null
}
