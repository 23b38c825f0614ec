/** What goes wrong with the load and its gauges. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { volumeL } from '../cargo.ts'
import { wait } from '../story.ts'
import { isLoaded } from '../truck-body.ts'
import { carriesOil, fullest, loadedOnOpenRoad, type Scenario } from './scenario.ts'

const fullTanker: Scenario['suits'] = (body) => carriesOil(body) && loadedOnOpenRoad(body)

export const stopsShort: Scenario = {
  name: 'stops-short',
  title: { zh: '未卸完离站', en: 'Leaves with product aboard' },
  feeds: [ALARM.unloadingUnfinished, 'trip', 'operation', 'exception_report/alarm_not_empty'],
  weight: 0.4,
  suits: fullTanker,
  manner: 'alongside',
  *play(body) {
    body.quirks.stopShortL = body.random.between(260, 480)
    yield 1
  },
}

export const noEmptyProof: Scenario = {
  name: 'no-empty-proof',
  title: { zh: '未排空离站', en: 'Leaves without running dry' },
  feeds: [
    ALARM.emptyingUnfinished,
    ALARM.emptyingException,
    'emptying',
    'exception_report/alarm_not_empty',
    'exception_report/empty_record_alarm',
  ],
  weight: 0.6,
  suits: fullTanker,
  manner: 'alongside',
  *play(body) {
    body.quirks.skipEmptyProof = true
    // Above the gauge's blind level, below what counts as product aboard.
    body.quirks.stopShortL = 70
    yield 1
  },
}

export const waterInTank: Scenario = {
  name: 'water-in-tank',
  title: { zh: '罐内进水', en: 'Water in a tank' },
  feeds: [ALARM.water, 'water', 'exception_report/alarm_pipe_water'],
  weight: 1,
  suits: fullTanker,
  manner: 'stops-the-truck',
  *play(body) {
    const tank = fullest(body)
    const wateredL = volumeL(tank) * 0.012
    for (let step = 0; step < 10; step++) {
      tank.waterL += wateredL / 10
      yield 10
    }
    yield* wait(600)
    // Drained at the sump, as the rule demands, before driving on.
    tank.waterL = 0
    yield* wait(60)
  },
}

export const gaugeOffset: Scenario = {
  name: 'gauge-offset',
  title: { zh: '液位仪偏移', en: 'Gauge reads too high' },
  feeds: [ALARM.highLoss, 'trip'],
  weight: 0.8,
  suits: (body) => carriesOil(body) && body.activity === 'loading' && isLoaded(body),
  manner: 'alongside',
  *play(body) {
    const tank = fullest(body)
    tank.offsetMm = 3
    yield* wait(4 * 3_600)
    tank.offsetMm = 0
  },
}

export const gaugeFault: Scenario = {
  name: 'gauge-fault',
  title: { zh: '液位仪故障', en: 'Gauge fault' },
  feeds: [ALARM.cargoDevice, 'gauge-fault', 'exception_report/device_alarm'],
  weight: 0.7,
  suits: (body) => carriesOil(body) && body.activity === 'driving',
  manner: 'alongside',
  *play(body) {
    const tank = body.random.pick(body.compartments)
    tank.gaugeFault = 2
    body.gaugeReason = 'TF'
    yield* wait(400)
    tank.gaugeFault = 0
  },
}

export const topLoading: Scenario = {
  name: 'top-loading',
  title: { zh: '上装装油', en: 'Loading through the manholes' },
  feeds: ['operation', 'process'],
  weight: 0.7,
  suits: (body) => carriesOil(body) && body.activity === 'driving' && !isLoaded(body),
  manner: 'alongside',
  *play(body) {
    body.quirks.topLoading = true
    yield 1
  },
}
