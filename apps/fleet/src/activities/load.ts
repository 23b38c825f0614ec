/** Loading at the depot: queue, gantry, one compartment after another, papers. */
import {
  API_VALVE,
  BOTTOM_VALVE_WET,
  COMPARTMENT_BOTTOM_WET,
  EMERGENCY_VALVE,
  MANHOLE,
  OVERFLOW_SOCKET,
} from '@tanker/domain/devices/probe-type'
import { type Compartment, pourIn, roomL } from '../cargo.ts'
import { writeMeterTicket } from '../office.ts'
import { type Story, wait } from '../story.ts'
import { bottomValveType, setBoxDoors, setProbe, type TruckBody } from '../truck-body.ts'
import { enterProduct } from './product.ts'

const flowStepS = 2
/** Of capacity; the rule says at most 0.95. */
const brimful = 0.985

/** Litres a minute through the arm, by how far the filling has come (domain B.4). */
function armRate(done: number, top: boolean): number {
  const full = top ? 1_000 : 1_500
  if (done < 0.1) return 260
  return done > 0.95 ? full * 0.35 : full
}

/** @param plannedL what the slip orders, by compartment number; apparent litres at the depot's temperature */
export function* load(body: TruckBody, plannedL: ReadonlyMap<number, number>): Story {
  const { random, quirks } = body
  const { topLoading: top, overfill, wrongProduct } = quirks
  Object.assign(quirks, { topLoading: false, overfill: false, wrongProduct: false })
  body.activity = 'waiting'
  yield* wait(random.whole(180, 700))
  body.activity = 'loading'
  body.accOn = false
  yield* wait(random.whole(80, 140))
  setProbe(body, 0, OVERFLOW_SOCKET, { open: true })
  if (wrongProduct && body.compartments[0]) enterProduct(body, body.compartments[0])
  yield* wait(random.whole(15, 30))
  for (const [index, compartment] of body.compartments.entries()) {
    // The box is shut while the arm is swung to the next compartment.
    if (!top) setBoxDoors(body, true)
    yield* wait(random.whole(10, 25))
    const ordered = plannedL.get(compartment.row.compartment) ?? 0
    // The preset stops the arm within a few litres.
    const wanted = overfill && index === 0 ? roomL(compartment, brimful) : Math.min(ordered + random.normal(2), roomL(compartment, 0.95))
    yield* fill(body, compartment, top, wanted)
    if (overfill && index === 0) body.gaugeReason = 'LA'
    yield* wait(random.whole(10, 20))
    if (!top) setBoxDoors(body, false)
    yield* wait(random.whole(30, 60))
  }
  setProbe(body, 0, OVERFLOW_SOCKET, { open: false })
  // Weighbridge, papers and the driver's seals.
  body.activity = 'waiting'
  body.gaugeReason = 'LP'
  yield* wait(random.whole(200, 500))
}

function* fill(body: TruckBody, compartment: Compartment, top: boolean, wanted: number): Story {
  const { random, ledger } = body
  const number = compartment.row.compartment
  if (wanted < 200) return
  const depotC = random.between(22, 26)
  setProbe(body, number, top ? MANHOLE : API_VALVE, { open: true })
  yield* wait(random.whole(10, 20))
  if (!top) {
    setProbe(body, 0, EMERGENCY_VALVE, { open: true })
    setProbe(body, number, API_VALVE, { wet: true })
    setProbe(body, number, bottomValveType(body), { open: true })
  }
  setProbe(body, number, BOTTOM_VALVE_WET, { wet: true })
  setProbe(body, number, COMPARTMENT_BOTTOM_WET, { wet: true })
  body.operation = 'begin'
  let poured = 0
  while (poured < wanted) {
    const litres = Math.min((armRate(poured / wanted, top) / 60) * flowStepS * random.between(0.97, 1.03), wanted - poured)
    if (!body.valvesCut) {
      pourIn(compartment, litres, depotC, ledger)
      poured += litres
    }
    yield flowStepS
  }
  body.operation = 'end'
  writeMeterTicket(body, compartment, poured, depotC)
  yield* wait(random.whole(10, 20))
  if (!top) {
    setProbe(body, number, bottomValveType(body), { open: false })
    setProbe(body, 0, EMERGENCY_VALVE, { open: false })
    setProbe(body, number, API_VALVE, { wet: false })
  }
  setProbe(body, number, top ? MANHOLE : API_VALVE, { open: false })
}
