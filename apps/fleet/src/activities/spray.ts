/** The day of a water truck: fill at the yard, sprinkle the streets on the way, come back. */
import type { Atlas } from '../atlas.ts'
import { BOTTOM_VALVE, MANHOLE } from '@tanker/domain/devices/probe-type'
import { drawOff, pourIn, roomL, volumeL } from '../cargo.ts'
import { type Story, wait } from '../story.ts'
import { setProbe, type TruckBody } from '../truck-body.ts'
import type { PlaceRow } from '../world.ts'
import { drive } from './drive.ts'

const hydrantLPerMin = 900
const nozzleLPerS = 2.2
const sprayedAtStop = 0.4
/** Share of the speed limits while it sprays. */
export const sprayingPace = 0.55

export function* sprinkleStreets(body: TruckBody, atlas: Atlas, yard: PlaceRow, turnAt: PlaceRow): Story {
  const { random, ledger } = body
  yield* drive(body, atlas, yard)
  body.activity = 'loading'
  yield* wait(random.whole(60, 200))
  setProbe(body, 1, MANHOLE, { open: true })
  for (const compartment of body.compartments) {
    for (let room = roomL(compartment, 0.93); room > 1; room -= hydrantLPerMin / 6) {
      pourIn(compartment, Math.min(room, hydrantLPerMin / 6), 17, ledger)
      yield 5
      yield 5
    }
  }
  setProbe(body, 1, MANHOLE, { open: false })
  yield* wait(random.whole(60, 240))
  setProbe(body, 1, BOTTOM_VALVE, { open: true })
  body.hurry = sprayingPace
  const tank = body.compartments[0]!
  for (const seconds of drive(body, atlas, turnAt)) {
    if (body.drivenM > 400) drawOff(tank, Math.min(nozzleLPerS, volumeL(tank) * sprayedAtStop) * seconds, ledger, 'unloadedL')
    body.activity = 'spraying'
    yield seconds
  }
  setProbe(body, 1, BOTTOM_VALVE, { open: false })
  body.hurry = 1
  body.accOn = false
  body.activity = 'parked'
  yield* wait(random.whole(1_230, 1_800))
}
