import { API_PROBES } from '@tanker/domain/devices/probe-type'
import { type SensingState, SENSING_STATES, sensingMargin, sensingState } from '@tanker/domain/devices/probe-sensing'
import { PROBE_FAULTS, probeSensingFact } from '@tanker/domain/facts/seal-facts'
import type { ProbeSensing } from '@tanker/domain/reading'
import { type Moment, note, placeNow } from '../moment.ts'
import { findProbe } from './probes.ts'
import { type ProbeState, type SensedState, sensedState } from './probe-state.ts'

/** A value that moved by less is the same. */
const sameMv = 50
/** A row at least so often. */
const notedEveryMs = 6 * 3_600_000

/** Takes the electrical values of seal probes in: what is wrong with them, and of those at API valves a row where they have moved. */
export function takeSensing(moment: Moment, sensing: readonly ProbeSensing[]): void {
  // A probe that never reported its state is not one that seals.
  const pairs = sensing.flatMap((values) => {
    const probe = findProbe(moment.state, values.compartment, values.type)
    return probe === null ? [] : [{ probe, values }]
  })
  for (const { probe, values } of pairs) probe.serial = Number(values.serial)
  for (const { probe, values } of pairs) {
    const fault = electricalFault(values, isDouble(moment, probe))
    probe.electrical = fault
    if (fault !== 0 && (probe.fault === 0 || probe.faultSensed === null)) probe.faultSensed = sensedOf(values)
    if (API_PROBES.includes(probe.type)) noteValues(moment, probe, values)
  }
}

/** A console sends its probes in several positions, so the serials of the others are those that it sent last. */
const isDouble = ({ state }: Moment, probe: ProbeState): boolean =>
  probe.serial !== 0 && state.probes.some((other) => other !== probe && other.serial === probe.serial)

/** Index in PROBE_FAULTS. That a probe does not answer is said by its state, which is sent at once. */
function electricalFault({ error, sensorMv, maxMv }: ProbeSensing, isTwice: boolean): number {
  if (error !== 'none' && error !== 'silent') return PROBE_FAULTS.indexOf(error)
  if (isTwice) return PROBE_FAULTS.indexOf('duplicate-serial')
  return sensorMv !== null && maxMv !== null && maxMv > 0 && sensorMv > maxMv ? PROBE_FAULTS.indexOf('over-range') : 0
}

const sensedOf = ({ serial, line, sensorMv, gateMv, zeroMv, maxMv }: ProbeSensing): SensedState =>
  sensedState.initial({
    serial: Number(serial),
    line,
    sensor: plusOne(sensorMv),
    gate: plusOne(gateMv),
    zero: plusOne(zeroMv),
    max: plusOne(maxMv),
  })

const plusOne = (value: number | null): number => (value === null ? 0 : value + 1)
const known = (stored: number): number | null => (stored === 0 ? null : stored - 1)

/** The properties of a fault that its electronics have. */
export const sensedProperties = ({ serial, line, sensor, gate, zero, max }: SensedState) => ({
  serial: tenDigits(serial),
  line,
  sensorMv: known(sensor),
  gateMv: known(gate),
  zeroMv: known(zero),
  maxMv: known(max),
})

const tenDigits = (serial: number): string => String(serial).padStart(10, '0')

function noteValues(moment: Moment, probe: ProbeState, values: ProbeSensing): void {
  const { at, thresholds } = moment
  const marginPercent = sensingMargin(values)
  const state = sensingState(marginPercent, thresholds.apiMarginPercent)
  const sum = sumOf(values, probe, state)
  const sensor = plusOne(values.sensorMv)
  const isSame = sum === probe.notedSum && Math.abs(sensor - probe.notedMv) < sameMv
  if (isSame && probe.notedAt !== 0 && at - probe.notedAt < notedEveryMs) return
  Object.assign(probe, { notedAt: at, notedMv: sensor, notedSum: sum })
  const { compartment, type: probeType, line, error, serial, sensorMv, closeMv, gateMv, zeroMv, midMv, maxMv } = values
  const { rawOpen: open, rawWet: wet } = probe
  note(moment, probeSensingFact, {
    name: 'probe-sensing',
    startedAt: at,
    endedAt: at,
    object: compartment * 100 + probeType,
    place: placeNow(moment.state),
    properties: {
      compartment,
      probeType,
      line,
      error,
      serial,
      sensorMv,
      closeMv,
      gateMv,
      zeroMv,
      midMv,
      maxMv,
      open,
      wet,
      marginPercent,
      state,
    },
  })
}

/** All but the sensor value: another sum is another row. */
function sumOf(
  { serial, error, closeMv, gateMv, zeroMv, midMv, maxMv }: ProbeSensing,
  { rawOpen, rawWet }: ProbeState,
  state: SensingState,
): number {
  let sum = Number(serial) % 65_521
  for (const value of [closeMv, gateMv, zeroMv, midMv, maxMv]) sum = (sum * 31 + plusOne(value)) % 65_521
  for (const word of [SENSING_STATES.indexOf(state), PROBE_FAULTS.indexOf(error === 'none' ? '' : error), rawOpen ? 1 : 0, rawWet ? 1 : 0])
    sum = (sum * 31 + word) % 65_521
  return sum
}
