/** Covers opened where they should stay shut, and what may flow out of them. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { API_VALVE, BOX_DOOR, MANHOLE } from '@tanker/domain/devices/probe-type'
import { drawOff, volumeL } from '../cargo.ts'
import { wait } from '../story.ts'
import { bottomValveType, CONTROLLER_HOUSING, isLoaded, setProbe, TRANSMITTER_HOUSING, type TruckBody } from '../truck-body.ts'
import { carriesOil, fullest, loadedOnOpenRoad, type Scenario } from './scenario.ts'

const loadedTanker = (body: TruckBody) => carriesOil(body) && loadedOnOpenRoad(body)

export const roadsideOpening: Scenario = {
  name: 'roadside-opening',
  title: { zh: '途中停车开盖', en: 'Cover opened at the roadside' },
  feeds: [ALARM.unsealing, ALARM.unsealingJournal, 'cover', 'exception_report/alarm_switch_cover', 'event_report/useing_open'],
  weight: 0.4,
  suits: loadedTanker,
  manner: 'stops-the-truck',
  *play(body) {
    const compartment = fullest(body).row.compartment
    yield* wait(8)
    setProbe(body, compartment, MANHOLE, { open: true })
    yield* wait(body.random.whole(40, 90))
    setProbe(body, compartment, MANHOLE, { open: false })
    yield* wait(body.random.whole(40, 80))
  },
}

export const roadsideTheft: Scenario = {
  name: 'roadside-theft',
  title: { zh: '途中偷卸', en: 'Product stolen at the roadside' },
  feeds: [
    ALARM.unsealing,
    ALARM.highLoss,
    ALARM.boxDoorOutside,
    ALARM.unsealingJournal,
    ALARM.privateDischarge,
    'cover',
    'trip',
    'exception_report/alm_high_loss',
  ],
  weight: 0.5,
  suits: loadedTanker,
  manner: 'stops-the-truck',
  *play(body) {
    const tank = fullest(body)
    const number = tank.row.compartment
    const wantedL = body.random.between(90, 260)
    body.accOn = false
    // Long enough for the gauge to settle first: the fall is then certain.
    yield* wait(240)
    setProbe(body, 0, BOX_DOOR, { open: true })
    yield* wait(20)
    setProbe(body, number, API_VALVE, { open: true, wet: true })
    setProbe(body, number, bottomValveType(body), { open: true })
    for (let taken = 0; taken < wantedL && volumeL(tank) > 100;) {
      taken += drawOff(tank, 5, body.ledger, 'lostL')
      yield 3
    }
    setProbe(body, number, bottomValveType(body), { open: false })
    setProbe(body, number, API_VALVE, { open: false, wet: false })
    yield* wait(15)
    setProbe(body, 0, BOX_DOOR, { open: false })
    yield* wait(220)
  },
}

export const boxDoorAjar: Scenario = {
  name: 'box-door-ajar',
  title: { zh: '行驶中箱门未关', en: 'Box door open while driving' },
  feeds: [ALARM.boxDoorOutside, 'cover'],
  weight: 0.3,
  suits: loadedTanker,
  manner: 'alongside',
  *play(body) {
    setProbe(body, 0, BOX_DOOR, { open: true })
    yield* wait(body.random.whole(60, 240))
    setProbe(body, 0, BOX_DOOR, { open: false })
  },
}

export const sealBreak: Scenario = {
  name: 'seal-break',
  title: { zh: '铅封破坏', en: 'Seal broken' },
  feeds: [
    ALARM.unsealing,
    ALARM.unsealingJournal,
    ALARM.sealBreak,
    'cover',
    'seal-fault',
    'exception_report/alarm_break_seal',
    'exception_report/device_event',
  ],
  weight: 0.4,
  suits: loadedTanker,
  manner: 'stops-the-truck',
  *play(body) {
    yield* wait(30)
    setProbe(body, 0, TRANSMITTER_HOUSING, { open: true })
    yield* wait(150)
    setProbe(body, 0, TRANSMITTER_HOUSING, { open: false })
    yield* wait(20)
  },
}

export const probeChatter: Scenario = {
  name: 'probe-chatter',
  title: { zh: '探头信号抖动', en: 'Chattering probe' },
  feeds: [ALARM.sealFault, 'seal-fault'],
  weight: 1,
  suits: (body) => carriesOil(body) && body.activity === 'driving',
  manner: 'alongside',
  *play(body) {
    const { compartment } = body.random.pick(body.compartments).row
    for (let toggles = 0; toggles < 40; toggles++) {
      setProbe(body, compartment, MANHOLE, { open: toggles % 2 === 0 })
      yield 3
    }
  },
}

export const silentProbe: Scenario = {
  name: 'silent-probe',
  title: { zh: '探头无应答', en: 'Probe does not answer' },
  feeds: [ALARM.sealFault, 'seal-fault'],
  weight: 1,
  suits: (body) => carriesOil(body) && (body.activity === 'driving' || body.activity === 'parked'),
  manner: 'alongside',
  *play(body) {
    const { compartment } = body.random.pick(body.compartments).row
    setProbe(body, compartment, API_VALVE, { answering: false })
    yield* wait(60)
    for (let minute = 0; minute < 4; minute++) {
      body.sealChanged = true
      yield* wait(60)
    }
    setProbe(body, compartment, API_VALVE, { answering: true })
  },
}

/** The fitting opens a cover at rest in an approved place: nothing may come of it. */
export const parkOpening: Scenario = {
  name: 'park-opening',
  title: { zh: '停车场开盖', en: 'Cover opened in a park' },
  feeds: ['cover', 1],
  weight: 1,
  suits: (body) => carriesOil(body) && body.activity === 'parked' && body.place?.kind === 'park',
  manner: 'alongside',
  *play(body) {
    const compartment = isLoaded(body) ? fullest(body).row.compartment : 1
    setProbe(body, compartment, MANHOLE, { open: true })
    yield* wait(75)
    setProbe(body, compartment, MANHOLE, { open: false })
  },
}

/** The fitter's mate opens the controller's housing at rest: no product is at risk, but it must be reported. */
export const housingOpened: Scenario = {
  name: 'housing-opened',
  title: { zh: '控制器外壳打开', en: 'Controller housing opened' },
  feeds: [ALARM.sealBreak, 'device-event', 'exception_report/device_event'],
  weight: 0.3,
  suits: (body) => carriesOil(body) && body.activity === 'parked',
  manner: 'alongside',
  *play(body) {
    setProbe(body, 0, CONTROLLER_HOUSING, { open: true })
    yield* wait(body.random.whole(120, 400))
    setProbe(body, 0, CONTROLLER_HOUSING, { open: false })
  },
}

export const worthlessSignal: Scenario = {
  name: 'worthless-signal',
  title: { zh: 'API探头信号临界', en: 'API probe near its threshold' },
  feeds: [ALARM.apiThreshold, ALARM.sealFault, 'seal-fault'],
  weight: 0.5,
  suits: (body) => carriesOil(body) && (body.activity === 'driving' || body.activity === 'parked'),
  manner: 'alongside',
  *play(body) {
    const { compartment } = body.random.pick(body.compartments).row
    setProbe(body, compartment, API_VALVE, { uncertain: true })
    for (let minute = 0; minute < 8; minute++) {
      body.sealChanged = true
      yield* wait(60)
    }
    setProbe(body, compartment, API_VALVE, { uncertain: false })
  },
}
