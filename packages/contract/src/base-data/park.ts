import { defineEntity } from './define-entity.ts'
import { choiceField, codeField, textField } from './fields.ts'
import { codeExists, nameExists, placeFields, shortNameExists } from './place-fields.ts'

const name = { zh: '停车场', en: 'Parking lot' } as const
const { head, foot } = placeFields(name, { name: '芳茂山服务区', shortName: '芳茂山' })

export const PARK_TYPES = {
  'service-area': { zh: '服务区', en: 'Service area' },
  general: { zh: '普通停车场', en: 'General' },
} as const

/** Parking lot or service area (spec 3.6, 5.2). */
export const park = defineEntity({
  path: 'setting/base_data/park',
  name,
  fields: {
    ...head,
    code: codeField({ label: { zh: '停车场代码', en: 'Code' }, required: true, max: 12, example: '8101' }),
    parkType: choiceField({ label: { zh: '类型', en: 'Type' }, choices: PARK_TYPES, unlessGiven: 'general' }),
    contact: textField({ label: { zh: '联系人', en: 'Contact' }, max: 80, example: '钱国强' }),
    ...foot,
  },
  unique: [
    { field: 'code', text: codeExists },
    { field: 'name', text: nameExists },
    { field: 'shortName', text: shortNameExists },
  ],
})
