import { thresholdGroup } from './threshold.ts'

/** Supply of the devices, and consoles that fall silent (D.7). */
export const powerThresholds = thresholdGroup(
  'power',
  { zh: '电源与主机', en: 'Power and console' },
  {
    powerCutLowV: {
      label: { zh: '断电电压（12 V 车）', en: 'Power cut below, 12 V truck' },
      unit: 'v',
      default: 8,
      min: 1,
      max: 12,
      step: 0.1,
    },
    powerCutHighV: {
      label: { zh: '断电电压（24 V 车）', en: 'Power cut below, 24 V truck' },
      unit: 'v',
      default: 15,
      min: 1,
      max: 24,
      step: 0.1,
    },
    powerCutS: { label: { zh: '断电时间', en: 'Power cut for' }, unit: 's', default: 60, min: 1, max: 3600 },
    powerCutM: { label: { zh: '断电期间移动距离', en: 'Moved while cut off by' }, unit: 'm', default: 200, min: 0, max: 10000, step: 10 },
    powerBackS: { label: { zh: '电源恢复时间', en: 'Power is back after' }, unit: 's', default: 10, min: 0, max: 600 },
    underVoltageLowV: {
      label: { zh: '欠压（12 V 车）', en: 'Under-voltage below, 12 V truck' },
      unit: 'v',
      default: 10.5,
      min: 6,
      max: 13,
      step: 0.1,
    },
    underVoltageHighV: {
      label: { zh: '欠压（24 V 车）', en: 'Under-voltage below, 24 V truck' },
      unit: 'v',
      default: 21,
      min: 12,
      max: 26,
      step: 0.1,
    },
    underVoltageS: { label: { zh: '欠压持续时间', en: 'Under-voltage lasts' }, unit: 's', default: 60, min: 1, max: 3600 },
    underVoltageEndLowV: {
      label: { zh: '欠压恢复回差（12 V 车）', en: 'Ends above by, 12 V truck' },
      unit: 'v',
      default: 0.5,
      min: 0,
      max: 3,
      step: 0.1,
    },
    underVoltageEndHighV: {
      label: { zh: '欠压恢复回差（24 V 车）', en: 'Ends above by, 24 V truck' },
      unit: 'v',
      default: 1,
      min: 0,
      max: 6,
      step: 0.1,
    },
    consoleSilentMin: { label: { zh: '主机无数据', en: 'Console is silent for' }, unit: 'min', default: 15, min: 1, max: 1440 },
    restartGapMin: {
      label: { zh: '重启判断间隔', en: 'A start after a silence of this is a shutdown' },
      unit: 'min',
      default: 5,
      min: 1,
      max: 1440,
    },
  },
)
