import { count, duration, percent, totalDecimal, totalDistance } from '../kinds.ts'

/** Sums of a water truck over a day or a month. */
export const waterSumColumns = () => ({
  fills: count({ zh: '加水次数', en: 'Fillings' }),
  filled: totalDecimal({ zh: '加水量', en: 'Filled' }, 'm³', 2),
  used: totalDecimal({ zh: '用水量', en: 'Sprayed' }, 'm³', 2),
  sprayed: totalDistance({ zh: '洒水里程', en: 'Sprayed distance' }),
  distance: totalDistance({ zh: '总里程', en: 'Distance' }),
  working: duration({ zh: '作业时长', en: 'Spraying time' }),
  coverage: percent({ zh: '作业里程率', en: 'Share sprayed' }, { of: 'sprayed', by: 'distance' }),
})
