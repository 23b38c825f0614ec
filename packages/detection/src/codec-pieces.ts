import type { Fence } from '@tanker/domain/fence'
import type { TruckContext } from '@tanker/domain/truck-context'
import type { Place } from './fact.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import { type Anchor, noAnchor } from './truck-state.ts'

const NONE = 0
const SAME_AS_LAST = 1
const FULL = 2
const FULL_CALM = 3

/** A fence is kept by its id and found again by place; how far its border may be from a place that names it. */
const fenceReachM = 5_000

export function findFence(context: TruckContext, id: number, lat: number, lng: number): Fence | null {
  if (id === 0) return null
  return context.fences.near(lat, lng, fenceReachM).find(fence => fence.id === id) ?? null
}

/** What happens at one stop has one place: the second writing of it costs one byte, like that of an anchor. */
let lastPlace: Place | null = null

export function startPieces(): void {
  lastPlace = null
  last.at = 0
}

export function writePlace(w: StateWriter, place: Place | null): void {
  if (place === null) {
    w.uint(NONE)
    return
  }
  if (lastPlace !== null && samePlace(place, lastPlace)) {
    w.uint(SAME_AS_LAST)
    return
  }
  w.uint((place.fenceId ?? 0) + FULL)
  w.degrees(place.lat)
  w.degrees(place.lng)
  w.tenths(place.speedKmh)
  w.uint(place.headingDeg)
  lastPlace = place
}

const samePlace = (a: Place, b: Place): boolean =>
  a === b ||
  (a.lat === b.lat &&
    a.lng === b.lng &&
    a.fenceId === b.fenceId &&
    a.speedKmh === b.speedKmh &&
    a.headingDeg === b.headingDeg)

export function readPlace(r: StateReader, context: TruckContext): Place | null {
  const marker = r.uint()
  if (marker === NONE) return null
  if (marker === SAME_AS_LAST) return lastPlace
  const id = marker - FULL
  const lat = r.degrees()
  const lng = r.degrees()
  lastPlace = {
    lat,
    lng,
    fenceId: id === 0 ? null : id,
    fenceName: findFence(context, id, lat, lng)?.name ?? null,
    speedKmh: r.tenths(),
    headingDeg: r.uint(),
  }
  return lastPlace
}

/** Anchors often repeat (what stood aboard is the last calm value): the second costs one byte. */
const last: Anchor = noAnchor()

export function writeAnchor(w: StateWriter, anchor: Anchor): void {
  if (anchor.at === 0) {
    w.uint(NONE)
    return
  }
  if (same(anchor, last)) {
    w.uint(SAME_AS_LAST)
    return
  }
  w.uint(anchor.calm ? FULL_CALM : FULL)
  w.time(anchor.at)
  w.hundredths(anchor.levelMm)
  w.hundredths(anchor.volumeL)
  w.hundredths(anchor.v20L)
  w.hundredths(anchor.temperatureC)
  keep(anchor)
}

export function readAnchor(r: StateReader): Anchor {
  const marker = r.uint()
  if (marker === NONE) return noAnchor()
  if (marker === SAME_AS_LAST) return { ...last }
  const anchor = {
    at: r.time(),
    levelMm: r.hundredths(),
    volumeL: r.hundredths(),
    v20L: r.hundredths(),
    temperatureC: r.hundredths(),
    calm: marker === FULL_CALM,
  }
  keep(anchor)
  return anchor
}

function keep(anchor: Anchor): void {
  last.at = anchor.at
  last.levelMm = anchor.levelMm
  last.volumeL = anchor.volumeL
  last.v20L = anchor.v20L
  last.temperatureC = anchor.temperatureC
  last.calm = anchor.calm
}

const same = (a: Anchor, b: Anchor): boolean =>
  a.at === b.at &&
  a.volumeL === b.volumeL &&
  a.levelMm === b.levelMm &&
  a.v20L === b.v20L &&
  a.temperatureC === b.temperatureC &&
  a.calm === b.calm
