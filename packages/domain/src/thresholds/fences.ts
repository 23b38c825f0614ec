import { thresholdGroup } from './threshold.ts'

/** Entering and leaving fences, and operations near a fence that is drawn too small (D.1). */
export const fencesThresholds = thresholdGroup(
  'fences',
  { zh: '电子围栏', en: 'Fences' },
  {
    fenceEnterFixes: { label: { zh: '进入围栏定位点数', en: 'Inside after this many fixes' }, unit: 'fixes', default: 2, min: 1, max: 20 },
    fenceEnterS: {
      label: { zh: '进入围栏持续时间', en: 'Inside after so long, with fewer fixes too' },
      unit: 's',
      default: 20,
      min: 1,
      max: 600,
    },
    fenceLeaveFixes: { label: { zh: '离开围栏定位点数', en: 'Outside after this many fixes' }, unit: 'fixes', default: 3, min: 1, max: 20 },
    fenceLeaveS: {
      label: { zh: '离开围栏持续时间', en: 'Outside after so long, with fewer fixes too' },
      unit: 's',
      default: 60,
      min: 1,
      max: 3600,
    },
    fenceLeaveM: { label: { zh: '快速离开距离', en: 'Leaves at once beyond the border by' }, unit: 'm', default: 50, min: 0, max: 1000 },
    fenceWanderM: {
      label: { zh: '停车漂出围栏容差', en: "A standing truck's fix may lie outside by" },
      unit: 'm',
      default: 20,
      min: 0,
      max: 500,
    },
    fenceStandLeaveS: {
      label: { zh: '停车漂出多久视为离开', en: 'A standing truck has left after' },
      unit: 's',
      default: 300,
      min: 10,
      max: 3600,
      hint: { zh: '未行驶时，定位在围栏外持续此时间才算离开。', en: 'Without driving, when its fixes lie elsewhere for so long.' },
    },
    fenceEdgeM: {
      label: { zh: '围栏边缘作业距离', en: 'Operation near a fence: distance within' },
      unit: 'm',
      default: 80,
      min: 0,
      max: 1000,
    },
    fenceEdgeLpm: {
      label: { zh: '围栏边缘作业流量', en: 'Operation near a fence: flow from' },
      unit: 'lpm',
      default: 200,
      min: 1,
      max: 5000,
    },
    fenceEdgeL: {
      label: { zh: '围栏边缘作业油量', en: 'Operation near a fence: litres from' },
      unit: 'l',
      default: 300,
      min: 1,
      max: 20000,
    },
    fenceEdgeHoldS: {
      label: { zh: '围栏边缘开盖等待时间', en: 'Openings near a fence wait for a flow' },
      unit: 's',
      default: 600,
      min: 0,
      max: 3600,
    },
    fenceEdgeSlowS: {
      label: { zh: '另有油量减少时的等待时间', en: 'Openings near a fence wait, once litres leave otherwise' },
      unit: 's',
      default: 120,
      min: 0,
      max: 3600,
    },
  },
)
