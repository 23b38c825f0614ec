/** Unloading at a station: settle, open the box, hose on, flow, run dry, empty proof, seal up. */
import { API_VALVE, BOTTOM_VALVE_WET, COMPARTMENT_BOTTOM_WET, EMERGENCY_VALVE, OVERFLOW_SOCKET } from '@tanker/domain/devices/probe-type'
import { type Compartment, drawOff, volumeL } from '../cargo.ts'
import { beginDelivery, countDelivery, endDelivery } from '../flow-meter.ts'
import { type Receipt, writeStationGauge } from '../office.ts'
import { type Story, wait } from '../story.ts'
import { bottomValveType, setBoxDoors, setProbe, type TruckBody } from '../truck-body.ts'

const flowStepS = 2
/** The hose is choked at the station's end for a while: the flow drops, then surges. */
const throttled = { chance: 0.25, share: 0.35, from: 0.4, to: 0.55 }

/** What to leave in a compartment; 0 empties it. */
export type Drop = { readonly compartment: Compartment; readonly leaveL: number }

/** At the last stop of a trip a scenario's quirks come true. */
export function* unload(body: TruckBody, drops: readonly Drop[], last: boolean): Story {
  const { random } = body
  const quirks = last ? { ...body.quirks } : { stopShortL: 0, skipEmptyProof: false, shortProof: false, reopenValve: false }
  const receipts = new Map<number, Receipt>()
  body.activity = 'unloading'
  yield* wait(random.whole(20, 60))
  body.accOn = false
  yield* wait(random.whole(120, 260))
  setProbe(body, 0, OVERFLOW_SOCKET, { open: true })
  yield* wait(random.whole(30, 70))
  for (const [index, { compartment, leaveL }] of drops.entries()) {
    // The box is shut while the hose is moved to the next compartment.
    setBoxDoors(body, true)
    yield* wait(random.whole(20, 40))
    const before = { startedAt: body.at, v20L: compartment.v20L }
    const proof = quirks.skipEmptyProof ? 'none' : quirks.shortProof ? 'short' : 'proper'
    yield* drain(body, compartment, index === 0 ? Math.max(leaveL, quirks.stopShortL) : leaveL, proof)
    receive(receipts, compartment, before.startedAt, before.v20L - compartment.v20L)
    yield* wait(random.whole(10, 20))
    setBoxDoors(body, false)
    yield* wait(random.whole(20, 45))
  }
  for (const receipt of receipts.values()) writeStationGauge(body, receipt)
  const first = drops[0]?.compartment.row.compartment
  if (quirks.reopenValve && first !== undefined) yield* reopen(body, first)
  if (last) Object.assign(body.quirks, { stopShortL: 0, skipEmptyProof: false, shortProof: false, reopenValve: false })
  setProbe(body, 0, OVERFLOW_SOCKET, { open: false })
  body.activity = 'waiting'
  yield* wait(random.whole(90, 240))
}

/** Compartments with the same product flow into the same tank of the station. */
function receive(receipts: Map<number, Receipt>, { product, temperatureC }: Compartment, startedAt: number, v20L: number): void {
  const one = receipts.get(product.oilCode)
  const sum = v20L + (one?.v20L ?? 0)
  receipts.set(product.oilCode, {
    product,
    startedAt: one?.startedAt ?? startedAt,
    v20L: sum,
    temperatureC: sum > 0 ? (temperatureC * v20L + (one?.temperatureC ?? 0) * (one?.v20L ?? 0)) / sum : temperatureC,
  })
}

function* drain(body: TruckBody, compartment: Compartment, leaveL: number, proof: 'none' | 'short' | 'proper'): Story {
  const { random, ledger, meter } = body
  const number = compartment.row.compartment
  const startL = volumeL(compartment)
  if (startL - leaveL < 50) return
  const fullRate = random.between(480, 820)
  const throttles = random.chance(throttled.chance)
  setProbe(body, number, API_VALVE, { open: true })
  yield* wait(random.whole(10, 20))
  setProbe(body, 0, EMERGENCY_VALVE, { open: true })
  setProbe(body, number, bottomValveType(body), { open: true })
  setProbe(body, number, API_VALVE, { wet: true })
  body.operation = 'begin'
  if (meter) beginDelivery(meter, compartment)
  for (let left = startL - leaveL; left > 0.01;) {
    if (body.valvesCut) {
      yield flowStepS
      continue
    }
    // The head falls with the level: the last tenth runs ever slower.
    const taper = Math.max(0.15, Math.min(1, left / (0.1 * startL)))
    const done = 1 - left / (startL - leaveL)
    const open = throttles && done > throttled.from && done < throttled.to ? throttled.share : 1
    const taken = drawOff(compartment, Math.min((fullRate / 60) * flowStepS * taper * open, left), ledger, 'unloadedL')
    if (taken === 0) break
    if (meter) countDelivery(meter, compartment, taken, flowStepS)
    left -= taken
    yield flowStepS
  }
  if (meter) endDelivery(meter)
  body.operation = 'end'
  const emptied = leaveL < 1
  if (emptied && proof !== 'none') {
    yield* wait(random.whole(60, 120))
    setProbe(body, number, COMPARTMENT_BOTTOM_WET, { wet: false })
    setProbe(body, number, BOTTOM_VALVE_WET, { wet: false })
    setProbe(body, number, API_VALVE, { wet: false })
    // The bottom valve stays open over the dry probes: that is the proof.
    yield* wait(proof === 'short' ? 12 : random.whole(80, 130))
  } else {
    yield* wait(random.whole(15, 30))
    setProbe(body, number, API_VALVE, { wet: false })
  }
  setProbe(body, number, bottomValveType(body), { open: false })
  setProbe(body, 0, EMERGENCY_VALVE, { open: false })
  setProbe(body, number, API_VALVE, { open: false })
}

/** Checks a proven compartment once more; not required. */
function* reopen(body: TruckBody, compartment: number): Story {
  yield* wait(420)
  setProbe(body, compartment, bottomValveType(body), { open: true })
  yield* wait(90)
  setProbe(body, compartment, bottomValveType(body), { open: false })
  yield* wait(60)
}
