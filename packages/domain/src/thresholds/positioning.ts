import { thresholdGroup } from './threshold.ts'

/** Which fixes count, and when a truck moves or stands (D.1). */
export const positioningThresholds = thresholdGroup(
  'positioning',
  { zh: '定位与行驶', en: 'Position and motion' },
  {
    clockAheadMin: {
      label: { zh: '设备时钟超前', en: 'Device clock ahead by' },
      unit: 'min',
      default: 5,
      min: 1,
      max: 1440,
      hint: { zh: '设备时间比接收时间超前更多，视为时钟错误。', en: 'A device time further ahead of its receipt is a wrong clock.' },
    },
    fixSatellites: {
      label: { zh: '有效定位的卫星数', en: 'Satellites of a valid fix' },
      unit: 'satellites',
      default: 4,
      min: 0,
      max: 20,
      hint: { zh: '少于此数的定位无效。', en: 'A fix with fewer is invalid.' },
    },
    fixJumpKmh: {
      label: { zh: '定位跳变速度', en: 'Speed of a jump' },
      unit: 'kmh',
      default: 160,
      min: 60,
      max: 1000,
      hint: {
        zh: '相对上一有效定位的折算速度更高时，定位无效。',
        en: 'A fix that implies more speed since the last valid one is invalid.',
      },
    },
    driftM: {
      label: { zh: '静止漂移', en: 'Drift while standing' },
      unit: 'm',
      default: 50,
      min: 0,
      max: 500,
      hint: { zh: '停车时漂移小于此距离，位置不变。', en: 'A standing truck that seems to move less keeps its position.' },
    },
    elsewhereM: {
      label: { zh: '停车后已移至他处的距离', en: 'A standing truck is elsewhere from' },
      unit: 'm',
      default: 200,
      min: 50,
      max: 2000,
      hint: {
        zh: '连续两个定位距停车点达到此距离，即使未见行驶速度，也视为已驶离。',
        en: 'Two fixes in a row this far from where it stopped: it has driven on, though no speed was seen.',
      },
    },
    movingKmh: { label: { zh: '行驶速度', en: 'Speed of a moving truck' }, unit: 'kmh', default: 5, min: 1, max: 30 },
    movingFixes: {
      label: { zh: '连续定位点数视为行驶', en: 'Moves after this many fixes at that speed' },
      unit: 'fixes',
      default: 3,
      min: 1,
      max: 20,
    },
    movingAfterS: {
      label: { zh: '达到行驶速度后视为行驶', en: 'Moves after that speed for so long' },
      unit: 's',
      default: 10,
      min: 1,
      max: 300,
    },
    stoppedKmh: { label: { zh: '停车速度', en: 'Speed of a standing truck' }, unit: 'kmh', default: 3, min: 0, max: 30 },
    stoppedAfterS: { label: { zh: '低于停车速度后视为停车', en: 'Stands after that speed for' }, unit: 's', default: 30, min: 1, max: 600 },
    stopReportS: {
      label: { zh: '重车停车后加密上报间隔', en: 'Report interval after a loaded truck stops' },
      unit: 's',
      default: 10,
      min: 0,
      max: 600,
      hint: { zh: '0 表示不要求加密上报。', en: '0: the terminal is not asked.' },
    },
    stopReportMin: { label: { zh: '加密上报时长', en: 'Faster reports after a stop last' }, unit: 'min', default: 10, min: 1, max: 120 },
  },
)
