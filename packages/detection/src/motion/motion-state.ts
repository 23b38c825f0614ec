import { FENCE_KINDS } from '@tanker/domain/fences/fence'
import { degrees, fence, flag, hundredths, oneOf, place, rare, type StateOf, tenths, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** Positions and speed, as other detectors read them. Times are ms of device time, 0 is never. */
export const fixState = stateOf({
  at: time(),
  lat: degrees(),
  lng: degrees(),
  speedKmh: tenths(),
  headingDeg: uint(),
  /** Since when the speed sensor and the satellites disagree. */
  differSinceAt: time(),
  ...rare({
    /** Since when the fixes of a standing truck lie far from where its stop began, and it may have driven there; 0 while they do not. */
    awaySinceAt: time(),
  }),
})

/** More fixes than a threshold asks for. */
const enoughFixes = 100

export const motionState = stateOf({
  moving: flag(),
  accOn: flag(),
  speedKmh: tenths(),
  fastFixes: uint(0, enoughFixes),
  fastSinceAt: time(),
  slowSinceAt: time(),
  /** 0 while moving. */
  stoppedSinceAt: time(),
  /** 0 while standing. */
  movingSinceAt: time(),
  ...rare({
    /** Fixes of this stop that show some speed, and how far it would have carried the truck, metres. */
    driftFixes: uint<number>(0, enoughFixes),
    driftM: hundredths(),
  }),
  /** When the last drive began; kept while standing. */
  droveSinceAt: time(),
})

export const membershipState = stateOf({
  fence: fence(),
  enteredAt: time(),
  ...rare({ candidateId: uint(), candidateFixes: uint(), candidateSinceAt: time() }),
  ...rare({ outFixes: uint(), outSinceAt: time() }),
  /** It was in its fence at this stop, by a fix or by what it did there. */
  rooted: flag(),
  ...when('edge', {
    /** The site whose border the standing truck is near from outside. */
    edge: fence(),
    edgeSeenAt: time(),
    /** How far outside its fence it works, metres; 0 when it does not, or has not shown it yet. */
    edgeM: uint(),
  }),
})
export type MembershipState = StateOf<typeof membershipState>

/** Where a truck stands; the order is that of the bytes. */
const PARKED_IN = [...FENCE_KINDS, 'none'] as const

export const parkingState = stateOf({
  ...when('startedAt', {
    startedAt: time(),
    place: place(),
    recorded: flag(),
    alarmAt: time(),
    hoursNoted: uint(),
    loaded: flag(),
    fenceKind: oneOf(PARKED_IN, 'none'),
  }),
})
