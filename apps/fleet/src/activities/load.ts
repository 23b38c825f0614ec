/** Loading at the depot: queue, gantry, one compartment after another, papers. */
import {
  API_VALVE,
  BOTTOM_VALVE,
  BOTTOM_VALVE_WET,
  BOX_DOOR,
  COMPARTMENT_BOTTOM_WET,
  MANHOLE,
  OVERFLOW_SOCKET,
} from '@tanker/domain/probe-type'
import { type Compartment, pourIn, roomL } from '../cargo.ts'
import { type Story, wait } from '../story.ts'
import { setProbe, type TruckBody } from '../truck-body.ts'

const flowStepS = 2

/** Litres a minute through the arm, by how far the filling has come (domain B.4). */
function armRate(done: number, top: boolean): number {
  const full = top ? 1_000 : 1_500
  if (done < 0.1) return 260
  return done > 0.95 ? full * 0.35 : full
}

export function* load(body: TruckBody): Story {
  const { random, quirks } = body
  const top = quirks.topLoading
  quirks.topLoading = false
  body.activity = 'waiting'
  yield* wait(random.whole(180, 700))
  body.activity = 'loading'
  body.accOn = false
  yield* wait(random.whole(80, 140))
  setProbe(body, 0, OVERFLOW_SOCKET, { open: true })
  yield* wait(random.whole(15, 30))
  for (const compartment of body.compartments) {
    // The box is shut while the arm is swung to the next compartment.
    if (!top) setProbe(body, 0, BOX_DOOR, { open: true })
    yield* wait(random.whole(10, 25))
    yield* fill(body, compartment, top, random.between(0.9, 0.945))
    yield* wait(random.whole(10, 20))
    if (!top) setProbe(body, 0, BOX_DOOR, { open: false })
    yield* wait(random.whole(30, 60))
  }
  setProbe(body, 0, OVERFLOW_SOCKET, { open: false })
  // Weighbridge, papers and the driver's seals.
  body.activity = 'waiting'
  yield* wait(random.whole(200, 500))
}

function* fill(body: TruckBody, compartment: Compartment, top: boolean, share: number): Story {
  const { random, ledger } = body
  const number = compartment.row.compartment
  const wanted = roomL(compartment, share)
  if (wanted < 200) return
  const depotC = random.between(22, 26)
  setProbe(body, number, top ? MANHOLE : API_VALVE, { open: true })
  yield* wait(random.whole(10, 20))
  if (!top) {
    setProbe(body, number, API_VALVE, { wet: true })
    setProbe(body, number, BOTTOM_VALVE, { open: true })
  }
  setProbe(body, number, BOTTOM_VALVE_WET, { wet: true })
  setProbe(body, number, COMPARTMENT_BOTTOM_WET, { wet: true })
  body.operation = 'begin'
  for (let poured = 0; poured < wanted;) {
    const litres = Math.min((armRate(poured / wanted, top) / 60) * flowStepS * random.between(0.97, 1.03), wanted - poured)
    pourIn(compartment, litres, depotC, ledger)
    poured += litres
    yield flowStepS
  }
  body.operation = 'end'
  yield* wait(random.whole(10, 20))
  if (!top) {
    setProbe(body, number, BOTTOM_VALVE, { open: false })
    setProbe(body, number, API_VALVE, { wet: false })
  }
  setProbe(body, number, top ? MANHOLE : API_VALVE, { open: false })
}
