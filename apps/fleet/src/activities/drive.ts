/** Drives along a route like a careful driver: limits, bends, traffic lights, and the roadside when a scenario asks. */
import { type Atlas, capBeforeMs, roadLimitKmh, type Route } from '../atlas.ts'
import { type Story, wait } from '../story.ts'
import { isLoaded, type TruckBody } from '../truck-body.ts'
import type { PlaceRow } from '../world.ts'

const brakeMs2 = 1.2
const creepMs = 0.8
/** Mean way between red lights off the expressway, metres. */
const betweenLightsM = 6_000
/** Beyond the border of every fence. */
const fenceReachM = 380
/** The law allows four hours on end, two at night, then twenty minutes of rest (domain rule D.8). */
const stintMs = { day: 225 * 60_000, night: 105 * 60_000 }
const restS = 1_290
const restMs = 20 * 60_000
const isNight = (at: number) => {
  const hour = Math.floor(at / 3_600_000 + 8) % 24
  return hour >= 22 || hour < 6
}

export function* drive(body: TruckBody, atlas: Atlas, to: PlaceRow): Story {
  const from = body.place
  if (!from) throw new Error(`${body.row.plate} is not at a place`)
  if (from.name === to.name) return
  const route = atlas.route(from, to)
  body.accOn = true
  body.activity = 'driving'
  yield* wait(body.random.whole(15, 40))
  body.place = null
  // Each driver keeps a little below the limit, by a margin of his own for this trip.
  const caution = body.random.between(0.9, 0.96)
  const nextLight = () => betweenLightsM * body.random.between(0.4, 1.8)
  let lightAtM = nextLight()
  let index = 0
  if (body.at - body.arrivedAt >= restMs) body.restedAt = body.at
  body.drivenM = 0
  while (body.drivenM < route.lengthM - 0.3) {
    if (body.at - body.restedAt > (isNight(body.at) ? stintMs.night : stintMs.day) && body.aheadM > 2_000) {
      yield* brakeToStop(body, route, index)
      body.accOn = false
      yield* wait(restS)
      body.accOn = true
      body.restedAt = body.at
    }
    if (body.interruption) yield* pullOver(body, route, index)
    const onFastRoad = route.classes[index] === 'expressway'
    if (body.drivenM >= lightAtM) {
      if (!onFastRoad) {
        yield* brakeToStop(body, route, index)
        yield* wait(body.random.whole(12, 45))
      }
      lightAtM = body.drivenM + nextLight()
    }
    index = vertexAt(route, body.drivenM, index)
    const limitMs = (roadLimitKmh[route.classes[index]!] / 3.6) * caution * body.hurry
    // A hurried driver also takes bends faster, but brakes in time for the end.
    const capMs =
      capBeforeMs(route, index, route.atM[index + 1]! - body.drivenM) * (route.lengthM - body.drivenM > 400 ? Math.sqrt(body.hurry) : 1)
    const target = Math.max(creepMs, Math.min(limitMs, capMs))
    const pull = isLoaded(body) ? 0.45 : 0.7
    const before = body.speedMs
    body.speedMs = Math.max(
      before - brakeMs2,
      Math.min(before + pull * (1 - 0.5 * Math.min(1, before / 25)), target * body.random.between(0.985, 1)),
    )
    moveAlong(body, route, index, Math.min((before + body.speedMs) / 2, route.lengthM - body.drivenM))
    yield 1
  }
  body.speedMs = 0
  body.place = to
  body.arrivedAt = body.at
  body.lat = to.lat
  body.lng = to.lng
  body.drivenM = 0
  body.aheadM = 0
  body.activity = 'waiting'
}

function vertexAt(route: Route, metres: number, from: number): number {
  let index = from
  while (index < route.points.length - 2 && route.atM[index + 1]! <= metres) index++
  return index
}

function moveAlong(body: TruckBody, route: Route, from: number, metres: number): void {
  const wasInside = body.drivenM < fenceReachM
  body.drivenM += metres
  body.mileageM += metres
  body.aheadM = route.lengthM - body.drivenM
  if (wasInside && body.drivenM >= fenceReachM) body.leftFence = true
  const index = vertexAt(route, body.drivenM, from)
  const [a, b] = [route.points[index]!, route.points[index + 1]!]
  const share = (body.drivenM - route.atM[index]!) / Math.max(0.01, route.atM[index + 1]! - route.atM[index]!)
  body.lng = a[0] + (b[0] - a[0]) * share
  body.lat = a[1] + (b[1] - a[1]) * share
  body.headingDeg = route.headingsDeg[index]!
  body.roadClass = route.classes[index]!
}

function* brakeToStop(body: TruckBody, route: Route, from: number): Story {
  while (body.speedMs > 0) {
    const before = body.speedMs
    body.speedMs = Math.max(0, before - brakeMs2)
    moveAlong(body, route, from, Math.min((before + body.speedMs) / 2, Math.max(0, body.aheadM - 1)))
    yield 1
  }
}

function* pullOver(body: TruckBody, route: Route, index: number): Story {
  yield* brakeToStop(body, route, index)
  const story = body.interruption
  if (story) yield* story
  body.interruption = null
  body.accOn = true
  body.activity = 'driving'
}
