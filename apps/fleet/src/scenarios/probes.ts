/** Seal probes whose electronics fail. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { API_VALVE, MANHOLE } from '@tanker/domain/devices/probe-type'
import { wait } from '../story.ts'
import { isLoaded, probeOf, setElectrical, type TruckBody } from '../truck-body.ts'
import { carriesOil, type Scenario } from './scenario.ts'

/** A cut or shorted wire of a loaded truck under way is a broken seal and not a fault. */
const EMPTY_FAULTS = ['short-circuit', 'open-circuit', 'over-range', 'drift', 'duplicate-serial'] as const
const LOADED_FAULTS = ['over-range', 'drift', 'duplicate-serial'] as const

export const faultySensor: Scenario = {
  name: 'faulty-sensor',
  title: { zh: '探头传感器故障', en: 'Sensor of a probe fails' },
  feeds: [ALARM.sealFault, 'seal-fault', 'probe-sensing'],
  weight: 0.5,
  suits: (body) => carriesOil(body) && body.consoleUp && (body.activity === 'driving' || body.activity === 'parked'),
  manner: 'alongside',
  *play(body) {
    const { compartment } = body.random.pick(body.compartments).row
    const probe = probeOf(body, compartment, body.random.pick([API_VALVE, MANHOLE]))
    setElectrical(body, probe, body.random.pick(faultsOf(body)))
    yield* wait(body.random.whole(300, 900))
    setElectrical(body, probe, undefined)
  },
}

const faultsOf = (body: TruckBody) => (isLoaded(body) ? LOADED_FAULTS : EMPTY_FAULTS)
