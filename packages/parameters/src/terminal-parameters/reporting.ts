import { defineParameter, type TerminalParameterGroup } from '../define-parameter.ts'

const S = { zh: '秒', en: 's' }
const M = { zh: '米', en: 'm' }
const DEG = { zh: '°', en: '°' }

const STRATEGIES = [
  { value: 0, text: { zh: '定时汇报', en: 'Time' } },
  { value: 1, text: { zh: '定距汇报', en: 'Distance' } },
  { value: 2, text: { zh: '定时和定距汇报', en: 'Time and distance' } },
]

const SCHEMES = [
  { value: 0, text: { zh: '根据ACC状态', en: 'Ignition' } },
  { value: 1, text: { zh: '先判断登录状态，再根据ACC状态', en: 'Sign-in of the driver, then ignition' } },
]

/** When the terminal reports its position. */
export const reportingParameters: TerminalParameterGroup = {
  key: 'reporting',
  label: { zh: '位置汇报', en: 'Position reports' },
  parameters: [
    defineParameter({
      key: 'strategy',
      id: 0x0020,
      wire: 'double-word',
      label: { zh: '位置汇报策略', en: 'Report by' },
      content: { type: 'choice', choices: STRATEGIES },
      default: 0,
    }),
    defineParameter({
      key: 'scheme',
      id: 0x0021,
      wire: 'double-word',
      label: { zh: '位置汇报方案', en: 'Report intervals by' },
      content: { type: 'choice', choices: SCHEMES },
      default: 0,
    }),
    defineParameter({
      key: 'notSignedInS',
      id: 0x0022,
      wire: 'double-word',
      label: { zh: '驾驶员未登录时间间隔', en: 'Interval, driver not signed in' },
      unit: S,
      content: { type: 'number', min: 1, max: 86400 },
      default: 30,
    }),
    defineParameter({
      key: 'sleepS',
      id: 0x0027,
      wire: 'double-word',
      label: { zh: '休眠时间间隔', en: 'Interval while asleep' },
      unit: S,
      content: { type: 'number', min: 1, max: 86400 },
      default: 60,
    }),
    defineParameter({
      key: 'emergencyS',
      id: 0x0028,
      wire: 'double-word',
      label: { zh: '紧急报警时间间隔', en: 'Interval in an emergency' },
      unit: S,
      content: { type: 'number', min: 1, max: 3600 },
      default: 5,
    }),
    defineParameter({
      key: 'usualS',
      id: 0x0029,
      wire: 'double-word',
      label: { zh: '缺省时间间隔', en: 'Usual interval' },
      unit: S,
      content: { type: 'number', min: 1, max: 3600 },
      default: 10,
    }),
    defineParameter({
      key: 'usualM',
      id: 0x002c,
      wire: 'double-word',
      label: { zh: '缺省距离间隔', en: 'Usual distance' },
      unit: M,
      content: { type: 'number', min: 1, max: 100000 },
      default: 200,
    }),
    defineParameter({
      key: 'notSignedInM',
      id: 0x002d,
      wire: 'double-word',
      label: { zh: '驾驶员未登录距离间隔', en: 'Distance, driver not signed in' },
      unit: M,
      content: { type: 'number', min: 1, max: 100000 },
      default: 500,
    }),
    defineParameter({
      key: 'sleepM',
      id: 0x002e,
      wire: 'double-word',
      label: { zh: '休眠距离间隔', en: 'Distance while asleep' },
      unit: M,
      content: { type: 'number', min: 1, max: 100000 },
      default: 1000,
    }),
    defineParameter({
      key: 'emergencyM',
      id: 0x002f,
      wire: 'double-word',
      label: { zh: '紧急报警距离间隔', en: 'Distance in an emergency' },
      unit: M,
      content: { type: 'number', min: 1, max: 100000 },
      default: 100,
    }),
    defineParameter({
      key: 'cornerDeg',
      id: 0x0030,
      wire: 'double-word',
      label: { zh: '拐点补传角度', en: 'Extra report at a turn of' },
      unit: DEG,
      content: { type: 'number', min: 0, max: 179 },
      default: 30,
    }),
    defineParameter({
      key: 'displacementM',
      id: 0x0031,
      wire: 'word',
      label: { zh: '非法位移阈值', en: 'Unlawful displacement beyond' },
      unit: M,
      content: { type: 'number', min: 0, max: 65535 },
      default: 300,
      hint: { zh: '电子围栏半径。', en: 'Radius of the fence round the parked truck.' },
    }),
    defineParameter({
      key: 'forbiddenPeriod',
      id: 0x0032,
      wire: 'period',
      label: { zh: '违规行驶时段', en: 'Period in which driving is forbidden' },
      content: { type: 'period' },
      hint: { zh: '车辆当地时间。', en: 'Local time of the truck.' },
      since: 2019,
    }),
  ],
}
