import { defineEntity } from './define-entity.ts'
import { codeField, textField } from './fields.ts'
import { codeExists, placeFields, shortNameExists } from './place-fields.ts'

const name = { zh: '油库', en: 'Depot' } as const
const { head, foot } = placeFields(name, { name: '无锡油库', shortName: '无锡库' })

/** Where trucks are loaded (spec 3.6, 5.2). */
export const depot = defineEntity({
  path: 'setting/base_data/storage',
  name,
  fields: {
    ...head,
    code: codeField({ label: { zh: '油库代码', en: 'Code' }, required: true, max: 12, example: '9101' }),
    manager: textField({ label: { zh: '负责人', en: 'Manager' }, required: true, max: 80, example: '周建平' }),
    ...foot,
  },
  unique: [
    { field: 'code', text: codeExists },
    // spec 8.3
    { field: 'name', text: { zh: '该油库已存在，请换一个名称。', en: 'This depot exists already; choose another name.' } },
    { field: 'shortName', text: shortNameExists },
  ],
})
