import { WATER } from './compartment.ts'
import { Journey, type DriveStyle, type JourneyOptions } from './journey.ts'
import { DEPOT, PARK, REPAIR, type Site, SITES, STATION_A, STATION_B } from './places.ts'
import { API, BOX_DOOR, FOOT_VALVE, MANHOLE } from './tanker.ts'
import { delivers, deliversAtB, diceOf, leaves, lingers, loaded, restL, roadsideKm, type Scenario, slipBySeed } from './trip.ts'

/** Places that allow or forbid, fences drawn wrong, and days on which nothing happens. */

const parkLoaded: Scenario = {
  name: 'park-loaded',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    journey.drive(PARK.km).wait(lingers(journey))
    const from = journey.at
    journey.opens(compartment, journey.dice.chance(0.5) ? API : MANHOLE).wait(journey.dice.between(30, 120))
    journey.closes(compartment, API, MANHOLE)
    journey.expects({ kind: 'loaded, opened in a park', types: [1], compartments: [compartment], from, until: journey.at + 60_000 })
    return delivers(journey.wait(lingers(journey)))
  },
}

const repairShop: Scenario = {
  name: 'repair-shop',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    journey.drive(REPAIR.km).wait(200)
    for (const compartment of [1, 2, 3]) journey.opens(compartment, API, MANHOLE).wait(60).closes(compartment, API, MANHOLE)
    return delivers(journey.wait(500))
  },
}

const parkEmpty: Scenario = {
  name: 'park-empty',
  play(seed) {
    const journey = delivers(loaded(seed, slipBySeed(seed)))
    journey.drive(PARK.km).wait(300)
    for (const compartment of [1, 2, 3]) journey.opens(compartment, MANHOLE, API)
    return journey.wait(900).closes(1, MANHOLE, API).closes(2, MANHOLE, API).closes(3, MANHOLE, API).wait(300)
  },
}

/** Which of them says that a fence is drawn wrong is left to the product. */
const FENCE_ALARMS = [1, 310, 328, 333, 334, 335, 336, 337, 338, 339]

/** Where the truck stands by station A, and how large its fence was drawn. The slip names the station. */
function fenceEdge(name: string, kind: string, radiusM: number, shortM: number): Scenario {
  return {
    name,
    play(seed) {
      const sites: readonly Site[] = SITES.map((site) => (site.id === STATION_A.id ? { ...site, radiusM } : site))
      const journey = loaded(seed, { sites, slip: Journey.slip() })
      const half = journey.tanker.compartment(2).v20L * 0.5
      journey.drive(STATION_A.km - shortM / 1000)
      const from = journey.at
      journey.unloads(STATION_A, { 1: restL(journey), 2: half })
      journey.expects({
        kind: `${kind}: at most one yellow alarm`,
        types: FENCE_ALARMS,
        from,
        until: journey.at,
        must: false,
        mostRows: 1,
        yellowOnly: true,
      })
      journey.truth.demands.push({ kind: `${kind}: the delivery is kept`, is: 'delivered', fenceId: STATION_A.id, compartments: [1, 2] })
      return leaves(deliversAtB(journey) as Journey)
    },
  }
}

/** A water truck fills at a hydrant and sprays the road. It carries no fuel. */
const waterTruck: Scenario = {
  name: 'water-truck',
  play(seed) {
    const journey = new Journey(seed, { capacitiesL: [10_000], products: [WATER], carriesWater: true, startKm: 3 })
    journey.truth.badGauges.add(1)
    for (let round = 0; round < 2; round += 1) {
      journey.wait(200).opens(1, MANHOLE).wait(20).flows(1, 8500, 700).wait(30).closes(1, MANHOLE).wait(150)
      journey.drive(6)
      journey.tanker.tap(1, -8300, 180)
      journey.opens(1, FOOT_VALVE)
      while (journey.tanker.flowsAt(1)) journey.drive(journey.km + 0.3, { kmh: 12 })
      journey.closes(1, FOOT_VALVE).drive(3)
    }
    return journey.wait(300)
  },
}

type Day = {
  readonly name: string
  readonly style: DriveStyle
  readonly toAKm: number
  readonly toBKm: number
  readonly roughMm?: number
  readonly rough?: true
  readonly options?: JourneyOptions
  /** What it does on the way to station A, besides driving. */
  readonly onTheWay?: (journey: Journey, day: Day) => void
}

/** A whole day: load, two stations, and back to the depot. */
function normalDay(day: Day): Scenario {
  return {
    name: day.name,
    normal: true,
    ...(day.rough && { rough: true }),
    play(seed) {
      const { style } = day
      const a: Site = { ...STATION_A, km: day.toAKm }
      const b: Site = { ...STATION_B, km: day.toBKm }
      const sites = [DEPOT, a, b, PARK, REPAIR]
      const standingS = ([10, 30, 30, 60] as const)[diceOf(seed).whole(0, 3)] ?? 30
      const journey = loaded(seed, { ...slipBySeed(seed), standingS, sites, ...day.options })
      journey.tanker.roughMm = day.roughMm ?? 15
      day.onTheWay?.(journey, day)
      journey.drive(a.km, style).unloads(a, { 1: restL(journey), 2: journey.tanker.compartment(2).v20L / 2 })
      journey.drive(b.km, style).unloads(b, { 2: restL(journey), 3: restL(journey) })
      return journey.wait(300).drive(0, style).wait(900)
    },
  }
}

/** Stops of two to eight minutes in a queue, moved up by some metres each time. */
function queues(journey: Journey, day: Day): void {
  for (const km of [8, 10, 15.5, 21]) {
    journey.drive(km, day.style)
    for (let place = 0; place < 3; place += 1) {
      journey.wait(journey.dice.between(120, 480)).drive(journey.km + journey.dice.between(0.02, 0.1), { kmh: 10 })
    }
  }
}

/** Stops on which the nose stands high, or low. */
function jacks(journey: Journey, day: Day): void {
  for (const [km, deg] of [
    [9, 4.5],
    [16, -4.5],
    [21, 3],
  ] as const) {
    journey.drive(km, day.style)
    journey.tanker.groundDeg = journey.dice.chance(0.5) ? deg : -deg
    journey.wait(journey.dice.between(400, 1200))
    journey.tanker.groundDeg = null
  }
}

function rests(journey: Journey, day: Day): void {
  journey.drive(PARK.km, day.style).wait(1500)
}

/** The box door stands open through a slow unloading, and a while after it. */
const longDoor: Scenario = {
  name: 'box-door-long',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const half = journey.tanker.compartment(2).v20L / 2
    journey
      .drive(STATION_A.km)
      .wait(60)
      .opens(0, BOX_DOOR)
      .wait(300)
      .unloads(STATION_A, { 1: restL(journey), 2: half }, 330)
    return leaves(deliversAtB(journey) as Journey)
  },
}

const nothingAtRoadside: Scenario = {
  name: 'roadside-stops',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    for (let stop = 0; stop < 3; stop += 1)
      journey.drive(Math.max(journey.km + 0.4, roadsideKm(journey))).wait(journey.dice.between(200, 1500))
    return delivers(journey)
  },
}

export const SURROUNDINGS: readonly Scenario[] = [
  parkLoaded,
  repairShop,
  parkEmpty,
  fenceEdge('fence-small', 'fence drawn 30 m too small', 120, 150),
  fenceEdge('fence-border', 'hose on the border', 150, 150),
  fenceEdge('fence-outside', 'stop 30 m outside the fence', 150, 180),
  waterTruck,
  longDoor,
  nothingAtRoadside,
]

export const NORMAL_DAYS: readonly Scenario[] = [
  normalDay({ name: 'city', style: { kmh: 38, haltKm: 0.7 }, toAKm: 30, toBKm: 38, roughMm: 18 }),
  normalDay({ name: 'rough-road', style: { kmh: 40 }, toAKm: 48, toBKm: 56, roughMm: 36, rough: true }),
  // Fixes each second, from which harsh driving and curves are judged, with directions that wander and halts in traffic.
  normalDay({
    name: 'rough-road-seconds',
    style: { kmh: 40, haltKm: 4 },
    toAKm: 48,
    toBKm: 56,
    roughMm: 36,
    rough: true,
    options: { movingS: 1, headingNoiseDeg: 1.5 },
  }),
  normalDay({ name: 'motorway', style: { kmh: 71 }, toAKm: 150, toBKm: 168, onTheWay: rests }),
  normalDay({
    name: 'hot',
    style: { kmh: 55, haltKm: 6 },
    toAKm: 70,
    toBKm: 82,
    options: { ambientC: 35, daySwingC: 12 },
    onTheWay: rests,
  }),
  normalDay({ name: 'cold', style: { kmh: 55, haltKm: 6 }, toAKm: 70, toBKm: 82, options: { ambientC: -8, daySwingC: 10 } }),
  normalDay({ name: 'jacked-nose', style: { kmh: 50 }, toAKm: 50, toBKm: 60, onTheWay: jacks }),
  normalDay({ name: 'queues', style: { kmh: 50, haltKm: 3 }, toAKm: 45, toBKm: 55, onTheWay: queues }),
  normalDay({ name: 'standing-300s', style: { kmh: 50, haltKm: 3 }, toAKm: 45, toBKm: 55, options: { standingS: 300 } }),
]
