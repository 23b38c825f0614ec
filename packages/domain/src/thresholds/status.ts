import { thresholdGroup } from './threshold.ts'

/** Loaded or empty, and the five statuses of a truck (D.2). */
export const statusThresholds = thresholdGroup(
  'status',
  { zh: '车辆状态', en: 'Truck status' },
  {
    loadedL: { label: { zh: '重车油量', en: 'Loaded from' }, unit: 'l', default: 100, min: 1, max: 5000 },
    loadedPercent: {
      label: { zh: '重车装载率', en: 'Loaded from' },
      unit: 'percent',
      default: 2,
      min: 0,
      max: 50,
      step: 0.5,
      hint: { zh: '占仓容的比例。', en: "Of a compartment's capacity." },
    },
    loadedCalmS: { label: { zh: '重车静置时间', en: 'Loaded after a calm surface for' }, unit: 's', default: 60, min: 0, max: 600 },
    loadedGuessPercent: {
      label: { zh: '未静置时判为重车', en: 'Loaded before a calm surface decides, from' },
      unit: 'percent',
      default: 10,
      min: 1,
      max: 100,
      hint: { zh: '占仓容的比例。', en: "Of a compartment's capacity." },
    },
    emptyL: { label: { zh: '空仓油量', en: 'Empty below' }, unit: 'l', default: 50, min: 0, max: 2000 },
    emptyMm: {
      label: { zh: '空仓液位', en: 'Empty below' },
      unit: 'mm',
      default: 10,
      min: 0,
      max: 500,
      hint: { zh: '高于盲区液位。', en: 'Above the blind level.' },
    },
    emptyCalmS: { label: { zh: '空仓静置时间', en: 'Empty after a calm surface for' }, unit: 's', default: 120, min: 0, max: 1800 },
    statusOfflineMin: { label: { zh: '离线状态', en: 'Status offline after' }, unit: 'min', default: 10, min: 1, max: 1440 },
    statusParkedMin: { label: { zh: '停车状态', en: 'Status parked after' }, unit: 'min', default: 10, min: 1, max: 1440 },
    statusParkedAccOffMin: {
      label: { zh: '熄火停车状态', en: 'Status parked with ignition off after' },
      unit: 'min',
      default: 5,
      min: 1,
      max: 1440,
    },
    statusAlarmHours: { label: { zh: '报警状态时长', en: 'Status alarm lasts at most' }, unit: 'h', default: 24, min: 1, max: 168 },
  },
)
