import { thresholdGroup } from './threshold.ts'

/** Loads where or other than planned: the page of abnormal loading. */
export const abnormalLoadingThresholds = thresholdGroup(
  'abnormal-loading',
  { zh: '异常装油', en: 'Abnormal loading' },
  {
    abnormalLoadingL: { label: { zh: '异常装油油量', en: 'Abnormal loading from' }, unit: 'l', default: 200, min: 10, max: 10000 },
    loadingPlanPercent: {
      label: { zh: '与配送单装油量偏差', en: 'Differs from the slip by' },
      unit: 'percent',
      default: 2,
      min: 0.1,
      max: 50,
      step: 0.1,
    },
    overfillPercent: {
      label: { zh: '超装比例', en: 'Overfilled above' },
      unit: 'percent',
      default: 97,
      min: 50,
      max: 100,
      step: 0.5,
      hint: { zh: '占仓容的比例，按静置体积。', en: 'Of the capacity, by the calm volume.' },
    },
    densityDiffersKgM3: {
      label: { zh: '混油密度偏差', en: 'Density differs by' },
      unit: 'kgM3',
      default: 50,
      min: 1,
      max: 200,
      hint: {
        zh: '与该油品同温密度的差，更大视为混油或错装。',
        en: "From the product's own at its temperature: mixed, or another product.",
      },
    },
    densityCalmS: {
      label: { zh: '密度偏差静置时间', en: 'Density differs at a calm surface for' },
      unit: 's',
      default: 60,
      min: 1,
      max: 1800,
    },
  },
)
