/** Unloading at a station: settle, open the box, hose on, flow, run dry, empty proof, seal up. */
import { API_VALVE, BOTTOM_VALVE, BOTTOM_VALVE_WET, BOX_DOOR, COMPARTMENT_BOTTOM_WET, OVERFLOW_SOCKET } from '@tanker/domain/probe-type'
import { type Compartment, drawOff, volumeL } from '../cargo.ts'
import { type Story, wait } from '../story.ts'
import { setProbe, type TruckBody } from '../truck-body.ts'

const flowStepS = 2

/** What to leave in a compartment; 0 empties it. */
export type Drop = { readonly compartment: Compartment; readonly leaveL: number }

/** At the last stop of a trip a scenario's quirks come true. */
export function* unload(body: TruckBody, drops: readonly Drop[], last: boolean): Story {
  const { random } = body
  const quirks = last ? { ...body.quirks } : { stopShortL: 0, skipEmptyProof: false }
  body.activity = 'unloading'
  yield* wait(random.whole(20, 60))
  body.accOn = false
  yield* wait(random.whole(120, 260))
  setProbe(body, 0, OVERFLOW_SOCKET, { open: true })
  yield* wait(random.whole(30, 70))
  for (const [index, { compartment, leaveL }] of drops.entries()) {
    // The box is shut while the hose is moved to the next compartment.
    setProbe(body, 0, BOX_DOOR, { open: true })
    yield* wait(random.whole(20, 40))
    yield* drain(body, compartment, index === 0 ? Math.max(leaveL, quirks.stopShortL) : leaveL, !quirks.skipEmptyProof)
    yield* wait(random.whole(10, 20))
    setProbe(body, 0, BOX_DOOR, { open: false })
    yield* wait(random.whole(20, 45))
  }
  if (last) Object.assign(body.quirks, { stopShortL: 0, skipEmptyProof: false })
  setProbe(body, 0, OVERFLOW_SOCKET, { open: false })
  body.activity = 'waiting'
  yield* wait(random.whole(90, 240))
}

function* drain(body: TruckBody, compartment: Compartment, leaveL: number, proveEmpty: boolean): Story {
  const { random, ledger } = body
  const number = compartment.row.compartment
  const startL = volumeL(compartment)
  if (startL - leaveL < 50) return
  const fullRate = random.between(480, 820)
  setProbe(body, number, API_VALVE, { open: true })
  yield* wait(random.whole(10, 20))
  setProbe(body, number, BOTTOM_VALVE, { open: true })
  setProbe(body, number, API_VALVE, { wet: true })
  body.operation = 'begin'
  for (let left = startL - leaveL; left > 0.01;) {
    // The head falls with the level: the last tenth runs ever slower.
    const taper = Math.max(0.15, Math.min(1, left / (0.1 * startL)))
    const taken = drawOff(compartment, Math.min((fullRate / 60) * flowStepS * taper, left), ledger, 'unloadedL')
    if (taken === 0) break
    left -= taken
    yield flowStepS
  }
  body.operation = 'end'
  const emptied = leaveL < 1
  if (emptied && proveEmpty) {
    yield* wait(random.whole(60, 120))
    setProbe(body, number, COMPARTMENT_BOTTOM_WET, { wet: false })
    setProbe(body, number, BOTTOM_VALVE_WET, { wet: false })
    setProbe(body, number, API_VALVE, { wet: false })
    // The bottom valve stays open over the dry probes: that is the proof.
    yield* wait(random.whole(80, 130))
  } else {
    yield* wait(random.whole(15, 30))
    setProbe(body, number, API_VALVE, { wet: false })
  }
  setProbe(body, number, BOTTOM_VALVE, { open: false })
  setProbe(body, number, API_VALVE, { open: false })
}
