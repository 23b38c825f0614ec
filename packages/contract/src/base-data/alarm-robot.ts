import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import { leastGradeText } from '@tanker/domain/alarms/alarm-grade'
import { ROBOT_CHANNELS } from '@tanker/domain/alarms/notice'
import type { Text } from '@tanker/domain/texts/text'
import { setRobotAddress, testRobot } from '../actions/alarm-robots.ts'
import { defineEntity } from './define-entity.ts'
import { choiceField, choicesField, clockField, organisationField, statusField, textField, wholeField } from './fields.ts'

const TAKEN: Text = { zh: '该名称已被使用。', en: 'This name is already used.' }
const BOTH: Text = {
  zh: '免打扰的开始和结束须同时填写，且不能相同。',
  en: 'Enter a start and a different end of the quiet hours.',
}

/** A chat group that is notified of alarms of an organisation and all below it. Its address is a secret and no field. */
export const alarmRobot = defineEntity({
  path: 'setting/alarm_threshold/alarm_ding_talk',
  key: 'alarm_robot',
  name: { zh: '报警机器人', en: 'Alarm robot' },
  fields: {
    name: textField({ label: { zh: '名称', en: 'Name' }, required: true, max: 80, example: '调度群' }),
    channel: choiceField({ label: { zh: '类型', en: 'Channel' }, choices: ROBOT_CHANNELS, unlessGiven: 'dingtalk' }),
    organisationId: organisationField(),
    kinds: choicesField({
      label: { zh: '报警类别', en: 'Kinds of alarm' },
      choices: Object.fromEntries(ALARM_FAMILIES.map((family) => [family, alarmFamilyText[family]])),
      none: { zh: '全部', en: 'All' },
      hint: { zh: '不选表示全部', en: 'None selected means all' },
    }),
    leastGrade: choiceField({ label: { zh: '报警等级', en: 'Grades' }, choices: leastGradeText, unlessGiven: 'yellow' }),
    afterMin: wholeField({
      label: { zh: '未处理多少分钟后发送', en: 'Send if unhandled after (min)' },
      hint: { zh: '0 表示立即发送；期间已处理的不再发送', en: '0 sends at once; alarms handled before are not sent' },
      min: 0,
      max: 1440,
      unlessGiven: 0,
      first: '0',
      example: '0',
    }),
    quietFrom: clockField({
      label: { zh: '免打扰开始', en: 'Quiet from' },
      hint: { zh: '北京时间；期间的通知到时合并发送', en: 'Beijing time; notices are merged and sent when the quiet hours end' },
      example: '22:00',
    }),
    quietTo: clockField({ label: { zh: '免打扰结束', en: 'Quiet to' }, example: '07:00' }),
    quietFor: choiceField({
      label: { zh: '免打扰范围', en: 'Quiet hours hold' },
      choices: {
        yellow: { zh: '黄色报警（红色、黑色照发）', en: 'Yellow alarms; red and black are sent' },
        all: { zh: '全部报警', en: 'All alarms' },
      },
      unlessGiven: 'yellow',
    }),
    language: choiceField({
      label: { zh: '语言', en: 'Language' },
      choices: { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } },
      unlessGiven: 'zh',
    }),
    status: statusField(),
  },
  unique: [{ field: 'name', text: TAKEN }],
  settled: ['channel'],
  takesSheets: false,
  actions: [setRobotAddress, testRobot],
  check: ({ quietFrom, quietTo }) =>
    (quietFrom === '') === (quietTo === '') && (quietFrom === '' || quietFrom !== quietTo)
      ? {}
      : { [quietTo === '' ? 'quietTo' : 'quietFrom']: BOTH },
})
