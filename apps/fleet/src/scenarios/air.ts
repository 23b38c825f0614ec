/** Events of the operating cabinet and of the vapour line. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { wait } from '../story.ts'
import { isLoaded } from '../truck-body.ts'
import { carriesOil, type Scenario } from './scenario.ts'

export const hotCabinet: Scenario = {
  name: 'hot-cabinet',
  title: { zh: '操作箱高温', en: 'Hot operating cabinet' },
  feeds: [ALARM.cabinetClimate, 'temperature-humidity', 'exception_report/alarm_temp_hum'],
  weight: 0.7,
  suits: (body) => carriesOil(body) && (body.activity === 'driving' || body.activity === 'parked') && body.air.extraC === 0,
  manner: 'alongside',
  *play(body) {
    body.air.extraC = 65
    yield* wait(2_700)
    body.air.extraC = 0
  },
}

export const wetCabinet: Scenario = {
  name: 'wet-cabinet',
  title: { zh: '操作箱受潮', en: 'Damp operating cabinet' },
  feeds: [ALARM.cabinetClimate, 'temperature-humidity', 'exception_report/alarm_temp_hum'],
  weight: 0.6,
  suits: (body) => carriesOil(body) && body.activity === 'parked' && !body.air.wet,
  manner: 'alongside',
  *play(body) {
    body.air.wet = true
    yield* wait(6_600)
    body.air.wet = false
  },
}

export const stuckBreather: Scenario = {
  name: 'stuck-breather',
  title: { zh: '呼吸阀卡死超压', en: 'Stuck breather, high pressure' },
  feeds: [ALARM.pressure, 'pressure', 'exception_report/alarm_high_pressure'],
  weight: 0.8,
  suits: (body) =>
    carriesOil(body) && isLoaded(body) && (body.activity === 'driving' || body.activity === 'parked') && !body.air.breatherStuck,
  manner: 'alongside',
  *play(body) {
    body.air.breatherStuck = true
    yield* wait(1_500)
    body.air.breatherStuck = false
  },
}
