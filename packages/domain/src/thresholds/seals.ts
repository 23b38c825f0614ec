import { thresholdGroup } from './threshold.ts'

/** Debouncing and faults of seal probes (D.1.8). */
export const sealsThresholds = thresholdGroup(
  'seals',
  { zh: '铅封探头', en: 'Seal probes' },
  {
    coverOpenS: { label: { zh: '开盖确认时间', en: 'Open after' }, unit: 's', default: 2, min: 0, max: 60 },
    coverCloseS: { label: { zh: '关盖确认时间', en: 'Closed after' }, unit: 's', default: 5, min: 0, max: 120 },
    wetAfterS: { label: { zh: '湿态确认时间', en: 'Wet after' }, unit: 's', default: 5, min: 0, max: 120 },
    dryAfterS: { label: { zh: '干态确认时间', en: 'Dry after' }, unit: 's', default: 15, min: 0, max: 300 },
    coverMergeS: { label: { zh: '开关盖合并时间', en: 'Openings of a cover are merged within' }, unit: 's', default: 10, min: 0, max: 600 },
    longWetMin: { label: { zh: '长湿时间', en: 'Long wet after' }, unit: 'min', default: 30, min: 1, max: 1440 },
    longWetL: { label: { zh: '长湿判断的空仓油量', en: 'Long wet: the tank holds less than' }, unit: 'l', default: 5, min: 0, max: 500 },
    longDryMin: { label: { zh: '长干时间', en: 'Long dry after' }, unit: 'min', default: 30, min: 1, max: 1440 },
    longDryFillPercent: {
      label: { zh: '长干判断的装载率', en: 'Long dry: filled above' },
      unit: 'percent',
      default: 10,
      min: 1,
      max: 100,
      hint: { zh: '占仓容的比例。', en: 'Of the capacity.' },
    },
    chatterPerMin: { label: { zh: '探头抖动次数', en: 'Chatter above' }, unit: 'perMin', default: 6, min: 1, max: 60 },
    uncertainS: { label: { zh: '状态不定时间', en: 'Uncertain for' }, unit: 's', default: 60, min: 1, max: 3600 },
    probeSilentS: { label: { zh: '探头无数据', en: 'Silent for' }, unit: 's', default: 60, min: 1, max: 3600 },
    probeGoodMin: { label: { zh: '故障恢复时间', en: 'Trusted again after' }, unit: 'min', default: 10, min: 1, max: 240 },
    apiMarginPercent: {
      label: { zh: 'API传感余量预警', en: 'API sensing margin below' },
      unit: 'percent',
      default: 25,
      min: 1,
      max: 90,
      hint: {
        zh: '传感值距门限的距离，占标定距离的比例。',
        en: 'Distance of the sensor value from its gate, of the calibrated distance.',
      },
    },
    apiThresholdMin: {
      label: { zh: 'API阈值报警时间', en: 'API threshold alarm after' },
      unit: 'min',
      default: 5,
      min: 1,
      max: 240,
      hint: { zh: '传感值介于阈值与零点之间的持续时间。', en: 'The sensor lies between its gate and zero for so long.' },
    },
  },
)
