import type { Text } from '@tanker/domain/texts/text'

export const MONITOR_LISTS = {
  'monitor/view_photos': {
    zh: '没有可查看的照片。摄像头自动拍摄，或在“远程控制”下发“拍照”后，照片出现在这里。',
    en: 'No photos to view. They appear when cameras take them, or after Take a photo under Remote control.',
  },
  'monitor/sprinkler_real_inventory': {
    zh: '洒水车罐内的实时水量。车型为洒水车或所有仓均装水的车辆上报液位后出现。',
    en: 'What stands in the tanks of water trucks now. Trucks appear that are sprinklers, or carry water in all compartments, once they report levels.',
  },
  'monitor/sprinkler_inventory': {
    zh: '洒水车每次上报的液位和水量。车型为洒水车或所有仓均装水的车辆上报后出现。',
    en: 'Each level that a water truck reported. Rows appear for sprinklers, and for trucks that carry water in all compartments.',
  },
  'monitor/sprinkler_statistics': {
    zh: '洒水车的加水和洒水：人孔打开后水量增加为加水，底阀打开期间水量减少为洒水（至少 100 升）。',
    en: 'Fillings and sprayings of water trucks: water that comes in while a manhole is open, and goes while the bottom valve is open, at least 100 litres.',
  },
  'monitor/alarm_record': {
    zh: '所有类型的报警。车辆上报触发判定规则后，这里出现一行。',
    en: 'All alarms of every type. A row appears when what a truck reports breaks a rule.',
  },
  'monitor/track_detail': {
    zh: '一辆车上报的每个定位点，含未定位和补传的点。所选时间内车辆没有上报。',
    en: 'Every position that one truck reported, those without a fix and those uploaded late included. It reported nothing in the period.',
  },
  'monitor/offline_truck': {
    zh: '通信中断 15 分钟以上的车辆。从未上报过的车辆不在其中。',
    en: 'Trucks without contact for 15 minutes. Trucks that never reported are not listed.',
  },
  handover: {
    zh: '司机与油站的交接，以及交接班。卸油结束或有人交班后出现一行。',
    en: 'Handovers at stations and of shifts. A row appears after an unloading, or when a shift is handed over.',
  },
} as const satisfies Readonly<Record<string, Text>>
