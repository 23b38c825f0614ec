/** Named places where a test may end the server, in the order in which a frame and a command pass them. */
export const CRASH_POINTS = [
  // The way of a frame.
  'received',
  'decoded',
  'before-statement',
  'statement-sent',
  'committed',
  'acknowledged',
  // The way of late data: their period was detected again, and nothing of it is stored.
  'rebuilt',
  // The way of an alarm to a web console: its outbox row is stored.
  'before-push',
  // The way of an order to a terminal.
  'command-found',
  'attempt-stored',
  'command-bytes-written',
  'command-answer-received',
  'command-result-stored',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

type Wanted = { readonly point: CrashPoint; readonly passing: number; readonly how: 'kill' | 'throw' }

/** Parsed CRASH_AT: `point:n` kills the process at the n-th passing, `point:n:throw` throws there. Null if invalid. */
function wantedBy(text: string): Wanted | null {
  const [name, passing, how = 'kill', ...rest] = text.split(':')
  const point = CRASH_POINTS.find((one) => one === name)
  const isUnderstood =
    point !== undefined && /^[1-9]\d{0,6}$/.test(passing ?? '') && (how === 'kill' || how === 'throw') && rest.length === 0
  return isUnderstood ? { point, passing: Number(passing), how } : null
}

/** Why CRASH_AT is invalid; null if valid or not set. */
export const crashPointProblem = (text: string | undefined): string | null =>
  text === undefined || text === '' || wantedBy(text) !== null
    ? null
    : `CRASH_AT ${text}: give a point and a count, such as committed:1, or committed:1:throw. Points: ${CRASH_POINTS.join(', ')}. Leave it out unless you test crashes.`

/** The function called at a point; it calls `end` at the requested passing. */
export function crashPoint(text: string | undefined, end: (how: Wanted['how'], point: CrashPoint) => void): (point: CrashPoint) => void {
  const wanted = wantedBy(text ?? '')
  if (wanted === null) return () => undefined
  let passed = 0
  return (point) => {
    if (point !== wanted.point) return
    passed += 1
    if (passed === wanted.passing) end(wanted.how, point)
  }
}

/** Marks a place where CRASH_AT may end the process; does nothing without that variable. */
export const passing = crashPoint(process.env['CRASH_AT'], (how, point) => {
  if (how === 'throw') throw new Error(`CRASH_AT: an error at the point ${point}`)
  process.kill(process.pid, 'SIGKILL')
})
