import { thresholdGroup } from './threshold.ts'

/** Speed, parking and offline: the page of driving thresholds. */
export const drivingThresholds = thresholdGroup(
  'driving',
  { zh: '行车阈值', en: 'Driving' },
  {
    overspeedKmh: {
      label: { zh: '超速限值', en: 'Speed limit' },
      unit: 'kmh',
      default: 80,
      min: 10,
      max: 150,
      step: 1,
      hint: {
        zh: '没有地图道路等级时采用；围栏限速优先。',
        en: "Used where the road's class is not known; the limit of a fence comes first.",
      },
    },
    expresswayKmh: { label: { zh: '高速公路限速', en: 'Speed limit on expressways' }, unit: 'kmh', default: 80, min: 10, max: 150 },
    otherRoadKmh: { label: { zh: '其他道路限速', en: 'Speed limit on other roads' }, unit: 'kmh', default: 60, min: 10, max: 150 },
    overspeedS: { label: { zh: '超速持续时间', en: 'Overspeed lasts' }, unit: 's', default: 10, min: 1, max: 600 },
    overspeedHysteresisKmh: {
      label: { zh: '超速结束回差', en: 'Overspeed ends below the limit by' },
      unit: 'kmh',
      default: 3,
      min: 0,
      max: 20,
    },
    overspeedRedPercent: {
      label: { zh: '严重超速比例', en: 'Serious overspeed: above the limit by' },
      unit: 'percent',
      default: 20,
      min: 1,
      max: 100,
    },
    overspeedRedS: { label: { zh: '严重超速持续时间', en: 'Serious overspeed lasts' }, unit: 's', default: 60, min: 1, max: 600 },
    parkingLoadedMin: { label: { zh: '重车停车超时', en: 'Parking timeout, loaded' }, unit: 'min', default: 30, min: 1, max: 1440 },
    parkingEmptyMin: { label: { zh: '空车停车超时', en: 'Parking timeout, empty' }, unit: 'min', default: 120, min: 1, max: 2880 },
    parkingRecordMin: {
      label: { zh: '停车记录最短时长', en: 'Shortest stop in the parking record' },
      unit: 'min',
      default: 3,
      min: 1,
      max: 120,
    },
    offlineMin: { label: { zh: '离线超时', en: 'Offline timeout' }, unit: 'min', default: 30, min: 1, max: 1440 },
    offlineLoadedMovingMin: {
      label: { zh: '重车行驶中离线超时', en: 'Offline timeout while driving loaded' },
      unit: 'min',
      default: 10,
      min: 1,
      max: 1440,
    },
    speedSourcesDifferKmh: {
      label: { zh: '卫星与设备车速差', en: 'Satellite and device speed differ by' },
      unit: 'kmh',
      default: 15,
      min: 1,
      max: 100,
    },
    speedSourcesDifferS: { label: { zh: '车速差持续时间', en: 'Speeds differ for' }, unit: 's', default: 60, min: 1, max: 3600 },
    safetyMergeS: {
      label: { zh: '主动安全报警合并时间', en: 'Active safety alarms are merged within' },
      unit: 's',
      default: 60,
      min: 0,
      max: 3600,
    },
    safetyMergeM: {
      label: { zh: '主动安全报警合并距离', en: 'Active safety alarms are merged within' },
      unit: 'm',
      default: 200,
      min: 0,
      max: 5000,
    },
  },
)
