import { defineEntity } from './define-entity.ts'
import { codeField } from './fields.ts'
import { codeExists, nameExists, placeFields, shortNameExists } from './place-fields.ts'

const name = { zh: '维修厂', en: 'Repair shop' } as const
const { head, foot } = placeFields(name, { name: '苏州罐车维修厂', shortName: '苏州维修厂' })

/** Openings inside are repairs (spec 3.6, 5.2). */
export const repairShop = defineEntity({
  path: 'setting/base_data/service_depot',
  name,
  fields: {
    ...head,
    code: codeField({ label: { zh: '维修厂代码', en: 'Code' }, required: true, max: 12, example: '7101' }),
    ...foot,
  },
  unique: [
    { field: 'code', text: codeExists },
    { field: 'name', text: nameExists },
    { field: 'shortName', text: shortNameExists },
  ],
})
