import type { FenceShape } from './fence.ts'
import { type Box, boundsOf, distanceM, metresOutside } from './geo.ts'

/** A position with a satellite fix. */
export type Fix = {
  /** Milliseconds UTC. */
  readonly at: number
  readonly lat: number
  readonly lng: number
  readonly speedKmh: number
  readonly accOn: boolean
}

/** A stay of a truck in an area. Times are those of the border where the way crosses it, else of the first and last fix inside. */
export type Pass = {
  readonly enteredAt: number
  readonly leftAt: number
  readonly enterKmh: number
  readonly maxKmh: number
  /** The truck came over the border; otherwise its first known fix is inside. */
  readonly cameIn: boolean
  /** It went out over the border; otherwise its last known fix is inside. */
  readonly wentOut: boolean
  /** The ignition was off at the last fix inside: silence may follow. */
  readonly asleep: boolean
  readonly enteredAtPlace: Place
  readonly leftAtPlace: Place
}
type Place = { readonly lat: number; readonly lng: number }

/** Fixes further apart do not belong together: where the truck was between them is not known, and a pass ends. */
export const MAX_GAP_MS = 600_000
/** A way that is faster, and longer than the error of a fix, was not driven. */
export const MOST_KMH = 180
export const JUMP_M = 300
/** A console asleep: the ignition is off, and at its next fix the truck stands where it stood. */
const SAME_PLACE_M = 100
/** A position is stored to a tenth of a metre; on the border is inside. */
const ON_BORDER_M = 0.1
/** Parts of a metre by which a way along the border goes on. */
const LEAST_STEP_M = 0.5

/** Metres to the border, negative inside. Far outside a lower bound, which is cheap. */
type Outside = (lat: number, lng: number) => number

function outsideOf(shape: FenceShape): Outside {
  const box = boundsOf({ shape }, 0)
  return (lat, lng) => {
    const toBoxM = metresToBox(box, lat, lng)
    return toBoxM > FAR_M ? toBoxM : metresOutside(shape, lat, lng)
  }
}

const FAR_M = 200
/** A little less than a degree has, so that the bound stays below. */
const METRES_PER_DEGREE = 110_500

function metresToBox({ south, north, west, east }: Box, lat: number, lng: number): number {
  const latDeg = Math.max(south - lat, lat - north, 0)
  const lngDeg = Math.max(west - lng, lng - east, 0) * Math.cos((Math.max(Math.abs(lat), Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return Math.max(latDeg, lngDeg) * METRES_PER_DEGREE
}

/** Whether the truck drove straight from one fix to the next, as far as is known. */
export function isDriven(a: Fix, b: Fix): boolean {
  const ms = b.at - a.at
  if (ms > MAX_GAP_MS) return false
  const metres = distanceM(a.lat, a.lng, b.lat, b.lng)
  return metres <= JUMP_M || (metres / ms) * 3600 <= MOST_KMH
}

const between = (a: Fix, b: Fix, part: number): Place => ({ lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part })

/** The first part of the way from a (outside) to b that is in the area; null when none is. */
function firstInside(outside: Outside, a: Fix, b: Fix, aOutsideM: number, bOutsideM: number): number | null {
  const metres = distanceM(a.lat, a.lng, b.lat, b.lng)
  // From neither end can the border be reached: most ways near an area.
  if (metres === 0 || aOutsideM + Math.max(0, bOutsideM) > metres * 1.01 + 2 * ON_BORDER_M) return null
  let goneM = 0
  let outsideM = aOutsideM
  while (outsideM > ON_BORDER_M) {
    goneM += Math.max(LEAST_STEP_M, outsideM * 0.99)
    if (goneM >= metres) return bOutsideM <= ON_BORDER_M ? 1 : null
    const { lat, lng } = between(a, b, goneM / metres)
    outsideM = outside(lat, lng)
  }
  return goneM / metres
}

type Crossing = { readonly at: number; readonly kmh: number; readonly place: Place }

const crossingAt = (a: Fix, b: Fix, part: number): Crossing => ({
  at: Math.round(a.at + (b.at - a.at) * part),
  kmh: a.speedKmh + (b.speedKmh - a.speedKmh) * part,
  place: between(a, b, part),
})
const atFix = ({ at, lat, lng, speedKmh }: Fix): Crossing => ({ at, kmh: speedKmh, place: { lat, lng } })

const startedPass = ({ at, kmh, place }: Crossing, cameIn: boolean): Pass => ({
  enteredAt: at,
  leftAt: at,
  enterKmh: kmh,
  maxKmh: kmh,
  cameIn,
  wentOut: false,
  enteredAtPlace: place,
  leftAtPlace: place,
  asleep: false,
})
const goneOn = (stay: Pass, { at, kmh, place }: Crossing, end: { readonly wentOut: boolean; readonly asleep: boolean }): Pass => ({
  ...stay,
  leftAt: at,
  maxKmh: Math.max(stay.maxKmh, kmh),
  leftAtPlace: place,
  ...end,
})

const OUT = { wentOut: true, asleep: false } as const

/**
 * The passes of one truck. `fixes`: in order of time, at least all from which or to which a way touches the area; those left out lie outside.
 * A way that crossed the area between two fixes is a pass, too.
 */
export function passesOf(shape: FenceShape, fixes: readonly Fix[]): Pass[] {
  const outside = outsideOf(shape)
  const stays: Pass[] = []
  let open: Pass | null = null
  let before: { readonly fix: Fix; readonly outsideM: number } | null = null
  const end = (stay: Pass): null => {
    stays.push(stay)
    return null
  }
  for (const fix of fixes) {
    const outsideM = outside(fix.lat, fix.lng)
    const isInside = outsideM <= ON_BORDER_M
    if (before !== null && isDriven(before.fix, fix)) {
      if (open === null) {
        const part = firstInside(outside, before.fix, fix, before.outsideM, outsideM) ?? (isInside ? 1 : null)
        if (part !== null) open = startedPass(crossingAt(before.fix, fix, part), true)
      }
      if (open !== null && !isInside) {
        const back = firstInside(outside, fix, before.fix, outsideM, before.outsideM)
        open = end(
          goneOn(
            open,
            back === null ? { ...atFix(before.fix), at: Math.max(open.enteredAt, before.fix.at) } : crossingAt(fix, before.fix, back),
            OUT,
          ),
        )
      }
    } else if (open !== null) open = end(open)
    if (isInside) open = goneOn(open ?? startedPass(atFix(fix), false), atFix(fix), { wentOut: false, asleep: !fix.accOn })
    before = { fix, outsideM }
  }
  if (open !== null) end(open)
  return joined(stays)
}

/** A console that is asleep sends for hours nothing, or a fix now and then: as long as the truck stands where it stood, it has not left. */
function joined(stays: readonly Pass[]): Pass[] {
  const passes: Pass[] = []
  for (const stay of stays) {
    const last = passes.at(-1)
    const goesOn =
      last !== undefined &&
      !last.wentOut &&
      last.asleep &&
      !stay.cameIn &&
      metresApart(last.leftAtPlace, stay.enteredAtPlace) <= SAME_PLACE_M
    if (!goesOn) passes.push(stay)
    else
      passes[passes.length - 1] = {
        ...stay,
        enteredAt: last.enteredAt,
        enterKmh: last.enterKmh,
        cameIn: last.cameIn,
        enteredAtPlace: last.enteredAtPlace,
        maxKmh: Math.max(last.maxKmh, stay.maxKmh),
      }
  }
  return passes
}

const metresApart = (a: Place, b: Place): number => distanceM(a.lat, a.lng, b.lat, b.lng)
