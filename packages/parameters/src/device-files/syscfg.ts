import { aChoice, aNumber, defineDeviceFile } from '../define-device-file.ts'
import { recordingFields, videoFields } from './camera-fields.ts'
import {
  busFields,
  cameraMaskFields,
  identityFields,
  intervalFields,
  serialPortFields,
  serverFields,
  systemRules,
} from './system-fields.ts'
import { PER_MILLE } from './units.ts'

/** Spec 3.12 gives the numbers of the work modes; what each means is ours. */
const SEAL_MODES = [
  { zh: '不用铅封', en: 'No seals' },
  { zh: '仅监测', en: 'Watched only' },
  { zh: '自动施封', en: 'Sealed automatically' },
  { zh: '手动施封', en: 'Sealed by hand' },
  { zh: '刷卡施解封', en: 'Sealed by card' },
  { zh: '密码施解封', en: 'Sealed by password' },
  { zh: '围栏自动施解封', en: 'Sealed by fence' },
  { zh: '远程施解封', en: 'Sealed from the platform' },
]
const GAUGE_MODES = [
  { zh: '不用液位仪', en: 'No gauges' },
  { zh: '磁致伸缩', en: 'Magnetostrictive' },
  { zh: '电容式', en: 'Capacitive' },
  { zh: '雷达', en: 'Radar' },
]
const PRINT_MODES = [
  { zh: '不打印', en: 'Never' },
  { zh: '手动', en: 'By hand' },
  { zh: '装油后', en: 'After loading' },
  { zh: '卸油后', en: 'After unloading' },
  { zh: '装卸油后', en: 'After loading and unloading' },
  { zh: '施封后', en: 'After sealing' },
  { zh: '解封后', en: 'After unsealing' },
  { zh: '施解封后', en: 'After sealing and unsealing' },
  { zh: '出围栏后', en: 'After leaving a fence' },
  { zh: '全部', en: 'Always' },
]
const DEV2_MODES = [
  { zh: '不用', en: 'Not used' },
  { zh: '流量计', en: 'Flow meter' },
  { zh: '密度计', en: 'Densimeter' },
  { zh: '温湿度计', en: 'Thermo-hygrometer' },
  { zh: '压力变送器', en: 'Pressure transmitter' },
  { zh: '读卡器', en: 'Card reader' },
  { zh: '客显屏', en: 'Customer display' },
  { zh: '北斗短报文', en: 'BeiDou messages' },
  { zh: '透传', en: 'Passed through' },
  { zh: '调试', en: 'Debugging' },
]

/** The console. Seal counts and the meter ratio are settings of spec 5.3, which names no file for them. */
export const syscfg = defineDeviceFile({
  name: 'syscfg.txt',
  number: 7,
  title: { zh: '主机系统参数', en: 'Console system' },
  forCustomers: true,
  about: {
    zh: '主机的身份、通信、工作方式、录像和摄像头。',
    en: 'Identity, communication, work modes, recording and cameras of the console.',
  },
  fields: [
    ...identityFields,
    ...serverFields,
    ...intervalFields,
    ...serialPortFields(4),
    ...busFields,
    aChoice('sealMode', { zh: '铅封工作方式', en: 'Seal mode' }, SEAL_MODES),
    aNumber('autoSealTimes', { zh: '自动施封次数', en: 'Automatic sealings' }, [0, 99], { unitless: 'count', default: 0 }),
    aNumber('manualSealTimes', { zh: '手动施封次数', en: 'Sealings by hand' }, [0, 99], { unitless: 'count', default: 0 }),
    aChoice('tlsMode', { zh: '液位仪工作方式', en: 'Gauge mode' }, GAUGE_MODES),
    aChoice('printMode', { zh: '打印方式', en: 'Printing' }, PRINT_MODES),
    aChoice('ticketMode', { zh: '小票打印方式', en: 'Printing of tickets' }, PRINT_MODES),
    aChoice('dev2Mode', { zh: 'DEV2工作方式', en: 'DEV2 mode' }, DEV2_MODES),
    aNumber('meterRatio', { zh: '流量计比例', en: 'Ratio of the flow meter' }, [0, 1000], {
      unit: PER_MILLE,
      step: 0.01,
      default: 1000,
      own: true,
    }),
    ...recordingFields,
    ...videoFields,
    ...cameraMaskFields,
  ],
  groups: [],
  rules: [
    ...systemRules,
    {
      rule: 'needs',
      field: 'recEn',
      value: 1,
      needs: 'recStart',
      text: { zh: '启用录像后必须填写开始时间', en: 'Recording needs a start time' },
    },
    {
      rule: 'needs',
      field: 'recEn',
      value: 1,
      needs: 'recEnd',
      text: { zh: '启用录像后必须填写结束时间', en: 'Recording needs an end time' },
    },
  ],
})
