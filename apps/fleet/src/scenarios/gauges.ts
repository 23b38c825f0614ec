/** Gauges, floats, thermometers and the tilt sensor with wrong, missing or implausible readings. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { levelMm, volumeL } from '../cargo.ts'
import { wait } from '../story.ts'
import type { TruckBody } from '../truck-body.ts'
import { carriesOil, fullest, loadedOnOpenRoad, type Scenario } from './scenario.ts'

const driving = (body: TruckBody) => carriesOil(body) && loadedOnOpenRoad(body) && body.aheadM > 15_000
const feeds = [ALARM.cargoDevice, 'gauge-fault', 'exception_report/device_alarm'] as const

export const stuckFloat: Scenario = {
  name: 'stuck-float',
  title: { zh: '浮子卡滞', en: 'Stuck float' },
  feeds,
  weight: 0.6,
  suits: driving,
  manner: 'alongside',
  *play(body) {
    const tank = fullest(body)
    tank.stuckMm = levelMm(tank, volumeL(tank))
    yield* wait(1_800)
    tank.stuckMm = null
  },
}

export const silentGauge: Scenario = {
  name: 'silent-gauge',
  title: { zh: '液位仪无应答', en: 'Gauge does not answer' },
  feeds,
  weight: 0.6,
  suits: (body) => carriesOil(body) && body.activity === 'driving' && body.compartments.every(({ silent }) => !silent),
  manner: 'alongside',
  *play(body) {
    const tank = body.random.pick(body.compartments)
    tank.silent = true
    yield* wait(1_200)
    tank.silent = false
  },
}

export const openThermometer: Scenario = {
  name: 'open-thermometer',
  title: { zh: '温度传感器开路', en: 'Thermometer line open' },
  feeds,
  weight: 0.5,
  suits: (body) => carriesOil(body) && (body.activity === 'driving' || body.activity === 'parked'),
  manner: 'alongside',
  *play(body) {
    const tank = body.random.pick(body.compartments)
    tank.thermometerOpen = true
    yield* wait(900)
    tank.thermometerOpen = false
  },
}

export const levelJump: Scenario = {
  name: 'level-jump',
  title: { zh: '液位跳变', en: 'Level jumps' },
  feeds,
  weight: 0.5,
  suits: driving,
  manner: 'alongside',
  *play(body) {
    const tank = fullest(body)
    tank.offsetMm = -420
    yield* wait(240)
    tank.offsetMm = 0
  },
}

/** A wheel on the kerb of a steep lane: beyond what levels can be corrected for. */
export const steepStop: Scenario = {
  name: 'steep-stop',
  title: { zh: '停车倾角超限', en: 'Parked beyond the tilt limit' },
  feeds: [ALARM.cargoDevice, 'exception_report/device_alarm'],
  weight: 0.5,
  suits: (body) => carriesOil(body) && loadedOnOpenRoad(body),
  manner: 'stops-the-truck',
  *play(body) {
    body.slopeDeg = 6.4
    yield* wait(300)
    body.slopeDeg = 0
  },
}
