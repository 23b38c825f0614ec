/** Scenarios to be shown on request (`npm start -- --stage NAME`): all suit some truck of the fleet at most times of the day. */
import type { Text } from '@tanker/domain/texts/text'
import { hotCabinet } from './air.ts'
import { driverWatch, roadAhead } from './active-safety.ts'
import { gaugeFault, stopsShort, waterInTank } from './cargo.ts'
import { boxDoorAjar, roadsideOpening, roadsideTheft, sealBreak, silentProbe } from './covers.ts'
import { emergency, harshBraking, overspeed, parkingOvertime } from './driving.ts'
import { blindZone, consoleRestart, gpsLost, powerCut, undervoltage } from './equipment.ts'
import { roadsideLoading } from './loading.ts'
import type { Scenario } from './scenario.ts'

export type Stage = {
  readonly scenario: Scenario
  /** What a viewer will see, and when. */
  readonly shows: Text
}

export const STAGES: readonly Stage[] = [
  {
    scenario: roadsideTheft,
    shows: {
      zh: '停车四分钟后开箱门、接管放油 90–260 升：异常解封、疑似放油、高损耗',
      en: 'Stops, four minutes later opens the box and lets 90–260 L out: unsealing, unauthorised unloading, high loss',
    },
  },
  {
    scenario: roadsideOpening,
    shows: { zh: '载油停在路边并打开人孔盖：异常解封', en: 'Stops loaded at the roadside and opens a manhole: unsealing' },
  },
  {
    scenario: roadsideLoading,
    shows: {
      zh: '停车四分钟后从人孔加油 330–600 升：异常解封、异常装油',
      en: 'Stops, four minutes later 330–600 L are poured in through a manhole: unsealing, abnormal loading',
    },
  },
  { scenario: sealBreak, shows: { zh: '变送器外壳被打开：破封报警', en: 'Opens the housing of a transmitter: seal break' } },
  { scenario: boxDoorAjar, shows: { zh: '行驶中箱门打开：区域外开箱门', en: 'The box door stands open while it drives' } },
  {
    scenario: silentProbe,
    shows: { zh: 'API 探头四分钟无应答：铅封故障', en: 'A probe does not answer for four minutes: seal fault' },
  },
  {
    scenario: emergency,
    shows: {
      zh: '司机按下紧急按钮：弹窗，附司机、电话和载油量',
      en: 'The driver presses the button: a dialog with driver, phone and cargo',
    },
  },
  {
    scenario: overspeed,
    shows: { zh: '在高速公路上超过 94 km/h：超速报警', en: 'Drives faster than 94 km/h on an expressway: overspeed' },
  },
  { scenario: harshBraking, shows: { zh: '紧急制动，罐内液面大幅晃动', en: 'Brakes hard, so that the surface in the tanks swings' } },
  {
    scenario: parkingOvertime,
    shows: { zh: '路边停车超过三十五分钟：停车超时', en: 'Stays at the roadside for more than 35 minutes: parking overtime' },
  },
  {
    scenario: waterInTank,
    shows: { zh: '罐内水位在两分钟内上升：含水报警', en: 'Water rises in a compartment within two minutes: water alarm' },
  },
  {
    scenario: stopsShort,
    shows: { zh: '在下一站留下 260–480 升：卸油未完成', en: 'Leaves 260–480 L aboard at its next station: unloading unfinished' },
  },
  { scenario: gaugeFault, shows: { zh: '一个液位仪报故障：设备报警', en: 'A gauge reports a fault: cargo device alarm' } },
  { scenario: hotCabinet, shows: { zh: '设备箱温度升高：温湿度报警', en: 'The cabinet heats up: temperature alarm' } },
  {
    scenario: roadAhead,
    shows: { zh: '前向碰撞、车道偏离、车距过近，附现场图片', en: 'Forward collision, lane departure, short headway, with pictures' },
  },
  {
    scenario: driverWatch,
    shows: { zh: '疲劳、打电话、抽烟、分神，附驾驶员图片', en: 'Fatigue, phone, smoking, distraction, with pictures' },
  },
  {
    scenario: powerCut,
    shows: { zh: '行驶中断电五分钟，由备用电池供电', en: 'Loses its supply for five minutes and runs on its battery' },
  },
  { scenario: undervoltage, shows: { zh: '电源电压降到 20 V：欠压报警', en: 'Its supply falls to 20 V: under-voltage' } },
  { scenario: gpsLost, shows: { zh: '二至五分钟没有卫星定位', en: 'Has no satellite fix for two to five minutes' } },
  {
    scenario: blindZone,
    shows: { zh: '三至十分钟无网络，随后补传，轨迹无缺口', en: 'Has no network for three to ten minutes, then uploads what it stored' },
  },
  {
    scenario: consoleRestart,
    shows: { zh: '主机关机并在两分半后重启', en: 'The console shuts down and starts again after two and a half minutes' },
  },
]

export const stageOf = (name: string): Stage | undefined => STAGES.find(({ scenario }) => scenario.name === name)

/** The list for a terminal, in both languages. */
export function stageList(): string {
  const width = Math.max(...STAGES.map(({ scenario }) => scenario.name.length))
  return STAGES.map(({ scenario: { name, title }, shows }) => {
    const indent = ' '.repeat(width + 4)
    return `  ${name.padEnd(width)}  ${title.en}: ${shows.en}\n${indent}${title.zh}：${shows.zh}`
  }).join('\n')
}
