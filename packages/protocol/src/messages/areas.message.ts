// JT/T 808-2019 sections 8.38–8.47.

import { byte, countedText, degrees, doubleWord, list, message, remainingBytes, since2019, struct, time, when, word } from '../layout.ts'

/** Bits: 0 in a daily or dated window, 1 with a speed limit, 2–5 alarms, 6 south, 7 west, 8 no doors. */
const attributes = word
const hasWindow = (area: Readonly<Record<string, unknown>>) => hasBit(area['attributes'], 0)
const hasSpeedLimit = (area: Readonly<Record<string, unknown>>) => hasBit(area['attributes'], 1)

const window = {
  /** A daily window has the date 00-00-00. */
  from: when(hasWindow, time),
  to: when(hasWindow, time),
}

const speedLimit = {
  maxSpeedKmh: when(hasSpeedLimit, word),
  overspeedForS: when(hasSpeedLimit, byte),
}

const nightSpeedLimit = when((area, { version }) => version === 2019 && hasSpeedLimit(area), word)
const name = since2019(countedText(word, 1_000), '')

const circle = struct({
  id: doubleWord,
  attributes,
  lat: degrees,
  lng: degrees,
  radiusM: doubleWord,
  ...window,
  ...speedLimit,
  nightMaxSpeedKmh: nightSpeedLimit,
  name,
})

const rectangle = struct({
  id: doubleWord,
  attributes,
  topLat: degrees,
  leftLng: degrees,
  bottomLat: degrees,
  rightLng: degrees,
  ...window,
  ...speedLimit,
  nightMaxSpeedKmh: nightSpeedLimit,
  name,
})

const polygon = struct({
  id: doubleWord,
  attributes,
  ...window,
  ...speedLimit,
  points: list(word, struct({ lat: degrees, lng: degrees })),
  nightMaxSpeedKmh: nightSpeedLimit,
  name,
})

const segment = struct({
  turnId: doubleWord,
  segmentId: doubleWord,
  lat: degrees,
  lng: degrees,
  widthM: byte,
  /** Bits: 0 with times, 1 with a speed limit, 2 south, 3 west. */
  attributes: byte,
  tooLongS: when(hasWindow, word),
  tooShortS: when(hasWindow, word),
  ...speedLimit,
  nightMaxSpeedKmh: nightSpeedLimit,
})

const route = struct({
  id: doubleWord,
  attributes,
  ...window,
  segments: list(word, segment),
  name,
})

/** 0 replace all, 1 append, 2 modify. */
const action = byte

/** 0x8600 */
export const setCircles = message(0x8600, 'set-circles', struct({ action, areas: list(byte, circle) }))

/** 0x8602 */
export const setRectangles = message(0x8602, 'set-rectangles', struct({ action, areas: list(byte, rectangle) }))

/** 0x8604: one to a message. */
export const setPolygon = message(0x8604, 'set-polygon', polygon)

/** 0x8606: one to a message. */
export const setRoute = message(0x8606, 'set-route', route)

/** No ids deletes all. */
const deletion = struct({ ids: list(byte, doubleWord) })

export const deleteCircles = message(0x8601, 'delete-circles', deletion)
export const deleteRectangles = message(0x8603, 'delete-rectangles', deletion)
export const deletePolygons = message(0x8605, 'delete-polygons', deletion)
export const deleteRoutes = message(0x8607, 'delete-routes', deletion)

/** 0x8608 (2019) */
export const queryAreas = message(
  0x8608,
  'query-areas',
  struct({
    /** 1 circles, 2 rectangles, 3 polygons, 4 routes. */
    type: byte,
    /** None asks for all. */
    ids: list(doubleWord, doubleWord),
  }),
)

const ofType = (type: number) => (answer: Readonly<Record<string, unknown>>) => answer['type'] === type
const ofNoType = (answer: Readonly<Record<string, unknown>>) => {
  const type = Number(answer['type'])
  return type < 1 || type > 4
}

/** 0x0608 (2019) */
export const areasAnswer = message(
  0x0608,
  'areas-answer',
  struct({
    /** As in `query-areas`. */
    type: byte,
    circles: when(ofType(1), list(doubleWord, circle)),
    rectangles: when(ofType(2), list(doubleWord, rectangle)),
    polygons: when(ofType(3), list(doubleWord, polygon)),
    routes: when(ofType(4), list(doubleWord, route)),
    other: when(ofNoType, remainingBytes),
  }),
)

function hasBit(value: unknown, bit: number): boolean {
  return ((Number(value) >> bit) & 1) === 1
}
