import type { Reading } from '@tanker/domain/reading'
import { MAX_TRACKING_S } from '@tanker/protocol/messages/control.message'
import type { Session } from './session.ts'

/** The surface comes to rest within this time; a later request would be too late. */
const JUST_STOPPED_MS = 60_000
/** A position older than this was stored in a blind zone: the truck may have moved on. */
const FRESH_MS = 120_000

/**
 * A terminal may report each minute or five while the truck stands: too seldom to see the surface come to rest, and what is
 * taken at a short stop. Therefore a loaded truck that has just stopped is asked for a position every `stopReportS` seconds, for
 * `stopReportMin` minutes (0x8202); the moving rate it has already is no slower. Terminals that cannot are left alone.
 */
export function trackStop(session: Session, reading: Reading): void {
  const { model, state, context } = session
  const { stopReportS, stopReportMin } = context.thresholds
  const { slowSinceAt } = state.motion
  if (slowSinceAt === 0 || !state.loaded || !model.tracksOnRequest || stopReportS === 0 || reading.resent) return
  const validityS = Math.min(MAX_TRACKING_S, Math.round(stopReportMin * 60))
  // The last request still covers most of a stop that begins now.
  if (reading.at - session.trackedAt < validityS * 800) return
  if (reading.at - slowSinceAt > JUST_STOPPED_MS || reading.receivedAt - reading.at > FRESH_MS) return
  session.trackedAt = reading.at
  const tracking = { kind: 'tracking-control', intervalS: Math.max(1, Math.round(stopReportS)), validityS } as const
  session.connection.send(tracking, session.phone, session.version)
}
