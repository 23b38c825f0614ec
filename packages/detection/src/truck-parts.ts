import type { ProbeCondition } from '@tanker/domain/devices/probe-type'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { ProbeState } from './seals/probe-state.ts'
import type { TruckState } from './truck-state.ts'
import { probeCondition } from './seals/probe-health.ts'

/** The live row of a truck, read from its state. Times are ms, 0 means never. */
export type TruckParts = {
  loaded: boolean
  moving: boolean
  /** 0 while the truck moves. */
  stoppedSinceAt: number
  accOn: boolean
  processState: TransportState
  processSinceAt: number
  /** Time of the last good fix; 0 before the first, when the following fields are invalid. */
  fixAt: number
  lat: number
  lng: number
  speedKmh: number
  headingDeg: number
  /** The newest report of each probe. */
  readonly probes: LiveProbe[]
}

export type LiveProbe = {
  readonly compartment: number
  readonly type: number
  at: number
  answering: boolean
  /** After debounce. */
  open: boolean
  /** After debounce. */
  wet: boolean
  sealCount: number
  /** Probes that are not `ok` are ignored until they were good for a while. */
  condition: ProbeCondition
}

export const createTruckParts = (): TruckParts => ({
  loaded: false,
  moving: false,
  stoppedSinceAt: 0,
  accOn: false,
  processState: 0,
  processSinceAt: 0,
  fixAt: 0,
  lat: 0,
  lng: 0,
  speedKmh: 0,
  headingDeg: 0,
  probes: [],
})

/** Writes the parts over `into`, which a caller keeps for the next time. */
export function readTruckParts(state: TruckState, into: TruckParts): void {
  const { fix, motion, process } = state
  into.loaded = state.loaded
  into.moving = motion.moving
  into.stoppedSinceAt = motion.moving ? 0 : motion.stoppedSinceAt
  into.accOn = motion.accOn
  into.processState = process.state
  into.processSinceAt = process.sinceAt
  into.fixAt = fix.at
  into.lat = fix.lat
  into.lng = fix.lng
  into.speedKmh = fix.speedKmh
  into.headingDeg = fix.headingDeg
  readProbes(state, into.probes)
}

function readProbes(state: TruckState, into: LiveProbe[]): void {
  if (into.length > state.probes.length) into.length = state.probes.length
  for (let i = 0; i < state.probes.length; i += 1) {
    const probe = state.probes[i] as ProbeState
    const { compartment, type, at, answering, open, wet, sealCount } = probe
    const condition = probeCondition(probe.fault)
    const earlier = into[i]
    if (earlier?.compartment !== compartment || earlier.type !== type) {
      into[i] = { compartment, type, at, answering, open, wet, sealCount, condition }
      continue
    }
    earlier.at = at
    earlier.answering = answering
    earlier.open = open
    earlier.wet = wet
    earlier.sealCount = sealCount
    earlier.condition = condition
  }
}
