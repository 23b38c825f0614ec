/** The endless story of a truck's working life: load, deliver, come back, rest. */
import { MANHOLE } from '@tanker/domain/devices/probe-type'
import type { Atlas } from './atlas.ts'
import { testsFrom } from './airtight-box.ts'
import { drive } from './activities/drive.ts'
import { load } from './activities/load.ts'
import { sprayingPace, sprinkleStreets } from './activities/spray.ts'
import { type Drop, unload } from './activities/unload.ts'
import { roomL, volumeL } from './cargo.ts'
import { type PlannedDrop, writeSlip } from './office.ts'
import { sleep, type Story, wait } from './story.ts'
import { announce, setProbe, type TruckBody } from './truck-body.ts'
import type { Random } from './random.ts'
import type { OrganisationRow, PlaceRow } from './world.ts'

/** Duty before the long rest, ms. */
const dutyMs = { usual: 10 * 3_600_000, long: 19 * 3_600_000 }
/** Driving in it, seconds. The law allows 8 h in any 24 h (domain rule D.8), which also hold the last drive of the day before. */
const drivingS = { usual: 6 * 3_600, long: 19 * 3_600 }
const farthestM = 150_000
/** One slip goes to stations near each other. */
const betweenStopsM = 60_000

/** Where a truck's business takes it. */
export type Rounds = {
  readonly home: PlaceRow
  readonly stations: readonly PlaceRow[]
  readonly parks: readonly PlaceRow[]
  readonly repairs: readonly PlaceRow[]
}

/** A customer's truck serves that customer's stations, a carrier's truck those of all its customers within reach. */
export function roundsOf(body: TruckBody, atlas: Atlas, organisations: readonly OrganisationRow[]): Rounds {
  const home = atlas.places.get(body.row.homeDepot)
  if (!home) throw new Error(`${body.row.plate}: no place ${body.row.homeDepot}`)
  const { companyCode, carrierCode, model } = body.row
  const parentOf = new Map(organisations.map(({ code, parentCode }) => [code, parentCode]))
  const serves = (place: PlaceRow) =>
    companyCode === carrierCode || model === 'sprinkler'
      ? parentOf.get(place.companyCode) === carrierCode
      : place.companyCode === companyCode
  const mayEnter = (place: PlaceRow) => place.companyCode === carrierCode || parentOf.get(place.companyCode) === null
  const reachM = model === 'sprinkler' ? 35_000 : farthestM
  const places = [...atlas.places.values()]
  return {
    home,
    stations: places.filter((place) => place.kind === 'station' && serves(place) && atlas.route(home, place).lengthM <= reachM),
    parks: places.filter((place) => place.kind === 'park' && mayEnter(place)),
    repairs: places.filter((place) => place.kind === 'repair' && mayEnter(place)),
  }
}

/**
 * A truck that rests at `from` or later stays laid up until `until`, its battery isolator thrown: the whole fleet was stopped, or
 * this truck is not needed. With `atRepairShop` it waits there, if there is one.
 */
export type Leave = { readonly from: number; readonly until: number; readonly atRepairShop?: boolean }

/** A shorter time is not worth throwing the isolator. */
const shortestLeaveMs = 3_600_000

const leaveAt = (leaves: readonly Leave[], at: number): Leave | null =>
  leaves
    .filter(({ from, until }) => at >= from && until >= at + shortestLeaveMs)
    .reduce<Leave | null>((longest, leave) => (longest === null || leave.until > longest.until ? leave : longest), null)

/** When the first shift of a truck begins, seconds after it came from the workshop; two in three within nine hours. */
export const firstShiftS = (random: Random): number =>
  random.chance(0.68) ? random.whole(0, 9 * 3_600) : random.whole(9 * 3_600, 20 * 3_600)

/**
 * What the truck does next: a rest, a trip, or the way to its bed. All that decides it is in the body, so that a life can
 * be taken up between two chapters.
 */
export function* chapter(body: TruckBody, atlas: Atlas, rounds: Rounds, leaves: readonly Leave[]): Story {
  const { random } = body
  if (body.restsUntil > body.at) {
    const leave = leaveAt(leaves, body.at)
    if (leave) yield* layUp(body, leave.until)
    else {
      body.testsFrom = testsFrom(body)
      yield* rest(body, (body.restsUntil - body.at) / 1_000)
    }
    return
  }
  if (body.dutyUntil === 0) {
    const long = body.quirks.longShift
    body.quirks.longShift = false
    body.dutyUntil = body.at + Math.round(((long ? dutyMs.long : dutyMs.usual) * random.between(0.9, 1.05)) / 1_000) * 1_000
    body.driveLeftS = long ? drivingS.long : drivingS.usual
    announce(body, 'driver-signed-in', Number(body.driver.code), body.driver.cardCode)
  }
  if (body.at < body.dutyUntil) {
    if (body.row.model === 'sprinkler') {
      const turnAt = random.pick(rounds.stations)
      if (mayDrive(body, atlas, [rounds.home, turnAt, rounds.home], sprayingPace)) {
        yield* sprinkleStreets(body, atlas, rounds.home, turnAt)
        return
      }
    } else {
      const stops = planStops(body, atlas, rounds.stations)
      if (mayDrive(body, atlas, [rounds.home, ...stops.map(({ station }) => station), rounds.home])) {
        yield* deliver(body, atlas, rounds, stops)
        return
      }
    }
  }
  announce(body, 'driver-signed-out', Number(body.driver.code), body.driver.cardCode)
  body.dutyUntil = 0
  yield* drive(body, atlas, bedOf(body, atlas, rounds, leaveAt(leaves, body.at)))
  body.accOn = false
  body.activity = 'parked'
  body.restsUntil = body.at + random.whole(13 * 3_600, 15 * 3_600) * 1_000
  yield* wait(5)
}

function bedOf(body: TruckBody, atlas: Atlas, { home, parks, repairs }: Rounds, leave: Leave | null): PlaceRow {
  if (body.row.model === 'sprinkler') return home
  return nearest(body, atlas, leave?.atRepairShop === true && repairs.length > 0 ? repairs : parks)
}

/** Whether there is time for this way and the one to bed before the long rest. `pace`: the share of the limits that it drives. */
function mayDrive(body: TruckBody, atlas: Atlas, way: readonly PlaceRow[], pace = 1): boolean {
  let from = body.place
  let seconds = 0
  for (const to of way) {
    if (from && from.name !== to.name) seconds += atlas.route(from, to).drivingS / pace
    from = to
  }
  return seconds <= body.driveLeftS
}

function nearest(body: TruckBody, atlas: Atlas, places: readonly PlaceRow[]): PlaceRow {
  const from = body.place
  if (!from) throw new Error(`${body.row.plate} is not at a place`)
  const reach = (place: PlaceRow) => (place.name === from.name ? 0 : atlas.route(from, place).lengthM)
  return places.reduce((best, place) => (reach(place) < reach(best) ? place : best))
}

function* rest(body: TruckBody, seconds: number): Story {
  body.accOn = false
  body.activity = 'parked'
  body.restsUntil = body.at + Math.round(seconds) * 1_000
  yield* sleep(seconds)
  body.restsUntil = 0
}

/** Nothing is measured while the battery isolator is thrown, so the steps may be long. */
const laidUpStepS = 1_800

function* layUp(body: TruckBody, until: number): Story {
  body.accOn = false
  body.activity = 'parked'
  announce(body, 'console-shut-down')
  yield 5
  Object.assign(body, { consoleUp: false, laidUp: true })
  while (body.at < until) yield Math.max(1, Math.min(laidUpStepS, Math.round((until - body.at) / 1_000)))
  Object.assign(body, { consoleUp: true, laidUp: false })
  body.everythingNow = true
  // It may have come back in the middle of a rest.
  if (body.restsUntil <= body.at) body.restsUntil = 0
  announce(body, 'console-started')
  yield 5
}

/** Of the fitter. */
export const repairCardNumber = 7_001

/** The fitter shows his card, opens a manhole and works: an authorised opening. */
function* repair(body: TruckBody): Story {
  const { random } = body
  body.accOn = false
  body.activity = 'parked'
  yield* wait(random.whole(300, 600))
  announce(body, 'repair-card', repairCardNumber)
  yield* wait(60)
  setProbe(body, 1, MANHOLE, { open: true })
  yield* wait(random.whole(600, 1_500))
  setProbe(body, 1, MANHOLE, { open: false })
  yield* wait(random.whole(300, 900))
  announce(body, 'seals-armed')
}

/** One trip: load, one to three stations, sometimes a meal or the workshop on the way back. */
function* deliver(body: TruckBody, atlas: Atlas, rounds: Rounds, stops: readonly Stop[]): Story {
  const { random } = body
  if (body.quirks.visitRepair && rounds.repairs.length > 0) {
    body.quirks.visitRepair = false
    yield* drive(body, atlas, nearest(body, atlas, rounds.repairs))
    yield* repair(body)
  }
  const plannedL = new Map(body.compartments.map((one) => [one.row.compartment, roomL(one, random.between(0.9, 0.935))]))
  writeSlip(body, rounds.home, slipLines(body, stops, plannedL))
  yield* drive(body, atlas, rounds.home)
  yield* load(body, plannedL)
  for (const { station, drops } of stops) {
    yield* drive(body, atlas, station)
    yield* unload(body, drops(), station === stops.at(-1)?.station)
  }
  if (random.chance(0.4)) {
    yield* drive(body, atlas, nearest(body, atlas, rounds.parks))
    yield* rest(body, random.whole(1_300, 2_600))
  }
}

type Stop = {
  readonly station: PlaceRow
  /** Compartments ordered here, by index, and which share of each. */
  readonly orders: readonly { readonly index: number; readonly share: number }[]
  drops(): Drop[]
}

const slipLines = (body: TruckBody, stops: readonly Stop[], plannedL: ReadonlyMap<number, number>): PlannedDrop[] =>
  stops.flatMap(({ station, orders }, order) =>
    orders.map(({ index, share }) => {
      const compartment = body.compartments[index]!
      return { compartment, station, stop: order + 1, plannedL: (plannedL.get(compartment.row.compartment) ?? 0) * share }
    }),
  )

/**
 * Shares the compartments out over the stations. Now and then two stations share a compartment, so that
 * there are split deliveries; what is in a compartment is asked only on arrival.
 */
function planStops(body: TruckBody, atlas: Atlas, stations: readonly PlaceRow[]): Stop[] {
  const { random, compartments } = body
  const chosen = [random.pick(stations)]
  for (let more = Math.min(random.pick([1, 1, 2, 2, 3]), compartments.length) - 1; more > 0; more--) {
    const last = chosen.at(-1)!
    const near = stations.filter((one) => !chosen.includes(one) && atlas.route(last, one).lengthM <= betweenStopsM)
    if (near.length === 0) break
    chosen.push(random.pick(near))
  }
  const number = chosen.length
  const split = number > 1 && random.chance(0.25)
  const ordered = (index: number, order: number): number => {
    const own = index % number
    if (own === order) return split && own > 0 ? 0.5 : 1
    return split && own === order + 1 ? 0.5 : 0
  }
  return chosen.map((station, order) => ({
    station,
    orders: compartments.map((_, index) => ({ index, share: ordered(index, order) })).filter(({ share }) => share > 0),
    drops: () =>
      compartments.flatMap((compartment, index): Drop[] => {
        const own = index % number === order
        const shared = split && index % number === order + 1
        if (order === number - 1) return [{ compartment, leaveL: 0 }]
        if (shared) return [{ compartment, leaveL: volumeL(compartment) / 2 }]
        return own ? [{ compartment, leaveL: 0 }] : []
      }),
  }))
}
