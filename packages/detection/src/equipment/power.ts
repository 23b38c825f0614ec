import { distanceM } from '@tanker/domain/fences/geo'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import { powerCutAlarmFact, powerCutFact, underVoltageFact } from '@tanker/domain/facts/equipment-facts'
import type { Reading } from '@tanker/domain/reading'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { flag, hundredths, place, type StateOf, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

export const powerState = stateOf({
  /** The supply was once seen above 18 V. */
  is24V: flag(),
  ...when('cutSinceAt', {
    cutSinceAt: time(),
    cutPlace: place(),
    movedM: uint(),
    lowestV: hundredths(),
    alarmAt: time(),
    backSinceAt: time(),
  }),
  ...when(['underSinceAt', 'underAt'], { underSinceAt: time(), underAt: time(), underPlace: place(), underEndSinceAt: time() }),
})
type PowerState = StateOf<typeof powerState>

/** A supply above this belongs to a 24 V truck. */
const is24From = 18

/** Power cut (323 and its record) by seconds or by metres without supply, and under-voltage (324). */
export function stepPower(moment: Moment, reading: Reading, power: PowerState): void {
  if (reading.power === undefined) return
  const volts = Math.round(reading.power.externalV * 100) / 100
  if (volts > is24From) power.is24V = true
  stepCut(moment, power, volts)
  stepUnderVoltage(moment, power, volts)
}

function stepCut(moment: Moment, power: PowerState, volts: number): void {
  const { at, state, thresholds } = moment
  if (volts < (power.is24V ? thresholds.powerCutHighV : thresholds.powerCutLowV)) {
    power.backSinceAt = 0
    if (power.cutSinceAt === 0) {
      power.cutSinceAt = at
      power.cutPlace = placeNow(state)
      power.lowestV = volts
    }
    power.lowestV = Math.min(power.lowestV, volts)
    noteMoved(moment, power)
    if (power.alarmAt !== 0 || !cutTooLong(moment, power)) return
    power.alarmAt = power.cutSinceAt
    reportCut(moment, power, null)
    return
  }
  if (power.cutSinceAt === 0) return
  if (power.backSinceAt === 0) {
    power.backSinceAt = at
    // A console without a battery is silent until the supply is back: then the cut is reported complete.
    if (power.alarmAt === 0) noteMoved(moment, power)
    if (power.alarmAt === 0 && cutTooLong(moment, power)) power.alarmAt = power.cutSinceAt
  }
  if (at - power.backSinceAt < thresholds.powerBackS * 1000) return
  if (power.alarmAt !== 0) reportCut(moment, power, power.backSinceAt)
  power.cutSinceAt = 0
  power.cutPlace = null
  power.alarmAt = 0
  power.backSinceAt = 0
  power.movedM = 0
}

function noteMoved({ state: { fix } }: Moment, power: PowerState): void {
  const { cutPlace } = power
  if (cutPlace !== null) power.movedM = Math.round(distanceM(cutPlace.lat, cutPlace.lng, fix.lat, fix.lng))
}

const cutTooLong = ({ at, thresholds }: Moment, power: PowerState): boolean =>
  at - power.cutSinceAt > thresholds.powerCutS * 1000 || power.movedM > thresholds.powerCutM

function reportCut(moment: Moment, power: PowerState, endedAt: number | null): void {
  const { loaded } = moment.state
  if (power.cutPlace === null) return
  const name = endedAt === null ? 'power-cut-began' : 'power-cut-ended'
  const ended = endedAt === null ? {} : { endedAt }
  const properties = {
    durationS: endedAt === null ? null : Math.round((endedAt - power.alarmAt) / 1000),
    distanceM: power.movedM,
    lowestV: power.lowestV,
    loaded,
    endPlace: endedAt === null ? null : placeNow(moment.state),
  }
  note(moment, powerCutFact, { name, startedAt: power.alarmAt, ...ended, place: power.cutPlace, properties })
  const grade = loaded ? 'red' : 'yellow'
  raise(moment, powerCutAlarmFact, { name, startedAt: power.alarmAt, ...ended, grade, place: power.cutPlace, properties })
}

function stepUnderVoltage(moment: Moment, power: PowerState, volts: number): void {
  const { at, state, thresholds } = moment
  const { motion } = state
  const limit = power.is24V ? thresholds.underVoltageHighV : thresholds.underVoltageLowV
  const cut = volts < (power.is24V ? thresholds.powerCutHighV : thresholds.powerCutLowV)
  if (power.underAt === 0) {
    const under = volts < limit && !cut && motion.accOn
    power.underSinceAt = under ? power.underSinceAt || at : 0
    if (!under || at - power.underSinceAt < thresholds.underVoltageS * 1000) return
    power.underAt = power.underSinceAt
    power.underPlace = placeNow(state)
    reportUnder(moment, power, volts, limit, null)
    return
  }
  const margin = power.is24V ? thresholds.underVoltageEndHighV : thresholds.underVoltageEndLowV
  const back = volts >= roundHalfAway(limit + margin, 2)
  power.underEndSinceAt = back ? power.underEndSinceAt || at : 0
  if (!back || at - power.underEndSinceAt < thresholds.underVoltageS * 1000) return
  reportUnder(moment, power, volts, limit, power.underEndSinceAt)
  power.underAt = 0
  power.underSinceAt = 0
  power.underEndSinceAt = 0
  power.underPlace = null
}

function reportUnder(moment: Moment, power: PowerState, volts: number, limitV: number, endedAt: number | null): void {
  const { motion } = moment.state
  if (power.underPlace === null) return
  raise(moment, underVoltageFact, {
    name: endedAt === null ? 'under-voltage-began' : 'under-voltage-ended',
    startedAt: power.underAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'yellow',
    place: power.underPlace,
    properties: { source: 'vehicle', volts, limitV, accOn: motion.accOn },
  })
}
