import type { Fence } from '@tanker/domain/fences/fence'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { Place } from '@tanker/domain/facts/place'
import type { StateReader, StateWriter } from './state-bytes.ts'

/** What a missing place reads as; a whole state has none. */
export const nowhere: Place = { lat: 0, lng: 0, fenceId: null, fenceName: null, speedKmh: 0, headingDeg: 0 }

const NONE = 0
const SAME_AS_LAST = 1
const FULL = 2
const FULL_CALM = 3

/** A fence is kept by its id and found again by place; how far its border may be from a place that names it. */
const fenceReachM = 5_000

export function findFence(context: TruckContext, id: number, lat: number, lng: number): Fence | null {
  if (id === 0) return null
  return context.fences.near(lat, lng, fenceReachM).find((fence) => fence.id === id) ?? null
}

/** What happens at one stop has one place: the second writing of it costs one byte, like that of an anchor. */
let lastPlace: Place | null = null

export function startPieces(): void {
  lastPlace = null
  keptCount = 0
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
  a === b || (a.lat === b.lat && a.lng === b.lng && a.fenceId === b.fenceId && a.speedKmh === b.speedKmh && a.headingDeg === b.headingDeg)

export function readPlace(r: StateReader): Place | null {
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
    fenceName: findFence(r.context, id, lat, lng)?.name ?? null,
    speedKmh: r.tenths(),
    headingDeg: r.uint(),
  }
  return lastPlace
}

/** Anchors repeat (what stood aboard is the last calm value): again, each is one byte that says how far back it was. */
const kept: Anchor[] = Array.from({ length: 20 }, noAnchor)
let keptCount = 0

export function writeAnchor(w: StateWriter, anchor: Anchor): void {
  if (anchor.at === 0) {
    w.uint(NONE)
    return
  }
  for (let back = 1; back <= kept.length && back <= keptCount; back += 1) {
    const known = kept[(keptCount - back) % kept.length] as Anchor
    if (known.at === anchor.at && same(anchor, known)) {
      w.uint(FULL_CALM + back)
      return
    }
  }
  w.uint(anchor.calm ? FULL_CALM : FULL)
  w.time(anchor.at)
  w.hundredths(anchor.levelMm)
  w.hundredths(anchor.volumeL)
  w.hundredths(anchor.v20L)
  w.hundredths(anchor.temperatureC)
  kept[keptCount % kept.length] = anchor
  keptCount += 1
}

export function readAnchor(r: StateReader): Anchor {
  const marker = r.uint()
  if (marker === NONE) return noAnchor()
  if (marker > FULL_CALM) return { ...(kept[(keptCount - (marker - FULL_CALM)) % kept.length] as Anchor) }
  const anchor = {
    at: r.time(),
    levelMm: r.hundredths(),
    volumeL: r.hundredths(),
    v20L: r.hundredths(),
    temperatureC: r.hundredths(),
    calm: marker === FULL_CALM,
  }
  kept[keptCount % kept.length] = anchor
  keptCount += 1
  return anchor
}

const same = (a: Anchor, b: Anchor): boolean =>
  a.volumeL === b.volumeL && a.levelMm === b.levelMm && a.v20L === b.v20L && a.temperatureC === b.temperatureC && a.calm === b.calm

/** Few are not 0: the index + 1 and the value of each, 0 ends. */
export function writeFewTimes(w: StateWriter, times: Float64Array): void {
  for (let i = 0; i < times.length; i += 1) {
    const at = times[i] as number
    if (at === 0) continue
    w.uint(i + 1)
    w.time(at)
  }
  w.uint(0)
}

export function readFewTimes(r: StateReader, times: Float64Array): void {
  for (let next = r.uint(); next !== 0; next = r.uint()) times[next - 1] = r.time()
}

/** As times; nothing is sought once the lengths add up to their sum. */
export function writeFewSpans(w: StateWriter, spans: Int32Array, sumMs: number): void {
  let left = sumMs
  for (let i = 0; left > 0 && i < spans.length; i += 1) {
    const ms = spans[i] as number
    if (ms === 0) continue
    w.uint(i + 1)
    w.span(ms)
    left -= ms
  }
  w.uint(0)
}

/** Their sum. */
export function readFewSpans(r: StateReader, spans: Int32Array): number {
  let sum = 0
  for (let next = r.uint(); next !== 0; next = r.uint()) {
    const ms = r.span()
    spans[next - 1] = ms
    sum += ms
  }
  return sum
}
