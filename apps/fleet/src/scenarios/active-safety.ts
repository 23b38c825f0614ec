/** Cameras and sensors that watch the road, the driver and the tyres (T/JSATL 12, domain E.1). */
import { raiseSafety, type TruckBody } from '../truck-body.ts'
import { onOpenRoad, type Scenario } from './scenario.ts'

/** Second level from the grading threshold of 50 km/h on; the blind-spot block has no level. */
const level = (body: TruckBody, item: number) => (item === 0x67 ? 0 : body.speedMs * 3.6 >= 50 ? 2 : 1)

/** An alarm that lasts: begins, holds some seconds, ends under the same number. */
const lasting = (item: number, types: readonly number[], attachments: number): Scenario['play'] =>
  function* play(body) {
    const type = body.random.pick(types)
    const alarmId = raiseSafety(body, { item, type, flag: 1, level: level(body, item), attachments })
    yield body.random.whole(4, 15)
    raiseSafety(body, { item, type, flag: 2, level: level(body, item), attachments: 0, alarmId })
  }

export const roadAhead: Scenario = {
  name: 'adas',
  title: { zh: '前向驾驶辅助报警', en: 'Driver assistance alarms' },
  feeds: [8, 9, 11, 20, 23, 32],
  weight: 2,
  suits: onOpenRoad,
  manner: 'alongside',
  play: lasting(0x64, [1, 2, 2, 3, 3, 4, 5], 3),
}

export const driverWatch: Scenario = {
  name: 'dsm',
  title: { zh: '驾驶员行为报警', en: 'Driver monitoring alarms' },
  feeds: [8, 12, 13, 14, 30, 31],
  weight: 2,
  suits: onOpenRoad,
  manner: 'alongside',
  play: lasting(0x65, [1, 2, 3, 4, 4, 5], 3),
}

export const tyres: Scenario = {
  name: 'tyres',
  title: { zh: '胎压报警', en: 'Tyre alarms' },
  feeds: [8],
  weight: 0.6,
  suits: onOpenRoad,
  manner: 'alongside',
  *play(body) {
    const lowPressure = 1 << 2
    raiseSafety(body, { item: 0x66, type: lowPressure, flag: 0, level: 0, attachments: 0 })
    yield 1
  },
}

export const blindSpot: Scenario = {
  name: 'blind-spot',
  title: { zh: '盲区监测报警', en: 'Blind-spot alarms' },
  feeds: [8],
  weight: 0.8,
  suits: onOpenRoad,
  manner: 'alongside',
  play: lasting(0x67, [1, 2, 3], 0),
}
