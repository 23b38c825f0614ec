import { thresholdGroup } from './threshold.ts'

/** When an opening is abnormal, and its grade (D.6). */
export const unsealingThresholds = thresholdGroup(
  'unsealing',
  { zh: '异常解封', en: 'Abnormal unsealing' },
  {
    unsealingDelayS: { label: { zh: '判断延时', en: 'Judged after' }, unit: 's', default: 10, min: 0, max: 600 },
    unsealingMinS: { label: { zh: '最短开启时间', en: 'Shortest opening' }, unit: 's', default: 5, min: 0, max: 600 },
    boxDoorMinS: { label: { zh: '箱门最短开启时间', en: 'Shortest opening of a box door' }, unit: 's', default: 15, min: 0, max: 600 },
    unsealingMovingKmh: { label: { zh: '行驶中开启速度', en: 'Opened while moving from' }, unit: 'kmh', default: 10, min: 1, max: 100 },
    unsealingEmptyMin: { label: { zh: '空车判断时间', en: 'Empty for' }, unit: 'min', default: 5, min: 0, max: 240 },
    unsealingFixAgeMin: { label: { zh: '定位有效时间', en: 'The fix is no older than' }, unit: 'min', default: 5, min: 1, max: 240 },
    unsealingMergeMin: {
      label: { zh: '事件合并时间', en: 'Openings of one place are merged within' },
      unit: 'min',
      default: 10,
      min: 0,
      max: 240,
    },
    unsealingTogetherS: {
      label: { zh: '同时开启合并时间', en: 'Openings are one happening within' },
      unit: 's',
      default: 60,
      min: 0,
      max: 600,
      hint: { zh: '不论定位在何处。', en: 'Wherever the position is.' },
    },
    authorisedLossL: {
      label: { zh: '授权开启后的油量减少', en: 'An authorised opening is abnormal from a fall of' },
      unit: 'l',
      default: 20,
      min: 1,
      max: 2000,
    },
    authorisedMin: {
      label: { zh: '授权有效时间', en: 'A repair card or password covers openings for' },
      unit: 'min',
      default: 30,
      min: 1,
      max: 1440,
    },
    blackLossL: {
      label: { zh: '升级为黑色的油量减少', en: 'A red opening becomes black from a fall of' },
      unit: 'l',
      default: 50,
      min: 1,
      max: 5000,
      hint: { zh: '在油库或油站内，黄色升级为红色。', en: 'At a depot or station a yellow one becomes red.' },
    },
    blackOpenings: {
      label: { zh: '升级为黑色的开启次数', en: 'A red opening becomes black from' },
      unit: 'openings',
      default: 3,
      min: 1,
      max: 50,
      hint: { zh: '24 小时内。', en: 'In 24 hours.' },
    },
    boxDoorKmh: { label: { zh: '箱门未关行驶速度', en: 'Driving with an open box door from' }, unit: 'kmh', default: 5, min: 1, max: 100 },
    boxDoorOpenMin: { label: { zh: '箱门长时间未关', en: 'Box door open for' }, unit: 'min', default: 30, min: 1, max: 1440 },
    doorAfterWorkMin: {
      label: { zh: '作业后箱门可开时间', en: 'Box door may stay open after work for' },
      unit: 'min',
      default: 10,
      min: 0,
      max: 240,
    },
  },
)
