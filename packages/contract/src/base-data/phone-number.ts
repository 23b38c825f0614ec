import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import { leastGradeText } from '@tanker/domain/alarms/alarm-grade'
import type { Text } from '@tanker/domain/texts/text'
import { defineEntity } from './define-entity.ts'
import { choiceField, choicesField, clockField, organisationField, mobileField, statusField, textField } from './fields.ts'

const TAKEN: Text = { zh: '该号码已登记。', en: 'This number is registered already.' }
const BOTH: Text = {
  zh: '免打扰的开始和结束须同时填写，且不能相同。',
  en: 'Enter a start and a different end of the quiet hours.',
}
const QUIET = { zh: '北京时间；期间的短信到时再发', en: 'Beijing time; messages wait until the quiet hours end' } as const

/** Recipients of alarms by text message: alarms of the organisation and all below it. */
export const phoneNumber = defineEntity({
  path: 'setting/base_data/phone_number',
  name: { zh: '短信号码', en: 'Phone number' },
  fields: {
    name: textField({ label: { zh: '姓名', en: 'Name' }, required: true, max: 80, example: '王建国' }),
    phone: mobileField({ label: { zh: '手机号', en: 'Mobile number' }, required: true, example: '13900001001' }),
    organisationId: organisationField(),
    kinds: choicesField({
      label: { zh: '报警类别', en: 'Kinds of alarm' },
      choices: Object.fromEntries(ALARM_FAMILIES.map((family) => [family, alarmFamilyText[family]])),
      none: { zh: '全部', en: 'All' },
      hint: { zh: '不选表示全部', en: 'None selected means all' },
    }),
    leastGrade: choiceField({ label: { zh: '报警等级', en: 'Grades' }, choices: leastGradeText, unlessGiven: 'yellow' }),
    quietFrom: clockField({ label: { zh: '免打扰开始', en: 'Quiet from' }, hint: QUIET, example: '22:00' }),
    quietTo: clockField({ label: { zh: '免打扰结束', en: 'Quiet to' }, example: '07:00' }),
    language: choiceField({
      label: { zh: '语言', en: 'Language' },
      choices: { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } },
      unlessGiven: 'zh',
    }),
    status: statusField(),
  },
  unique: [{ field: 'phone', text: TAKEN }],
  takesSheets: false,
  check: ({ quietFrom, quietTo }) =>
    (quietFrom === '') === (quietTo === '') && (quietFrom === '' || quietFrom !== quietTo)
      ? {}
      : { [quietTo === '' ? 'quietTo' : 'quietFrom']: BOTH },
})
