import {
  BOTTOM_VALVE,
  BOTTOM_VALVE_TRANSMITTER,
  COMPARTMENT_BOTTOM_WET,
  coverKind,
  EMPTY_INDICATOR,
} from '@tanker/domain/devices/probe-type'
import type { ProbeReading } from '@tanker/domain/reading'
import type { TruckState } from '../truck-state.ts'
import { noteProbeWork, noteSealChange, noteSwitched } from '../cargo/cargo-journal.ts'
import { judgeValveReopened } from '../cargo/emptying-exceptions.ts'
import type { Moment } from '../moment.ts'
import { compareCount } from './seal-counts.ts'
import { type ProbeState, probeState } from './probe-state.ts'

/** Takes the seal probes of a reading in. Frames come on change, so a value holds until the next word of the probe. */
export function takeProbes(moment: Moment, readings: readonly ProbeReading[]): void {
  const { at } = moment
  for (const reading of readings) {
    const probe = probeOf(moment.state, reading.compartment, reading.type)
    const first = probe.at === 0
    if (!first) {
      if (probe.rawOpen !== reading.open || probe.rawWet !== reading.wet) noteSealChange(moment, probe, reading)
      if (probe.answering !== reading.answering || reading.sealCount < probe.sealCount) noteProbeWork(moment, probe, reading)
      noteFlips(probe, reading, at)
    }
    if (probe.frozenCount !== -1) compareCount(moment, probe, reading)
    else if (moment.state.custody.sealed && reading.answering) probe.frozenCount = reading.sealCount
    probe.at = at
    probe.line = reading.line
    probe.answering = reading.answering
    probe.rawOpen = reading.open
    probe.rawWet = reading.wet
    probe.uncertain = reading.uncertain
    probe.sealCount = reading.sealCount
    if (reading.open) probe.openFrames += 1
    if (first) {
      probe.drySinceAt = reading.wet ? 0 : at
      probe.goodSinceAt = at
    }
  }
}

/** Also how the changes of the last minutes are refilled. */
export function noteFlips(probe: ProbeState, reading: ProbeReading, at: number): void {
  if (probe.rawOpen === reading.open && probe.rawWet === reading.wet) return
  probe.flips.push(at)
  if (probe.flips.length > MAX_FLIPS) probe.flips.shift()
}

/** More than any threshold per minute that makes sense at one-second frames. */
const MAX_FLIPS = 32

export function probeOf(state: TruckState, compartment: number, type: number): ProbeState {
  const { probes } = state
  for (const probe of probes) if (probe.compartment === compartment && probe.type === type) return probe
  const probe = probeState.initial({ compartment, type })
  probes.push(probe)
  probes.sort((a, b) => a.compartment - b.compartment || a.type - b.type)
  return probe
}

/** Debounce of every probe (domain rule D.1.8). */
export function stepProbes(moment: Moment): void {
  const { at, thresholds } = moment
  let isActive = false
  for (const probe of moment.state.probes) {
    if (probe.rawOpen !== probe.open || probe.openPendingAt !== 0 || probe.closePendingAt !== 0) {
      const before = probe.open
      debounceSwitch(probe, at, thresholds.coverOpenS * 1000, thresholds.coverCloseS * 1000)
      if (probe.open !== before) {
        noteSwitched(moment, probe)
        judgeValveReopened(moment, probe)
      }
    }
    if (probe.rawWet !== probe.wet || probe.wetPendingAt !== 0 || probe.dryPendingAt !== 0) {
      debounceWet(probe, at, thresholds.wetAfterS * 1000, thresholds.dryAfterS * 1000)
    }
    isActive ||= probe.open || probe.wet || probe.cover !== null || probe.alarmAt !== 0
  }
  moment.probesActive = isActive
}

function debounceSwitch(probe: ProbeState, at: number, openMs: number, closeMs: number): void {
  if (probe.rawOpen) {
    probe.closePendingAt = 0
    if (probe.open) return
    if (probe.openPendingAt === 0) probe.openPendingAt = at
    if (probe.openFrames >= 2 || at - probe.openPendingAt >= openMs) {
      probe.open = true
      probe.openedAt = probe.openPendingAt
      probe.openPendingAt = 0
    }
    return
  }
  probe.openPendingAt = 0
  probe.openFrames = 0
  if (!probe.open) return
  if (probe.closePendingAt === 0) probe.closePendingAt = at
  // The moment of closing stays in `closePendingAt` until the next opening, for the cover that reads it.
  if (at - probe.closePendingAt >= closeMs) probe.open = false
}

function debounceWet(probe: ProbeState, at: number, wetMs: number, dryMs: number): void {
  if (probe.rawWet) {
    probe.dryPendingAt = 0
    if (probe.wet) return
    if (probe.wetPendingAt === 0) probe.wetPendingAt = at
    if (at - probe.wetPendingAt < wetMs) return
    probe.wet = true
    probe.wetSinceAt = probe.wetPendingAt
    probe.wetPendingAt = 0
    probe.drySinceAt = 0
    return
  }
  probe.wetPendingAt = 0
  if (!probe.wet) return
  if (probe.dryPendingAt === 0) probe.dryPendingAt = at
  if (at - probe.dryPendingAt < dryMs) return
  probe.wet = false
  probe.drySinceAt = probe.dryPendingAt
  probe.dryPendingAt = 0
  probe.wetSinceAt = 0
}

/** A sound cover of the kind stands open, by debounce. */
export function anyOpen(state: TruckState, kind: 'api' | 'manhole' | 'bottom-valve' | 'box-door'): boolean {
  for (const probe of state.probes) {
    if (probe.open && probe.fault === 0 && coverKind(probe.type) === kind) return true
  }
  return false
}

/** The bottom valve or the API adapter of a compartment stands open, by a sound probe. */
export function outletOpen(state: TruckState, compartment: number): boolean {
  for (const probe of state.probes) {
    if (probe.compartment !== compartment || !probe.open || probe.fault !== 0) continue
    const kind = coverKind(probe.type)
    if (kind === 'api' || kind === 'bottom-valve') return true
  }
  return false
}

/** All outlets of a compartment report, and report shut since the moment. */
export function shutSince(moment: Moment, compartment: number, since: number): boolean {
  const shutAt = allShutAt(moment, compartment)
  return shutAt !== null && shutAt <= since
}

/**
 * When the last outlet of a compartment, its API adapter and bottom valve, was shut; 0 when none was opened. Null while one of them is open,
 * faulty, does not answer or was not heard of for long, or has no seal. A manhole is no outlet: nothing is unloaded through it.
 */
export function allShutAt({ at, state, thresholds }: Moment, compartment: number): number | null {
  const heardAt = at - thresholds.consoleSilentMin * 60_000
  let outlets = 0
  let shutAt = 0
  for (const probe of state.probes) {
    if (probe.compartment !== compartment) continue
    const kind = coverKind(probe.type)
    if (kind !== 'api' && kind !== 'bottom-valve') continue
    if (probe.fault !== 0 || !probe.answering || probe.uncertain || probe.at < heardAt) return null
    if (probe.open || probe.rawOpen) return null
    shutAt = Math.max(shutAt, probe.closePendingAt)
    outlets += 1
  }
  return outlets > 0 ? shutAt : null
}

/**
 * Whether all outlets of a compartment reported shut from a moment on until those that are open now were opened; false when
 * one of them is faulty, does not answer or was not heard of for long.
 */
export function shutUntilOpened({ at, state, thresholds }: Moment, compartment: number, since: number): boolean {
  const heardAt = at - thresholds.consoleSilentMin * 60_000
  for (const probe of state.probes) {
    if (probe.compartment !== compartment) continue
    const kind = coverKind(probe.type)
    if (kind !== 'api' && kind !== 'bottom-valve') continue
    if (probe.fault !== 0 || !probe.answering || probe.uncertain || probe.at < heardAt) return false
    if (probe.open ? probe.openedAt <= since : probe.closePendingAt > since) return false
  }
  return true
}

/** When the last of the API adapter and the bottom valve that lead out of a compartment was opened at this stop; 0 while one is shut or none speaks. */
export function outletOpenedAt(state: TruckState, compartment: number): number {
  let openedAt = 0
  for (const probe of state.probes) {
    const kind = coverKind(probe.type)
    if (probe.compartment !== compartment || (kind !== 'api' && kind !== 'bottom-valve')) continue
    if (probe.openedAt < state.motion.stoppedSinceAt) return 0
    openedAt = Math.max(openedAt, probe.openedAt)
  }
  return openedAt
}

/** When the first of the outlets of a compartment was opened that a sound probe sees open at this stop; 0 while none is. */
export function firstOutletOpenedAt({ probes, motion }: TruckState, compartment: number): number {
  let openedAt = 0
  for (const probe of probes) {
    if (probe.compartment !== compartment || !probe.open || probe.fault !== 0 || probe.openedAt < motion.stoppedSinceAt) continue
    const kind = coverKind(probe.type)
    if ((kind === 'api' || kind === 'bottom-valve') && (openedAt === 0 || probe.openedAt < openedAt)) openedAt = probe.openedAt
  }
  return openedAt
}

/** When the first outlet of a compartment was opened at the stop that began then, if it stood open after a moment; 0 when none did. */
export function openedHereAt({ probes }: TruckState, of: number, stoppedAt: number, since: number): number {
  let first = 0
  for (const { compartment, type, open, openedAt, closePendingAt } of probes) {
    const kind = coverKind(type)
    if (compartment !== of || (kind !== 'api' && kind !== 'bottom-valve') || openedAt < stoppedAt) continue
    if ((open || Math.max(openedAt, closePendingAt) > since) && (first === 0 || openedAt < first)) first = openedAt
  }
  return first
}

/** Whether a sound cover of the kind was opened after the moment and still stands open. */
export function openedSince(state: TruckState, kind: 'api' | 'bottom-valve' | 'box-door', since: number): boolean {
  for (const probe of state.probes) {
    if (probe.open && probe.fault === 0 && probe.openedAt >= since && coverKind(probe.type) === kind) return true
  }
  return false
}

export function isOpen(state: TruckState, compartment: number, type: number): boolean {
  for (const probe of state.probes) {
    if (probe.compartment === compartment && probe.type === type) return probe.open && probe.fault === 0
  }
  return false
}

export function findProbe(state: TruckState, compartment: number, type: number): ProbeState | null {
  for (const probe of state.probes) if (probe.compartment === compartment && probe.type === type) return probe
  return null
}

export const bottomValveOpen = (state: TruckState, compartment: number): boolean =>
  isOpen(state, compartment, BOTTOM_VALVE) || isOpen(state, compartment, BOTTOM_VALVE_TRANSMITTER)

/** A probe inside the tank sees product, even when all valves are shut. */
export function bottomWet(state: TruckState, compartment: number): boolean {
  for (const probe of state.probes) {
    if (probe.compartment !== compartment || (probe.type !== COMPARTMENT_BOTTOM_WET && probe.type !== EMPTY_INDICATOR)) continue
    if (probe.wet && probe.fault === 0 && probe.answering) return true
  }
  return false
}
