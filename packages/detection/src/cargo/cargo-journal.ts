import { BOTTOM_VALVE_TRANSMITTER, coverKind, EMERGENCY_VALVE } from '@tanker/domain/devices/probe-type'
import { operationOfEvent } from '@tanker/domain/devices/password-operation'
import { DEVICE_EVENTS, type DeviceEvent, type DeviceEventKind, type ProbeReading } from '@tanker/domain/reading'
import { HALF_UNLOADED, IN_TRANSIT } from '@tanker/domain/trucks/transport-process'
import type { PropertiesOf } from '@tanker/domain/facts/declaration'
import { productChangeFact } from '@tanker/domain/facts/cargo-facts'
import { deviceEventFact, PROBE_EVENTS, type ProbeEvent } from '@tanker/domain/facts/equipment-facts'
import { sealChangeFact, valveFact } from '@tanker/domain/facts/seal-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { ProbeState } from '../seals/probe-state.ts'
import { type Moment, note, placeNow } from '../moment.ts'

const BOTTOM_VALVE_NOT_CLOSED = 28
/** Index in PROBE_FAULTS: a chattering probe is reported by its fault, not by each change. */
const CHATTERS = 1
/** Objects of device events: the event's number × this, plus what it concerns. */
const eventObject = 100_000
const firstProbeEvent = DEVICE_EVENTS.length

/** The cover journal: one row for each change that a seal probe reported, before debounce and judgement. */
export function noteSealChange(moment: Moment, probe: ProbeState, reading: ProbeReading): void {
  if (probe.fault === CHATTERS) return
  const { state } = moment
  const switched = probe.rawOpen !== reading.open
  let gauge: GaugeState | null = null
  for (const known of state.gauges) if (known.compartment === probe.compartment) gauge = known
  note(moment, sealChangeFact, {
    name: 'seal-changed',
    startedAt: moment.at,
    object: probe.compartment * 100 + probe.type,
    endedAt: moment.at,
    place: placeNow(state),
    properties: {
      compartment: probe.compartment,
      probeType: probe.type,
      line: reading.line,
      action: switched ? (reading.open ? 'opened' : 'closed') : reading.wet ? 'wet' : 'dry',
      open: reading.open,
      wet: reading.wet,
      processState: state.process.state,
      levelMm: gauge?.levelMm ?? null,
      volumeL: gauge?.volumeL ?? null,
      sealCount: reading.sealCount,
      loaded: state.loaded,
      resent: moment.resent,
    },
  })
}

/** A probe that stops or starts answering, or whose counter was set back: work on the probe. */
export function noteProbeWork(moment: Moment, probe: ProbeState, reading: ProbeReading): void {
  if (probe.answering !== reading.answering) noteProbeEvent(moment, probe, reading.answering ? 'probe-back' : 'probe-lost')
  if (reading.sealCount < probe.sealCount && reading.answering && reading.sealCount + 1000 < 0xffff) {
    noteProbeEvent(moment, probe, 'seal-count-reset')
  }
}

function noteProbeEvent(moment: Moment, probe: ProbeState, event: ProbeEvent): void {
  const object = (firstProbeEvent + PROBE_EVENTS.indexOf(event)) * eventObject + probe.compartment * 100 + probe.type
  noteEvent(moment, object, event, probe.compartment, { probeType: probe.type })
}

/** As the first two digits of the password stand in the list of passwords. */
const passwordNumber = (subject: number): string => String(subject).padStart(2, '0')

/** Console and key events; driver sign-ins have their own journal. */
export function noteDeviceEvents(moment: Moment, events: readonly DeviceEvent[]): void {
  for (const { event, subject, text } of events) {
    if (event === 'driver-signed-in' || event === 'driver-signed-out') continue
    const object = DEVICE_EVENTS.indexOf(event) * eventObject + (subject % eventObject)
    if (event === 'one-time-password' && operationOfEvent(text)) noteEvent(moment, object, event, 0, { card: passwordNumber(subject) })
    else {
      const byCard = event === 'repair-card' || event === 'one-time-password'
      noteEvent(moment, object, event, byCard ? 0 : subject, { text, card: byCard ? text || String(subject) : null })
    }
  }
}

function noteEvent(
  moment: Moment,
  object: number,
  event: DeviceEventKind | ProbeEvent,
  compartment: number,
  properties: Partial<PropertiesOf<typeof deviceEventFact>>,
): void {
  note(moment, deviceEventFact, {
    name: 'device-event',
    startedAt: moment.at,
    object,
    endedAt: moment.at,
    place: placeNow(moment.state),
    properties: { event, compartment, text: '', card: null, loaded: moment.state.loaded, ...properties },
  })
}

/** After debounce: housings and valves that are no covers, or covers with a journal besides. */
export function noteSwitched(moment: Moment, probe: ProbeState): void {
  const { type } = probe
  if (coverKind(type) === 'housing') noteProbeEvent(moment, probe, probe.open ? 'housing-opened' : 'housing-closed')
  else if (type === BOTTOM_VALVE_TRANSMITTER || type === BOTTOM_VALVE_NOT_CLOSED || type === EMERGENCY_VALVE) noteValve(moment, probe)
}

/** One row per period of a valve: open (12, 28), or cut by its alarm (30). Open on the road with a load is abnormal. */
function noteValve(moment: Moment, probe: ProbeState): void {
  const { state } = moment
  const { motion } = state
  const place = placeNow(state)
  const cut = probe.type === EMERGENCY_VALVE
  const moving = motion.moving || motion.stoppedSinceAt > probe.openedAt
  const inTransit = state.process.state === IN_TRANSIT || state.process.state === HALF_UNLOADED
  note(moment, valveFact, {
    name: probe.open ? 'valve-began' : 'valve-ended',
    startedAt: probe.openedAt,
    object: probe.compartment * 100 + probe.type,
    ...(probe.open ? {} : { endedAt: probe.closePendingAt }),
    place: probe.cover?.place ?? place,
    properties: {
      compartment: probe.compartment,
      probeType: probe.type,
      action: cut ? 'cut' : 'opened',
      reason: reasonOf(moment, probe.type),
      processState: probe.cover?.processState ?? state.process.state,
      loaded: probe.cover?.loaded ?? state.loaded,
      moving,
      judge: !cut && state.loaded && (moving || inTransit) ? 'abnormal' : 'normal',
      speedKmh: motion.speedKmh,
      endPlace: probe.open ? null : place,
    },
  })
}

/** The cause, as far as other signals show it: an alarm, the speed interlock, or the button beside a running operation. */
function reasonOf(moment: Moment, type: number): 'button' | 'interlock' | 'alarm' | 'unknown' {
  const { state } = moment
  if (type === BOTTOM_VALVE_NOT_CLOSED || state.emergency.openAt !== 0) return 'alarm'
  if (state.motion.speedKmh >= moment.thresholds.movingKmh) return 'interlock'
  const works = state.gauges.some(({ operation }) => operation !== null && operation.open)
  return type === EMERGENCY_VALVE && works ? 'button' : 'unknown'
}

/** The product of a compartment changed (product change, 换品). */
export function noteProductChange(moment: Moment, gauge: GaugeState, oilCode: number, events: readonly DeviceEvent[]): void {
  const byConsole = events.some(({ event, subject }) => event === 'product-changed' && (subject === 0 || subject === gauge.compartment))
  const { state, thresholds, context } = moment
  const residueL = gauge.volumeL
  const planned = context.slip?.loads?.some((load) => load.compartment === gauge.compartment && load.oilCode === oilCode) === true
  const sameGroup = Math.sign(gauge.oilCode) === Math.sign(oilCode)
  note(moment, productChangeFact, {
    name: 'product-changed',
    startedAt: moment.at,
    object: gauge.compartment,
    endedAt: moment.at,
    place: placeNow(state),
    properties: {
      compartment: gauge.compartment,
      oldOilCode: gauge.oilCode,
      newOilCode: oilCode,
      residueL,
      by: byConsole ? 'console' : planned ? 'slip' : 'platform',
      mixRisk: residueL < thresholds.residualL ? 'none' : sameGroup ? 'low' : 'high',
      loaded: state.loaded,
    },
  })
}
