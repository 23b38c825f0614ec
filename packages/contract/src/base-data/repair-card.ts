import { defineEntity } from './define-entity.ts'
import { codeField, organisationField, dayField, statusField, textField } from './fields.ts'

/** A card that opens covers legitimately at a repair (spec 3.6, 5.2). */
export const repairCard = defineEntity({
  path: 'setting/base_data/repair_card',
  name: { zh: '维修卡', en: 'Repair card' },
  fields: {
    code: codeField({ label: { zh: '卡号', en: 'Card code' }, required: true, max: 19, example: '6200800090001' }),
    name: textField({ label: { zh: '持卡人', en: 'Card holder' }, required: true, max: 80, example: '李建国' }),
    organisationId: organisationField(),
    authority: textField({ label: { zh: '发卡单位', en: 'Issuing authority' }, max: 80, example: '苏州罐车维修厂' }),
    issuedOn: dayField({ label: { zh: '发卡时间', en: 'Issue time' }, example: '2026-01-05' }),
    expiresOn: dayField({ label: { zh: '有效期至', en: 'Valid until' }, example: '2027-01-05' }),
    remark: textField({ label: { zh: '备注', en: 'Remark' }, max: 200, long: true }),
    status: statusField(),
  },
  unique: [{ field: 'code', text: { zh: '该卡号已存在，请换一个。', en: 'This card code exists already; choose another.' } }],
})
