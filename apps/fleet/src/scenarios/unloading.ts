/** Emptyings that prove nothing, valves that open or close when they should not, and product that trickles away. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { API_VALVE, EMERGENCY_VALVE } from '@tanker/domain/devices/probe-type'
import { drawOff, volumeL } from '../cargo.ts'
import { type Story, wait } from '../story.ts'
import { bottomValveType, BOTTOM_VALVE_ALARM, setProbe, type TruckBody } from '../truck-body.ts'
import { carriesOil, fullest, loadedOnOpenRoad, onOpenRoad, type Scenario } from './scenario.ts'

const emptying = 'exception_report/empty_record_alarm'
const valves = 'event_report/emergency_shut_off_valve'
const onItsWayToUnload = (body: TruckBody) => carriesOil(body) && loadedOnOpenRoad(body)

export const shortEmptying: Scenario = {
  name: 'short-emptying',
  title: { zh: '排空时间不足', en: 'Emptying too short' },
  feeds: [ALARM.emptyingUnfinished, ALARM.emptyingException, 'emptying', emptying],
  weight: 0.6,
  suits: onItsWayToUnload,
  manner: 'alongside',
  *play(body) {
    body.quirks.shortProof = true
    yield 1
  },
}

export const valveReopened: Scenario = {
  name: 'valve-reopened',
  title: { zh: '排空后二次开阀', en: 'Valve opened again after emptying' },
  feeds: [ALARM.emptyingException, 'cover', emptying],
  weight: 0.7,
  suits: onItsWayToUnload,
  manner: 'alongside',
  *play(body) {
    body.quirks.reopenValve = true
    yield 1
  },
}

/** Product left on purpose at the last station is drained on the way home, unobserved. */
export const residueDrained: Scenario = {
  name: 'residue-drained',
  title: { zh: '场外放余油', en: 'Residue drained outside every site' },
  feeds: [
    ALARM.unsealing,
    ALARM.unloadingUnfinished,
    ALARM.unsealingJournal,
    ALARM.privateDischarge,
    ALARM.emptyingException,
    'cover',
    'ledger',
    emptying,
  ],
  weight: 0.7,
  suits: onItsWayToUnload,
  manner: 'alongside',
  *play(body) {
    body.quirks.stopShortL = body.random.between(260, 420)
    for (let waited = 0; waited < 6 * 3_600; waited += 20) {
      yield 20
      const leftL = volumeL(fullest(body))
      if (!onOpenRoad(body) || body.interruption || leftL > 700) continue
      if (leftL > 60) body.interruption = drainAtRoadside(body)
      return
    }
  },
}

function* drainAtRoadside(body: TruckBody): Story {
  const tank = fullest(body)
  const { compartment } = tank.row
  body.accOn = false
  yield* wait(240)
  setProbe(body, compartment, API_VALVE, { open: true, wet: true })
  setProbe(body, compartment, bottomValveType(body), { open: true })
  while (volumeL(tank) > 5 && drawOff(tank, 4, body.ledger, 'lostL') > 0) yield 2
  setProbe(body, compartment, bottomValveType(body), { open: false })
  setProbe(body, compartment, API_VALVE, { open: false, wet: false })
  yield* wait(260)
}

/** Litres a minute through a bypass that no seal sees, and how much goes in all. */
const drains = [
  { litres: 30, perMinute: 3 },
  { litres: 60, perMinute: 4 },
  { litres: 110, perMinute: 8 },
  { litres: 180, perMinute: 15 },
] as const

export const slowDrain: Scenario = {
  name: 'slow-drain',
  title: { zh: '途中缓慢放油', en: 'Slow drain on the way' },
  feeds: [ALARM.highLoss, ALARM.privateDischarge, 'ledger', 'trip', 'exception_report/alm_high_loss'],
  weight: 1.2,
  suits: onItsWayToUnload,
  manner: 'stops-the-truck',
  *play(body) {
    const tank = fullest(body)
    const { litres, perMinute } = body.random.pick(drains)
    body.accOn = false
    yield* wait(260)
    for (let taken = 0; taken < litres;) {
      taken += drawOff(tank, perMinute / 12, body.ledger, 'lostL')
      yield 5
    }
    yield* wait(280)
  },
}

export const emergencyCut: Scenario = {
  name: 'emergency-cut',
  title: { zh: '卸油中紧急切断', en: 'Emergency cut-off while unloading' },
  feeds: ['valve', 'flow-step', valves, 'event_report/flow_change'],
  weight: 1.5,
  suits: (body) => carriesOil(body) && body.activity === 'unloading' && body.operation === 'running' && !body.valvesCut,
  manner: 'alongside',
  *play(body) {
    body.valvesCut = true
    setProbe(body, 0, EMERGENCY_VALVE, { open: false })
    yield* wait(body.random.whole(70, 140))
    setProbe(body, 0, EMERGENCY_VALVE, { open: true })
    body.valvesCut = false
  },
}

export const valveNotShut: Scenario = {
  name: 'valve-not-shut',
  title: { zh: '底阀未关行驶', en: 'Drives with a bottom valve not shut' },
  feeds: ['valve', valves],
  weight: 0.6,
  suits: onItsWayToUnload,
  manner: 'alongside',
  *play(body) {
    setProbe(body, 0, BOTTOM_VALVE_ALARM, { open: true })
    yield* wait(body.random.whole(60, 150))
    setProbe(body, 0, BOTTOM_VALVE_ALARM, { open: false })
  },
}
