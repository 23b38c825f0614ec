import {
  IDLE,
  LOADING_BOTTOM,
  LOADING_PIPE,
  LOADING_STOP,
  type TransportState,
  UNLOADING,
  UNLOADING_PIPE,
  UNLOADING_STOP,
} from '@tanker/domain/trucks/transport-process'
import { processFact } from '@tanker/domain/facts/cargo-facts'
import { noAnchor } from '../gauges/anchor.ts'
import { finishEmptying, judgeResidues } from '../cargo/emptying.ts'
import { carriesAny, readHeld } from '../gauges/gauges.ts'
import { type Moment, note, placeNow } from '../moment.ts'
import { judgeLeaving, judgeReturned } from '../cargo/not-unloaded.ts'
import { flowsSince } from './process-guards.ts'
import { PROCESS_ROWS, type ProcessAct, type ProcessRow } from './process-rows.ts'
import { endTrip, arriveAtStation, finishLeg, openTrip } from '../cargo/trip.ts'
import { type ProcessState, processTimers } from './process-state.ts'

/** Rows by the state they start from, with their index for the timers. */
const rowsFrom: readonly (readonly { readonly row: ProcessRow; readonly index: number }[])[] = Array.from({ length: 12 }, (_, state) =>
  PROCESS_ROWS.map((row, index) => ({ row, index })).filter(({ row }) => row.from.includes(state as TransportState)),
)

if (PROCESS_ROWS.length > processTimers) throw new Error('the state has too few timers for the rows of the process')

/** Coupled, and flowing: what frames that come seldom show at once. */
const MAX_CHANGES = 2

/** The transport process of spec 4.5: one change per step, and a second one where product flows since the frame before. */
export function stepProcess(moment: Moment): void {
  const { at, state, thresholds } = moment
  const { trip } = state
  const { left } = moment
  // Judged before the rows forget what flowed here. The slip's next stop counts from now, not from the change of state.
  if (left !== null && trip !== null && trip.legs > 0 && trip.legFenceId === left.id) judgeLeaving(moment, trip)
  for (let changes = 1; changeOnce(moment) && changes < MAX_CHANGES; changes += 1) {
    if (at - flowsSince(moment) <= thresholds.flowStartS * 1000) return
  }
}

function changeOnce(moment: Moment): boolean {
  const { at, state, thresholds } = moment
  const { process } = state
  for (const { row, index } of rowsFrom[process.state] ?? []) {
    if (!row.guard(moment)) {
      process.timers[index] = 0
      continue
    }
    const since = process.timers[index] || (row.since?.(moment) ?? at)
    process.timers[index] = since
    if (at - since >= row.heldS(thresholds) * 1000) {
      change(moment, process, row)
      return true
    }
  }
  return false
}

function change(moment: Moment, process: ProcessState, row: ProcessRow): void {
  const { at, state } = moment
  const from = process.state
  const to = row.to(moment)
  if (to === UNLOADING_PIPE) process.transitState = from
  // Earlier flows are forgotten when loading begins or another station is reached.
  const fenceId = state.membership.fence?.id ?? 0
  const begins = to === LOADING_PIPE || (to === LOADING_BOTTOM && from === IDLE) || row.act === 'arrive'
  if (begins && (process.fenceId !== fenceId || from === IDLE)) process.flowed = 0
  if (begins) process.fenceId = fenceId
  if (from === LOADING_STOP && to === UNLOADING) process.flowed = 0
  if (row.act) act(moment, process, row.act, to)
  note(moment, processFact, {
    name: 'process-changed',
    startedAt: at,
    object: to,
    endedAt: at,
    place: placeNow(state),
    properties: {
      from,
      to,
      cause: row.cause,
      fromSinceAt: process.sinceAt,
      compartments: state.gauges.map((gauge) => ({
        compartment: gauge.compartment,
        volumeL: gauge.volumeL,
        flowLpm: Math.round(gauge.flowLpm),
      })),
    },
  })
  process.state = to
  process.sinceAt = at
  process.timers.fill(0)
  if (to === UNLOADING_STOP) process.unloadedAt = at
  const held = noAnchor()
  for (const gauge of state.gauges) {
    readHeld(moment, gauge, held)
    gauge.refL = held.volumeL
  }
}

function act(moment: Moment, process: ProcessState, what: ProcessAct, to: TransportState): void {
  const { state } = moment
  switch (what) {
    case 'open-trip':
      process.flowed = 0
      return openTrip(moment)
    case 'arrive':
      return arriveAtStation(moment)
    case 'finish-leg':
      return finishLeg(moment)
    case 'left-half':
      judgeResidues(moment)
      finishLeg(moment)
      process.flowed = 0
      return
    case 'emptied':
    case 'not-emptied':
      finishEmptying(moment, process.sinceAt, moment.left !== null)
      if (to === IDLE) endTrip(moment, what === 'emptied' ? 'delivered' : 'not-emptied')
      else finishLeg(moment)
      process.flowed = 0
      return
    case 'return-loaded':
      if (state.trip !== null) judgeReturned(moment, state.trip)
      return endTrip(moment, 'returned-loaded')
    case 'end-trip':
      return endTrip(moment, carriesAny(moment) ? 'not-emptied' : 'unobserved')
  }
}
