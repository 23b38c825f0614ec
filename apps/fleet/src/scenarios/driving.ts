/** What drivers do on the road. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { roadLimitKmh } from '../atlas.ts'
import { wait } from '../story.ts'
import { raiseSafety, setAlarmBit } from '../truck-body.ts'
import { onOpenRoad, type Scenario } from './scenario.ts'

const sosBit = 0
const overspeedBit = 1
const parkingBit = 19

export const overspeed: Scenario = {
  name: 'overspeed',
  title: { zh: '超速行驶', en: 'Overspeed' },
  feeds: [ALARM.overspeed, ALARM.deviceOverspeed, 'overspeed'],
  weight: 1.2,
  suits: (body) => onOpenRoad(body) && body.hurry === 1 && body.roadClass === 'expressway' && body.aheadM > 8_000 && body.speedMs > 18,
  manner: 'alongside',
  *play(body) {
    // Above the truck's own limit on every road, not only the road's.
    const wantedKmh = body.random.between(94, 103)
    for (let seconds = 0; seconds < 110 && body.aheadM > 2_500; seconds += 5) {
      body.hurry = wantedKmh / roadLimitKmh[body.roadClass] / 0.93
      const over = body.speedMs * 3.6 > 82
      if (over !== ((body.alarmBits & (1 << overspeedBit)) !== 0)) setAlarmBit(body, overspeedBit, over)
      yield 5
    }
    body.hurry = 1
    yield* wait(10)
    setAlarmBit(body, overspeedBit, false)
  },
}

export const emergency: Scenario = {
  name: 'emergency',
  title: { zh: '司机按下紧急按钮', en: 'Driver presses the emergency button' },
  feeds: [ALARM.emergencyButton, ALARM.emergency],
  weight: 0.3,
  suits: onOpenRoad,
  manner: 'stops-the-truck',
  *play(body) {
    setAlarmBit(body, sosBit, true)
    yield* wait(120)
    setAlarmBit(body, sosBit, false)
    yield* wait(60)
  },
}

export const parkingOvertime: Scenario = {
  name: 'parking-overtime',
  title: { zh: '路边超时停车', en: 'Parked too long at the roadside' },
  feeds: [ALARM.parkingOvertime, 'parking'],
  weight: 2,
  suits: onOpenRoad,
  manner: 'stops-the-truck',
  *play(body) {
    body.accOn = false
    yield* wait(2_100)
    setAlarmBit(body, parkingBit, true)
    yield* wait(body.random.whole(600, 2_400))
    setAlarmBit(body, parkingBit, false)
  },
}

export const harshBraking: Scenario = {
  name: 'harsh-braking',
  title: { zh: '急刹车', en: 'Harsh braking' },
  feeds: [27],
  weight: 1,
  suits: (body) => onOpenRoad(body) && body.speedMs > 14,
  manner: 'alongside',
  *play(body) {
    raiseSafety(body, { item: 0x70, type: 2, flag: 0, level: 0, attachments: 0 })
    yield 1
    for (let seconds = 0; seconds < 3; seconds++) {
      body.speedMs = Math.max(3, body.speedMs - 3)
      body.sloshMm = 80
      body.reportNow = true
      yield 1
    }
  },
}

export const longShift: Scenario = {
  name: 'long-shift',
  title: { zh: '连续超时工作', en: 'Shift without the long rest' },
  feeds: [ALARM.workingHours, 'sign-in'],
  weight: 0.3,
  suits: (body) => body.activity === 'parked',
  manner: 'alongside',
  *play(body) {
    body.quirks.longShift = true
    yield 1
  },
}
