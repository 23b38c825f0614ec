import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { DIESEL, GASOLINE, type Product } from './compartment.ts'
import { Journey, type JourneyOptions } from './journey.ts'
import { DEPOT, placeId, STATION_A, STATION_B } from './places.ts'
import { API, FOOT_VALVE } from './tanker.ts'
import { delivers, deliversAtA, deliversAtB, diceOf, leaves, loaded, restL, type Scenario, slipBySeed } from './trip.ts'

/** Orders that are not carried out as they should be, and what happens in yards. */

type Planned = { readonly options: JourneyOptions; readonly litres: readonly number[] }

/** A slip that names litres and products; `shortBy` is how much less than planned is really loaded, by compartment. */
function planned(
  seed: number,
  oilCodes: readonly number[],
  products: readonly Product[],
  shortBy: Readonly<Record<number, number>> = {},
): Planned {
  const dice = diceOf(seed)
  const capacitiesL = [0, 1, 2].map(() => dice.between(7200, 8000))
  const plan = capacitiesL.map((capacityL) => Math.round(capacityL * dice.between(0.65, 0.9)))
  const ambientC = 22
  const loads = plan.map((volumeL, i) => ({ compartment: i + 1, oilCode: oilCodes[i] ?? 0, volumeL }))
  const litres = plan.map((volumeL, i) => volumeL * (1 - (shortBy[i + 1] ?? 0)))
  return { options: { capacitiesL, products, ambientC, slip: Journey.slip(loads) }, litres }
}

function residue(name: string, keptL: number, types: readonly number[]): Scenario {
  return {
    name,
    play(seed) {
      const journey = deliversAtA(loaded(seed, { slip: Journey.slip() }))
      journey.drive(STATION_B.km).unloads(STATION_B, { 2: restL(journey), 3: keptL })
      journey.expects({ kind: `left the last station with ${keptL} L`, types, compartments: [3], from: journey.at - 60_000, litres: keptL })
      return leaves(journey)
    },
  }
}

/** 120 L stay in a compartment that gives to no other station, while others go on. */
const residueHalfway: Scenario = {
  name: 'left-halfway',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const half = journey.tanker.compartment(2).v20L * 0.5
    journey.drive(STATION_A.km).unloads(STATION_A, { 1: 120, 2: half })
    journey.expects({
      kind: 'left the first station with 120 L in one compartment, others loaded',
      types: [208, 330],
      compartments: [1],
      from: journey.at - 60_000,
      litres: 120,
    })
    return leaves(deliversAtB(journey) as Journey)
  },
}

/** 85 L stay aboard and go into the ditch a little later. */
const drainedAfter: Scenario = {
  name: 'residue-drained',
  play(seed) {
    const journey = deliversAtA(loaded(seed, { slip: Journey.slip() }))
    journey.drive(STATION_B.km).unloads(STATION_B, { 2: restL(journey), 3: 85 })
    journey.expects({
      kind: 'left the last station with 85 L',
      types: [208, 330],
      compartments: [3],
      from: journey.at - 60_000,
      until: journey.at + 180_000,
      litres: 85,
    })
    journey.drive(STATION_B.km + 4).wait(200)
    const from = journey.at
    journey.opens(3, API).wait(10).opens(3, FOOT_VALVE).flows(3, -83, 60).wait(40).closes(3, FOOT_VALVE).closes(3, API).wait(240)
    journey.expects({ kind: 'residue of 85 L drained at the roadside', types: [1, 330, 322], compartments: [3], from })
    return journey.drive(STATION_B.km + 8).wait(200)
  },
}

function keptWhole(withSlip: boolean): Scenario {
  return {
    name: withSlip ? 'kept-with-slip' : 'kept-without-slip',
    play(seed) {
      const journey = deliversAtA(loaded(seed, withSlip ? { slip: Journey.slip() } : {}))
      journey.drive(STATION_B.km).unloads(STATION_B, { 2: restL(journey) })
      const kind = `a whole compartment never unloaded, ${withSlip ? 'with' : 'without'} a slip`
      journey.expects({ kind, types: [207], compartments: [3], from: journey.at - 60_000, litres: journey.tanker.compartment(3).v20L })
      if (withSlip) return leaves(journey)
      return journey.drive(DEPOT.km, { kmh: 60 }).wait(900)
    },
  }
}

const depotTheft: Scenario = {
  name: 'depot-after-loading',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    const from = journey.at
    journey.opens(compartment, API).wait(8).opens(compartment, FOOT_VALVE).flows(compartment, -100, 200)
    journey.wait(15).closes(compartment, FOOT_VALVE).wait(6).closes(compartment, API)
    journey.expects({
      kind: '100 L let out in the depot after loading',
      types: [1, 322, 202],
      compartments: [compartment],
      from,
      litres: 100,
    })
    return delivers(journey.wait(300).departs())
  },
}

const yardTheft: Scenario = {
  name: 'yard-other-compartment',
  play(seed) {
    const journey = deliversAtA(loaded(seed, { slip: Journey.slip() }))
    const from = journey.at
    journey.opens(3, API).wait(8).opens(3, FOOT_VALVE).flows(3, -100, 200).wait(15).closes(3, FOOT_VALVE).wait(6).closes(3, API)
    journey.expects({
      kind: '100 L of a compartment meant for another station, in this yard',
      types: [1, 322, 202],
      compartments: [3],
      from,
      litres: 100,
    })
    journey.wait(240).departs()
    journey.drive(STATION_B.km).unloads(STATION_B, { 2: restL(journey), 3: restL(journey) })
    return leaves(journey)
  },
}

const wrongProduct: Scenario = {
  name: 'wrong-product',
  play(seed) {
    const { options, litres } = planned(seed, [92, 92, 92], [GASOLINE, GASOLINE, DIESEL])
    const journey = new Journey(seed, options).loads(litres)
    const from = journey.truth.operations[2]?.from ?? journey.at
    journey.expects({ kind: 'another product than the slip says', types: [321], compartments: [3], from, until: journey.at })
    return delivers(journey)
  },
}

const swapped: Scenario = {
  name: 'swapped-by-slip',
  play(seed) {
    const { options, litres } = planned(seed, [92, 92, 0], [DIESEL, GASOLINE, GASOLINE])
    const journey = new Journey(seed, options).loads(litres)
    for (const compartment of [1, 3]) {
      const from = journey.truth.operations[compartment - 1]?.from ?? journey.at
      journey.expects({ kind: 'two compartments swapped, by the slip', types: [321], compartments: [compartment], from, until: journey.at })
    }
    return delivers(journey)
  },
}

/** Gasoline is entered at the console and on the slip, but the product is diesel. */
const swappedByDensity: Scenario = {
  name: 'swapped-by-density',
  play(seed) {
    const { options, litres } = planned(seed, [92, 92, 0], [GASOLINE, { ...DIESEL, oilCode: 92 }, DIESEL])
    const journey = new Journey(seed, options).loads(litres)
    const from = journey.truth.operations[1]?.from ?? journey.at
    journey.expects({ kind: 'another product, seen only by its density', types: [321, 329], compartments: [2], from })
    return delivers(journey)
  },
}

const shortLoad: Scenario = {
  name: 'short-load',
  play(seed) {
    const { options, litres } = planned(seed, [92, 92, 0], [GASOLINE, GASOLINE, DIESEL], { 1: 0.035 })
    const journey = new Journey(seed, options).loads(litres)
    const from = journey.truth.operations[0]?.from ?? journey.at
    journey.expects({ kind: '3.5 % less loaded than the slip says', types: [321], compartments: [1], from, until: journey.at })
    return delivers(journey)
  },
}

/** The depot's ticket says 50 L more than went in: within the rule, so it only shows in the litres loaded. */
const shortTicket: Scenario = {
  name: 'short-ticket',
  play(seed) {
    const { options, litres } = planned(seed, [92, 92, 0], [GASOLINE, GASOLINE, DIESEL], { 1: 0.007, 3: 0.006 })
    return delivers(new Journey(seed, options).loads(litres))
  },
}

/** The station says it got less; nothing happened on the truck, whose own litres must be right. */
const shortReceipt: Scenario = {
  name: 'short-receipt',
  play(seed) {
    const { options, litres } = planned(seed, [92, 92, 0], [GASOLINE, GASOLINE, DIESEL])
    return delivers(new Journey(seed, options).loads(litres))
  },
}

/** The last station does not want compartment 3: the slip sends it back to the depot, which takes it. */
const returned: Scenario = {
  name: 'returned-by-slip',
  normal: true,
  play(seed) {
    const slip: DeliverySlip = {
      slipNo: 'S-2',
      depotPlaceId: placeId(DEPOT),
      stops: [
        { placeId: placeId(STATION_A), compartments: [1, 2] },
        { placeId: placeId(DEPOT), compartments: [3] },
      ],
    }
    const journey = loaded(seed, { slip })
    journey.drive(STATION_A.km).unloads(STATION_A, { 1: restL(journey), 2: restL(journey) })
    journey.drive(DEPOT.km).unloads(DEPOT, { 3: restL(journey) })
    return journey.wait(400)
  },
}

export const ORDERS: readonly Scenario[] = [
  residue('left-120', 120, [208, 330]),
  residue('left-180', 180, [207]),
  residueHalfway,
  drainedAfter,
  keptWhole(true),
  keptWhole(false),
  depotTheft,
  yardTheft,
  wrongProduct,
  swapped,
  swappedByDensity,
  shortLoad,
  shortTicket,
  shortReceipt,
  returned,
]
