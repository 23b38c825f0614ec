import { type AirtightVerdict, allowedLossPa, HOLD_S, judgeAirtight, pressureLossPa } from '@tanker/domain/devices/airtight-test'
import { airtightTestFact } from '@tanker/domain/facts/equipment-facts'
import { AIRTIGHT_TESTS, type AirtightBox } from '@tanker/domain/reading'
import { type Moment, note, placeNow } from '../moment.ts'
import { hundredths, int, oneOf, place, rare, type StateOf, tenths, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

export const airtightState = stateOf({
  /** Number of the test that was judged last: its box may hold on. */
  ...rare({ doneNo: uint() }),
  ...when('startedAt', {
    /** Begin of the hold that is watched; 0 none. */
    startedAt: time(),
    testNo: uint(),
    test: oneOf(AIRTIGHT_TESTS, 'none'),
    startPa: int(),
    lastAt: time(),
    lastPa: int(),
    compartmentBits: uint(),
    /** All that is tested together; 0 where a capacity is not known. */
    volumeL: hundredths(),
    temperatureC: tenths(),
    place: place(),
  }),
})
type Hold = StateOf<typeof airtightState>

/** Airtightness tests (menu 2.9): one row for each time a box held a pressure, judged when its five minutes are over. */
export function stepAirtight(moment: Moment, box: AirtightBox, hold: Hold): void {
  if (!box.answering) return
  const isHolding = box.phase === 'holding' && box.test !== 'none' && box.testNo !== 0
  if (hold.startedAt !== 0) {
    if (isHolding && box.testNo === hold.testNo && box.test === hold.test) return follow(moment, hold, box)
    finish(moment, hold, null)
  }
  if (isHolding && box.testNo !== hold.doneNo) begin(moment, hold, box)
}

function begin(moment: Moment, hold: Hold, box: AirtightBox): void {
  const { compartments } = moment.context
  const isTested = (compartment: number): boolean => box.compartmentBits === 0 || (box.compartmentBits & (1 << (compartment - 1))) !== 0
  const tested = compartments.filter(({ compartment }) => isTested(compartment))
  const bits = tested.reduce((sum, { compartment }) => sum | (1 << (compartment - 1)), 0)
  const isKnown = tested.length > 0 && (box.compartmentBits === 0 || bits === box.compartmentBits)
  Object.assign(hold, {
    startedAt: moment.at,
    testNo: box.testNo,
    test: box.test,
    startPa: box.pressurePa,
    lastAt: moment.at,
    lastPa: box.pressurePa,
    compartmentBits: box.compartmentBits === 0 ? bits : box.compartmentBits,
    volumeL: isKnown ? tested.reduce((sum, { capacityL }) => sum + capacityL, 0) : 0,
    temperatureC: box.temperatureC,
    place: placeNow(moment.state),
  })
  report(moment, hold, null)
}

function follow(moment: Moment, hold: Hold, box: AirtightBox): void {
  if (moment.at - hold.startedAt >= HOLD_S * 1_000) return finish(moment, hold, { at: moment.at, pressurePa: box.pressurePa })
  hold.lastAt = moment.at
  hold.lastPa = box.pressurePa
}

/** @param next the first reading after the time of the hold; null where the box ended it earlier */
function finish(moment: Moment, hold: Hold, next: { readonly at: number; readonly pressurePa: number } | null): void {
  const heldS = (at: number): number => (at - hold.startedAt) / 1_000
  if (hold.test !== 'none') {
    const verdict = judgeAirtight({
      test: hold.test,
      startPa: hold.startPa,
      limitPa: limitOf(hold),
      last: { heldS: heldS(hold.lastAt), pressurePa: hold.lastPa },
      next: next && { heldS: heldS(next.at), pressurePa: next.pressurePa },
    })
    report(moment, hold, verdict)
  }
  Object.assign(hold, airtightState.initial({ doneNo: hold.testNo }))
}

/** No limit is known for the vapour line (decision 57). */
const limitOf = ({ test, volumeL }: Hold): number | null => (test === 'recovery' || volumeL === 0 ? null : allowedLossPa(volumeL))

function report(moment: Moment, hold: Hold, verdict: AirtightVerdict | null): void {
  if (hold.test === 'none' || hold.place === null) return
  note(moment, airtightTestFact, {
    name: verdict === null ? 'airtight-test-began' : 'airtight-test-ended',
    startedAt: hold.startedAt,
    ...(verdict && { endedAt: hold.startedAt + Math.round(verdict.heldS * 1_000) }),
    place: hold.place,
    properties: {
      testNo: hold.testNo,
      test: hold.test,
      compartmentBits: hold.compartmentBits,
      volumeL: hold.volumeL === 0 ? null : hold.volumeL,
      temperatureC: hold.temperatureC,
      startPa: hold.startPa,
      endPa: verdict?.endPa ?? null,
      lossPa: verdict === null ? null : pressureLossPa(hold.test, hold.startPa, verdict.endPa),
      limitPa: limitOf(hold),
      result: verdict?.result ?? null,
    },
  })
}
