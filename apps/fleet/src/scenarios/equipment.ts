/** Power, satellites, network and the console itself. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { wait } from '../story.ts'
import { announce, setAlarmBit } from '../truck-body.ts'
import { carriesOil, onOpenRoad, type Scenario } from './scenario.ts'

const laidUpS = { least: 3 * 3_600, most: 9 * 3_600 }
const antennaCutBit = 5
const undervoltageBit = 7
const powerLostBit = 8
const fullBackupV = 4.05

export const powerCut: Scenario = {
  name: 'power-cut',
  title: { zh: '行驶中断电', en: 'Power cut while driving' },
  feeds: ['power-cut', ALARM.shutdown, ALARM.powerCut, 'shutdown', 'event_report/switch_electricity'],
  weight: 0.8,
  suits: onOpenRoad,
  manner: 'alongside',
  *play(body) {
    const { externalV } = body
    body.externalV = 0.4
    setAlarmBit(body, powerLostBit, true)
    for (let minute = 0; minute < 5; minute++) {
      body.backupV -= 0.04
      yield* wait(60)
    }
    body.externalV = externalV
    setAlarmBit(body, powerLostBit, false)
    announce(body, 'console-started')
    while (body.backupV < fullBackupV) {
      yield* wait(60)
      body.backupV = Math.min(fullBackupV, body.backupV + 0.05)
    }
  },
}

export const undervoltage: Scenario = {
  name: 'undervoltage',
  title: { zh: '电源欠压', en: 'Low supply voltage' },
  feeds: [ALARM.underVoltage, 'power-cut'],
  weight: 0.7,
  suits: (body) => body.activity === 'driving',
  manner: 'alongside',
  *play(body) {
    const { externalV } = body
    body.externalV = 20.1
    setAlarmBit(body, undervoltageBit, true)
    yield* wait(240)
    body.externalV = externalV
    setAlarmBit(body, undervoltageBit, false)
  },
}

export const gpsLost: Scenario = {
  name: 'gps-lost',
  title: { zh: '卫星定位丢失', en: 'Satellite fix lost' },
  feeds: ['gps-lost', ALARM.consoleFault],
  weight: 0.8,
  suits: onOpenRoad,
  manner: 'alongside',
  *play(body) {
    body.gpsLost = true
    setAlarmBit(body, antennaCutBit, true)
    yield* wait(body.random.whole(120, 300))
    body.gpsLost = false
    setAlarmBit(body, antennaCutBit, false)
  },
}

/** No network: the terminal keeps its positions and re-uploads them by 0x0704. */
export const blindZone: Scenario = {
  name: 'blind-zone',
  title: { zh: '盲区补传', en: 'Blind zone, then re-upload' },
  feeds: ['resent', 7],
  weight: 1,
  suits: onOpenRoad,
  manner: 'alongside',
  *play(body) {
    body.linkUp = false
    yield* wait(body.random.whole(180, 600))
    body.linkUp = true
  },
}

export const consoleRestart: Scenario = {
  name: 'console-restart',
  title: { zh: '控制台关机重启', en: 'Console shut down and started again' },
  feeds: [ALARM.shutdown, 'shutdown'],
  weight: 0.6,
  suits: (body) => carriesOil(body) && body.activity === 'driving',
  manner: 'alongside',
  *play(body) {
    announce(body, 'console-shut-down')
    yield 2
    body.consoleUp = false
    yield* wait(150)
    if (body.laidUp) return
    body.consoleUp = true
    body.everythingNow = true
    body.gaugeReason = 'RB'
    announce(body, 'console-started')
  },
}

export const controllerSilent: Scenario = {
  name: 'controller-silent',
  title: { zh: '采集控制器中断', en: 'Collector controller silent' },
  feeds: [ALARM.terminalInterrupted, ALARM.shutdown],
  weight: 0.4,
  suits: (body) => carriesOil(body) && body.activity === 'driving',
  manner: 'alongside',
  *play(body) {
    announce(body, 'controller-silent')
    yield* wait(180)
    announce(body, 'controller-started')
  },
}

export const repairVisit: Scenario = {
  name: 'repair-visit',
  title: { zh: '进厂维修', en: 'Visit to the repair shop' },
  feeds: ['cover', 'parking', 'device-event', 'exception_report/device_event'],
  weight: 0.6,
  suits: (body) => carriesOil(body) && (body.activity === 'unloading' || body.activity === 'parked'),
  manner: 'alongside',
  *play(body) {
    body.quirks.visitRepair = true
    yield 1
  },
}

/** Laid up: the battery isolator is thrown for hours of a long rest. */
export const laidUp: Scenario = {
  name: 'laid-up',
  title: { zh: '停驶离线', en: 'Laid up, offline' },
  feeds: [7],
  weight: 0.2,
  suits: (body) => body.activity === 'parked' && body.restsUntil - body.at > laidUpS.least * 1_100,
  manner: 'alongside',
  goesDark: true,
  *play(body) {
    announce(body, 'console-shut-down')
    yield 5
    body.consoleUp = false
    const longestS = Math.floor((body.restsUntil - body.at) / 1_100)
    yield* wait(body.random.whole(laidUpS.least, Math.min(longestS, laidUpS.most)))
    if (body.laidUp) return
    body.consoleUp = true
    body.everythingNow = true
    announce(body, 'console-started')
  },
}
