import { thresholdGroup } from './threshold.ts'

/** Driving time and rest (D.8). */
export const workingHoursThresholds = thresholdGroup(
  'working-hours',
  { zh: '驾驶工时', en: 'Working hours' },
  {
    drivingHours: { label: { zh: '连续驾驶时长', en: 'Driving without a rest' }, unit: 'h', default: 4, min: 0.5, max: 24, step: 0.25 },
    drivingNightHours: {
      label: { zh: '夜间连续驾驶时长', en: 'Driving without a rest at night' },
      unit: 'h',
      default: 2,
      min: 0.5,
      max: 24,
      step: 0.25,
    },
    drivingWarnHours: {
      label: { zh: '连续驾驶预警', en: 'Warning of driving without a rest' },
      unit: 'h',
      default: 3.5,
      min: 0.25,
      max: 24,
      step: 0.25,
    },
    drivingDayHours: { label: { zh: '日累计驾驶时长', en: 'Driving per day' }, unit: 'h', default: 8, min: 1, max: 24, step: 0.25 },
    drivingDayWarnHours: {
      label: { zh: '日累计驾驶预警', en: 'Warning of driving per day' },
      unit: 'h',
      default: 7.5,
      min: 0.5,
      max: 24,
      step: 0.25,
    },
    restMin: { label: { zh: '有效休息时长', en: 'Shortest rest that counts' }, unit: 'min', default: 20, min: 5, max: 120 },
    nightFromHour: {
      label: { zh: '夜间开始', en: 'Night begins' },
      unit: 'hour',
      default: 22,
      min: 0,
      max: 23,
      hint: { zh: '车辆当地时间。', en: 'Local time of the truck.' },
    },
    nightToHour: {
      label: { zh: '夜间结束', en: 'Night ends' },
      unit: 'hour',
      default: 6,
      min: 0,
      max: 23,
      hint: { zh: '车辆当地时间。', en: 'Local time of the truck.' },
    },
  },
)
