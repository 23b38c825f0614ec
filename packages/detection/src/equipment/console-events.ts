import type { DeviceEvent } from '@tanker/domain/reading'
import { operationOfEvent } from '@tanker/domain/devices/password-operation'
import type { Place } from '@tanker/domain/facts/place'
import { shutdownAlarmFact, shutdownFact, terminalInterruptedFact } from '@tanker/domain/facts/equipment-facts'
import { signInFact } from '@tanker/domain/facts/driving-facts'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { place, type StateOf, time, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'
import { endSealBreaks } from '../seals/seal-breaks.ts'

export const shutdownState = stateOf(
  when(['consoleAt', 'controllerAt'], { consoleAt: time(), consolePlace: place(), controllerAt: time(), controllerPlace: place() }),
)
type ShutdownState = StateOf<typeof shutdownState>

/** What the console says once: shutdowns (311), the silent controller (214), cards, passwords, the manual empty proof. */
export function takeConsoleEvents(moment: Moment, shutdown: ShutdownState, events: readonly DeviceEvent[]): void {
  const { at, state } = moment
  for (const { event, subject, text } of events) {
    switch (event) {
      case 'console-shut-down':
        if (shutdown.consoleAt === 0) {
          shutdown.consoleAt = at
          shutdown.consolePlace = placeNow(state)
          reportShutdown(moment, '1', at, placeNow(state), null)
        }
        break
      case 'console-started':
        if (shutdown.consoleAt === 0) reportRestart(moment)
        else endShutdown(moment, shutdown, '1')
        break
      case 'controller-shut-down':
        if (shutdown.controllerAt === 0) {
          shutdown.controllerAt = at
          shutdown.controllerPlace = placeNow(state)
          reportShutdown(moment, '2', at, placeNow(state), null)
        }
        break
      case 'controller-started':
        endShutdown(moment, shutdown, '2')
        break
      case 'controller-silent':
        if (state.silent.openAt === 0) beginSilence(moment, at)
        break
      case 'repair-card':
        authorise(moment)
        break
      case 'one-time-password':
        // A password for a receipt or another product does not authorise openings.
        if (operationOfEvent(text)?.opens !== false) authorise(moment)
        break
      case 'manual-empty-proof':
        state.process.manualProofAt = at
        break
      case 'seals-armed':
        endSealBreaks(moment)
        break
      case 'driver-signed-in':
      case 'driver-signed-out':
        note(moment, signInFact, {
          name: event,
          startedAt: at,
          object: subject,
          endedAt: at,
          place: placeNow(state),
          properties: { driver: subject, text, event },
        })
        break
      default:
        break
    }
  }
}

function authorise({ at, state, thresholds }: Moment): void {
  state.authorisedUntil = Math.max(state.authorisedUntil, at + thresholds.authorisedMin * 60_000)
}

function endShutdown(moment: Moment, shutdown: ShutdownState, device: '1' | '2'): void {
  const startedAt = device === '1' ? shutdown.consoleAt : shutdown.controllerAt
  const place = device === '1' ? shutdown.consolePlace : shutdown.controllerPlace
  if (startedAt === 0 || place === null) return
  reportShutdown(moment, device, startedAt, place, moment.at)
  if (device === '1') {
    shutdown.consoleAt = 0
    shutdown.consolePlace = null
  } else {
    shutdown.controllerAt = 0
    shutdown.controllerPlace = null
  }
}

/** A start after a silence without a shutdown message is a shutdown too; it is reported complete, with start and end. */
function reportRestart(moment: Moment): void {
  const { at, state, thresholds } = moment
  // The rules of the minute ran with the last reading before the silence, or within the minute before it.
  const heardAt = state.custody.minuteAt
  if (heardAt === 0 || at - heardAt < thresholds.restartGapMin * 60_000) return
  reportShutdown(moment, '1', at, placeNow(state), at, false)
}

/** Spec 4.4: remark2 is 1 for the console, 2 for the controller. */
function reportShutdown(
  moment: Moment,
  device: '1' | '2',
  startedAt: number,
  place: Place,
  endedAt: number | null,
  announced = true,
): void {
  const { loaded } = moment.state
  const name = endedAt === null ? 'shutdown-began' : 'shutdown-ended'
  const ended = endedAt === null ? {} : { endedAt }
  const object = Number(device)
  const properties = { device: device === '1' ? ('console' as const) : ('controller' as const), loaded, announced }
  note(moment, shutdownFact, { name, startedAt, object, ...ended, place, properties })
  const grade = loaded ? 'red' : 'yellow'
  raise(moment, shutdownAlarmFact, { name, startedAt, object, ...ended, grade, place, properties, remark2: device })
}

/** Console interrupt (214): positions come, gauges and seals are silent with a load aboard. */
export function stepSilence(moment: Moment, cargoHeard: boolean): void {
  const { at, state, thresholds } = moment
  const { silent } = state
  if (cargoHeard) {
    if (silent.openAt !== 0) {
      reportSilence(moment, at)
      silent.openAt = 0
      silent.place = null
    }
    silent.lastCargoAt = at
    return
  }
  const overdue = silent.lastCargoAt !== 0 && at - silent.lastCargoAt > thresholds.consoleSilentMin * 60_000
  if (overdue && state.loaded && silent.openAt === 0) {
    beginSilence(moment, silent.lastCargoAt + thresholds.consoleSilentMin * 60_000)
  }
}

function beginSilence(moment: Moment, since: number): void {
  moment.state.silent.openAt = since
  moment.state.silent.place = placeNow(moment.state)
  reportSilence(moment, null)
}

function reportSilence(moment: Moment, endedAt: number | null): void {
  const { silent, loaded } = moment.state
  if (silent.place === null) return
  raise(moment, terminalInterruptedFact, {
    name: endedAt === null ? 'console-interrupt-began' : 'console-interrupt-ended',
    startedAt: silent.openAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'red',
    place: silent.place,
    properties: { loaded },
  })
}
