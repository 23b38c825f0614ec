import { thresholdGroup } from './threshold.ts'

/** Water under the product (D.7). */
export const waterThresholds = thresholdGroup(
  'water',
  { zh: '含水', en: 'Water' },
  {
    waterMm: { label: { zh: '水位报警', en: 'Water from' }, unit: 'mm', default: 15, min: 1, max: 500 },
    waterRiseMm: { label: { zh: '水位上升报警', en: 'Water rises by' }, unit: 'mm', default: 5, min: 1, max: 500 },
    waterEndMm: { label: { zh: '水位报警结束', en: 'Ends below' }, unit: 'mm', default: 10, min: 0, max: 500 },
    waterS: { label: { zh: '水位报警持续时间', en: 'Lasts' }, unit: 's', default: 10, min: 0, max: 600 },
    waterAfterLoadingMin: { label: { zh: '装油后判断延时', en: 'Judged after loading for' }, unit: 'min', default: 5, min: 0, max: 240 },
  },
)
