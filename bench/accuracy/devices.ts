import { Journey } from './journey.ts'
import { DEPOT, placeId, STATION_A, STATION_B } from './places.ts'
import { API, BOX_DOOR, FOOT_VALVE, MANHOLE } from './tanker.ts'
import { deliversAtB, delivers, leaves, lingers, loaded, restL, roadsideKm, type Scenario, slipBySeed } from './trip.ts'

/** Instruments that lie, fall silent or are not there, and other things than product. */

const CREEP_MM = 2
const FOUR_TANKS_L = [5200, 5400, 5300, 5100]

function stuck(through: boolean): Scenario {
  return {
    name: through ? 'stuck-unloading' : 'stuck-road',
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      journey.tanker.roughMm = 18
      journey.truth.badGauges.add(1)
      journey.drive(6)
      const from = journey.at
      journey.tanker.gauge(1).trouble.stuck = true
      journey.drive(25, { kmh: 40 })
      if (!through) journey.tanker.gauge(1).trouble.stuck = false
      journey.expects({
        kind: through ? 'gauge stuck on the road and through unloading' : 'gauge stuck on the road',
        types: [329],
        compartments: [1],
        from,
      })
      return delivers(journey)
    },
  }
}

function jump(offsetMm: number): Scenario {
  return {
    name: offsetMm < 0 ? 'jump-down' : 'jump-up',
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      const compartment = journey.dice.whole(1, 3)
      journey.truth.badGauges.add(compartment)
      const inStop = seed % 2 === 0
      journey.drive(roadsideKm(journey))
      if (inStop) journey.wait(300)
      else journey.drive(journey.km + 1)
      const from = journey.at
      journey.tanker.gauge(compartment).trouble.offsetMm = offsetMm
      if (inStop) journey.wait(400)
      journey.expects({ kind: `gauge jumps by ${offsetMm} mm in one frame`, types: [329], compartments: [compartment], from })
      return delivers(journey)
    },
  }
}

/** A float that takes on vapour: it rises 2 mm a minute for 40 min. */
const creep: Scenario = {
  name: 'creep-up',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    journey.truth.badGauges.add(compartment)
    journey.drive(3)
    const from = journey.at
    const { trouble } = journey.tanker.gauge(compartment)
    for (let km = 4; km <= 24; km += 1) {
      journey.drive(km, { kmh: 42 })
      trouble.offsetMm = (CREEP_MM * (journey.at - from)) / 60_000
    }
    journey.expects({ kind: 'gauge creeps up on the road', types: [329, 321], compartments: [compartment], from, must: false })
    return delivers(journey)
  },
}

const darkGauge: Scenario = {
  name: 'dark-gauge',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    journey.drive(4)
    const from = journey.at
    journey.tanker.gauge(2).trouble.silent = true
    journey.drive(23, { kmh: 45 })
    journey.tanker.gauge(2).trouble.silent = false
    journey.expects({ kind: 'one gauge silent for 20 min', types: [329], compartments: [2], from })
    return delivers(journey)
  },
}

/** A roadside opening of a compartment that no gauge watches. */
function unwatched(name: string, kind: string, gauged: readonly number[], wetProbes: boolean, withSlip: boolean): Scenario {
  return {
    name,
    play(seed) {
      const slip = {
        slipNo: 'S-3',
        depotPlaceId: placeId(DEPOT),
        loads: FOUR_TANKS_L.map((capacityL, i) => ({ compartment: i + 1, oilCode: i < 2 ? 92 : 0, volumeL: Math.round(capacityL * 0.85) })),
        stops: [
          { placeId: placeId(STATION_A), compartments: [1, 2] },
          { placeId: placeId(STATION_B), compartments: [3, 4] },
        ],
      }
      const journey = new Journey(seed, { capacitiesL: FOUR_TANKS_L, gauged, wetProbes, ambientC: 20, ...(withSlip ? { slip } : {}) })
      for (const number of [1, 2, 3, 4]) if (!gauged.includes(number)) journey.truth.badGauges.add(number)
      journey.loads(FOUR_TANKS_L.map((capacityL) => capacityL * 0.85))
      journey.drive(roadsideKm(journey)).wait(lingers(journey))
      const from = journey.at
      journey.opens(3, API).wait(5).opens(3, FOOT_VALVE).flows(3, -90, 120).wait(5).closes(3, FOOT_VALVE).wait(5).closes(3, API)
      journey.expects({ kind, types: [1], compartments: [3], from, until: journey.at + 60_000 })
      journey
        .wait(lingers(journey))
        .drive(STATION_A.km)
        .unloads(STATION_A, { 1: restL(journey), 2: restL(journey) })
      journey.drive(STATION_B.km).unloads(STATION_B, { 3: restL(journey), 4: restL(journey) })
      return leaves(journey)
    },
  }
}

const water: Scenario = {
  name: 'water',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    const from = journey.at
    const depthMm = journey.dice.between(18, 30)
    const steps = seed % 2 === 0 ? 1 : 12
    for (let step = 1; step <= steps; step += 1) {
      journey.tanker.compartment(compartment).waterMm = (depthMm * step) / steps
      journey.drive(2 + step, { kmh: 45 })
    }
    journey.expects({ kind: 'water of 18 to 30 mm', types: [3], compartments: [compartment], from })
    // A stop for coffee shows it; without one it shows at the station.
    if (seed % 3 !== 0) journey.drive(20).wait(300)
    journey.truth.badGauges.add(compartment)
    return delivers(journey)
  },
}

const boxDoorDriving: Scenario = {
  name: 'box-door-driving',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    journey.drive(roadsideKm(journey)).wait(20)
    const from = journey.at
    journey
      .opens(0, BOX_DOOR)
      .drive(journey.km + 2.5)
      .closes(0, BOX_DOOR)
      .wait(30)
    journey.expects({ kind: 'box door open while driving', types: [210], from, until: journey.at })
    return delivers(journey)
  },
}

/** A loose contact: the seal opens and shuts every few seconds, for minutes, while driving. That is a fault and no opening. */
const chatter: Scenario = {
  name: 'probe-chatter',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    journey.drive(roadsideKm(journey)).wait(60)
    const from = journey.at
    for (let toggle = 0; toggle < 30; toggle += 1) journey.opens(compartment, API).wait(4).closes(compartment, API).wait(3)
    journey.expects({ kind: 'seal probe with a loose contact', types: [211], compartments: [compartment], from })
    return delivers(journey)
  },
}

/** One probe does not answer any more, the others do: unplugged on the road, or in the depot and left so. */
function deadProbe(inDepot: boolean): Scenario {
  return {
    name: inDepot ? 'probe-unplugged' : 'probe-dead',
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      const compartment = journey.dice.whole(1, 3)
      if (!inDepot) journey.drive(6)
      const seal = journey.tanker.seal(compartment, MANHOLE)
      seal.silent = true
      seal.changed = true
      const kind = `seal probe that does not answer ${inDepot ? 'since the depot' : 'any more on the road'}`
      journey.expects({ kind, types: [320], compartments: [compartment], also: [211] })
      return delivers(inDepot ? journey.wait(150) : journey)
    },
  }
}

/** Ten small compartments, five a station. */
const tenCompartments: Scenario = {
  name: 'ten-compartments',
  play(seed) {
    const numbers = Array.from({ length: 10 }, (_, i) => i + 1)
    const slip = {
      slipNo: 'S-4',
      depotPlaceId: placeId(DEPOT),
      stops: [
        { placeId: placeId(STATION_A), compartments: numbers.slice(0, 5) },
        { placeId: placeId(STATION_B), compartments: numbers.slice(5) },
      ],
    }
    const journey = loaded(seed, { capacitiesL: numbers.map((number) => 2700 + 60 * number), slip })
    const keeps = (from: number): Record<number, number> =>
      Object.fromEntries(numbers.slice(from, from + 5).map((number) => [number, restL(journey)]))
    journey.drive(STATION_A.km).unloads(STATION_A, keeps(0))
    journey.drive(STATION_B.km).unloads(STATION_B, keeps(5))
    const kind = 'ten compartments: one operation each'
    journey.truth.demands.push(
      { kind, is: 'one-operation-each', loading: true, fenceId: DEPOT.id, compartments: numbers },
      { kind, is: 'one-operation-each', loading: false, fenceId: STATION_A.id, compartments: numbers.slice(0, 5) },
      { kind, is: 'one-operation-each', loading: false, fenceId: STATION_B.id, compartments: numbers.slice(5) },
    )
    return leaves(journey)
  },
}

/** The console restarts in the middle of an unloading; the product does not wait for it. */
const restarted: Scenario = {
  name: 'restarted',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const { dice, tanker, truth } = journey
    journey.drive(STATION_A.km).arrives(STATION_A, [1]).wait(120).opens(0, BOX_DOOR).wait(40).opens(1, API).wait(20).opens(1, FOOT_VALVE)
    const from = journey.at
    const before = tanker.compartment(1).v20L
    tanker.tap(1, restL(journey) - before, 450)
    journey.wait(dice.between(200, 400))
    journey.terminal.dark = true
    journey.wait(dice.between(60, 100))
    journey.terminal.start()
    while (tanker.flowsAt(1)) journey.wait(1)
    truth.operations.push({ compartment: 1, loading: false, from, until: journey.at, v20L: before - tanker.compartment(1).v20L })
    truth.demands.push({
      kind: 'console restarted while unloading: one operation',
      is: 'one-operation-each',
      loading: false,
      fenceId: STATION_A.id,
      compartments: [1],
    })
    journey.wait(120).closes(1, FOOT_VALVE).wait(10).closes(1, API).wait(60).closes(0, BOX_DOOR).wait(200).departs()
    return leaves(deliversAtB(journey) as Journey)
  },
}

export const DEVICES: readonly Scenario[] = [
  stuck(false),
  stuck(true),
  jump(-80),
  jump(80),
  creep,
  darkGauge,
  unwatched('no-gauges', 'roadside opening, no gauges, with a slip', [], true, true),
  unwatched('one-gauge-of-four', 'roadside opening of a compartment without a gauge', [1], true, true),
  unwatched('seals-alone', 'roadside opening, seals alone', [], false, false),
  water,
  boxDoorDriving,
  chatter,
  deadProbe(false),
  deadProbe(true),
  tenCompartments,
  restarted,
]
