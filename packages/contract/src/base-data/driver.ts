import { openCardSite } from '../actions/cards.ts'
import { showIdNumber } from '../actions/drivers.ts'
import { defineEntity } from './define-entity.ts'
import {
  choiceField,
  organisationField,
  dayField,
  emailField,
  numberCodeField,
  phoneField,
  statusField,
  textField,
  truckField,
} from './fields.ts'
import { idNumberField, maskedTextField } from './masked-fields.ts'
import { codeExists } from './place-fields.ts'

export const SEXES = { male: { zh: '男', en: 'Male' }, female: { zh: '女', en: 'Female' } } as const

/** Who drives (spec 3.6, 5.2). */
export const driver = defineEntity({
  path: 'setting/base_data/driver',
  name: { zh: '驾驶员', en: 'Driver' },
  fields: {
    name: textField({ label: { zh: '姓名', en: 'Name' }, required: true, max: 80, example: '李建国' }),
    code: numberCodeField({ label: { zh: '驾驶员代码', en: 'Driver code' }, required: true, max: 7, example: '90001' }),
    organisationId: organisationField(),
    sex: choiceField({ label: { zh: '性别', en: 'Sex' }, choices: SEXES, unlessGiven: 'male' }),
    idNumber: idNumberField({ label: { zh: '身份证号', en: 'ID number' }, example: '320113198401099389' }),
    birthday: dayField({ label: { zh: '出生日期', en: 'Birthday' }, example: '1984-01-09' }),
    mobilePhone: phoneField({ label: { zh: '手机', en: 'Mobile phone' }, example: '19900001001' }),
    email: emailField(),
    qualification: maskedTextField({
      label: { zh: '从业资格证号', en: 'Qualification certificate' },
      max: 80,
      example: '320113198401099389',
    }),
    qualifiedUntil: dayField({ label: { zh: '资格证有效期至', en: 'Certificate valid until' }, example: '2029-06-30' }),
    entryDate: dayField({ label: { zh: '入职日期', en: 'Entry date' }, example: '2021-02-01' }),
    defaultTruckId: truckField({ label: { zh: '默认车辆', en: 'Default truck' } }),
    birthplace: textField({ label: { zh: '籍贯', en: 'Birthplace' }, max: 80, example: '江苏省南京市' }),
    homeAddress: textField({ label: { zh: '家庭住址', en: 'Home address' }, max: 150, long: true }),
    status: statusField(),
  },
  unique: [{ field: 'code', text: codeExists }],
  // readings: our own screen, and a button to the external site where one is configured
  actions: [showIdNumber, openCardSite],
})
