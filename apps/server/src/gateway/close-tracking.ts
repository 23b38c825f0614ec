import type { Reading } from '@tanker/domain/reading'
import { thresholdsAt } from '@tanker/domain/thresholds/periods'
import {
  LOADING_BOTTOM,
  LOADING_COVER,
  LOADING_PIPE,
  LOADING_TOP,
  type TransportState,
  UNLOADING,
  UNLOADING_PIPE,
} from '@tanker/domain/trucks/transport-process'
import { MAX_TRACKING_S } from '@tanker/protocol/messages/control.message'
import type { Session } from './session.ts'

/** Product flows, or is about to. */
const FLOW_STATES: readonly TransportState[] = [LOADING_PIPE, LOADING_BOTTOM, LOADING_COVER, LOADING_TOP, UNLOADING_PIPE, UNLOADING]
/** The surface comes to rest within this time; a later request would be too late. */
const JUST_STOPPED_MS = 60_000
/** A position older than this was stored in a blind zone: the truck may have moved on. */
const FRESH_MS = 120_000

/**
 * A terminal may report each minute or five while the truck stands: too seldom to see the surface come to rest, what is taken at a
 * short stop, and what flows. Therefore a loaded truck that has just stopped is asked for a position every `stopReportS` seconds,
 * for `stopReportMin` minutes (0x8202), and again as long as it is loaded or unloaded, or when a seal opens where it stands. The
 * moving rate it has already is no slower. Terminals that cannot are left alone.
 */
export function trackStop(session: Session, reading: Reading): void {
  const { model, state, context } = session
  const { stopReportS, stopReportMin } = thresholdsAt(context, reading.at)
  const { slowSinceAt } = state.motion
  if (slowSinceAt === 0 || !model.tracksOnRequest || stopReportS === 0 || reading.resent) return
  const flows = FLOW_STATES.includes(state.process.state)
  if (!state.loaded && !flows) return
  const validityS = Math.min(MAX_TRACKING_S, Math.round(stopReportMin * 60))
  // The last request still covers most of a stop that begins now, or of the work that goes on.
  if (reading.at - session.trackedAt < validityS * 800) return
  const begins = reading.at - slowSinceAt <= JUST_STOPPED_MS
  if ((!begins && !flows && !reading.probes.some(({ open }) => open)) || reading.receivedAt - reading.at > FRESH_MS) return
  session.trackedAt = reading.at
  const tracking = { kind: 'tracking-control', intervalS: Math.max(1, Math.round(stopReportS)), validityS } as const
  session.connection.send(tracking, session.phone, session.version)
}
