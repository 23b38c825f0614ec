import { defineParameter, type TerminalParameterGroup } from '../define-parameter.ts'

const S = { zh: '秒', en: 's' }

const POLICIES = [
  { value: 0, text: { zh: '自动接听', en: 'Always automatic' } },
  { value: 1, text: { zh: 'ACC开时自动接听，关时手动接听', en: 'Automatic while the ignition is on' } },
]

/** Numbers that the terminal calls and obeys. */
export const phonesParameters: TerminalParameterGroup = {
  key: 'phones',
  label: { zh: '电话与短信', en: 'Phones and text messages' },
  parameters: [
    defineParameter({
      key: 'platform',
      id: 0x0040,
      wire: 'text',
      label: { zh: '监控平台电话号码', en: 'Number of the platform' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'reset',
      id: 0x0041,
      wire: 'text',
      label: { zh: '复位电话号码', en: 'Number that restarts the terminal' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'factoryReset',
      id: 0x0042,
      wire: 'text',
      label: { zh: '恢复出厂设置电话号码', en: 'Number that restores factory settings' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'platformSms',
      id: 0x0043,
      wire: 'text',
      label: { zh: '监控平台短信号码', en: 'Number of the platform for text messages' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'alarmSms',
      id: 0x0044,
      wire: 'text',
      label: { zh: '报警短信接收号码', en: 'Number for alarms by text message' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'callPolicy',
      id: 0x0045,
      wire: 'double-word',
      label: { zh: '电话接听策略', en: 'Answers calls' },
      content: { type: 'choice', choices: POLICIES },
      default: 0,
    }),
    defineParameter({
      key: 'callS',
      id: 0x0046,
      wire: 'double-word',
      label: { zh: '每次最长通话时间', en: 'Longest call' },
      unit: S,
      content: { type: 'number', min: 0, max: 4_294_967_295 },
      hint: { zh: '0 为不允许通话，4294967295 为不限制。', en: '0: no calls; 4294967295: without limit.' },
    }),
    defineParameter({
      key: 'monthlyCallS',
      id: 0x0047,
      wire: 'double-word',
      label: { zh: '当月最长通话时间', en: 'Calls per month' },
      unit: S,
      content: { type: 'number', min: 0, max: 4_294_967_295 },
      hint: { zh: '0 为不允许通话，4294967295 为不限制。', en: '0: no calls; 4294967295: without limit.' },
    }),
    defineParameter({
      key: 'listening',
      id: 0x0048,
      wire: 'text',
      label: { zh: '监听电话号码', en: 'Number that may listen in' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'privilegedSms',
      id: 0x0049,
      wire: 'text',
      label: { zh: '监管平台特权短信号码', en: 'Privileged number for text messages' },
      content: { type: 'text', maxBytes: 20 },
    }),
  ],
}
