import { thresholdGroup } from './threshold.ts'

/** Vapour pressure and the climate of the cabinet (D.7). */
export const environmentThresholds = thresholdGroup(
  'environment',
  { zh: '压力与温湿度', en: 'Pressure and climate' },
  {
    pressureHighKPa: { label: { zh: '罐内压力上限', en: 'Pressure above' }, unit: 'kPa', default: 20, min: 0, max: 100, step: 0.5 },
    pressureLowKPa: { label: { zh: '罐内压力下限', en: 'Pressure below' }, unit: 'kPa', default: -3, min: -50, max: 0, step: 0.5 },
    pressureS: { label: { zh: '压力异常持续时间', en: 'Lasts' }, unit: 's', default: 10, min: 0, max: 3600 },
    pressureBackKPa: {
      label: { zh: '压力恢复回差', en: 'Back within the limits by' },
      unit: 'kPa',
      default: 2,
      min: 0,
      max: 20,
      step: 0.5,
    },
    cabinetHotC: { label: { zh: '机柜温度上限', en: 'Cabinet hotter than' }, unit: 'c', default: 60, min: 0, max: 120 },
    cabinetColdC: { label: { zh: '机柜温度下限', en: 'Cabinet colder than' }, unit: 'c', default: -30, min: -60, max: 30 },
    cabinetHumidPercent: { label: { zh: '机柜湿度上限', en: 'Cabinet more humid than' }, unit: 'percent', default: 85, min: 10, max: 100 },
    cabinetDryPercent: { label: { zh: '机柜湿度下限', en: 'Cabinet drier than' }, unit: 'percent', default: 5, min: 0, max: 90 },
    cabinetTemperatureMin: { label: { zh: '温度异常持续时间', en: 'Temperature lasts' }, unit: 'min', default: 3, min: 0, max: 240 },
    cabinetHumidityMin: { label: { zh: '湿度异常持续时间', en: 'Humidity lasts' }, unit: 'min', default: 30, min: 0, max: 1440 },
    cabinetBackC: {
      label: { zh: '温度恢复回差', en: 'Temperature is back within the limits by' },
      unit: 'c',
      default: 1,
      min: 0,
      max: 20,
      step: 0.5,
    },
    cabinetBackPercent: {
      label: { zh: '湿度恢复回差', en: 'Humidity is back within the limits by' },
      unit: 'percent',
      default: 5,
      min: 0,
      max: 50,
    },
    cabinetBackMin: { label: { zh: '恢复持续时间', en: 'Back for' }, unit: 'min', default: 3, min: 0, max: 240 },
  },
)
