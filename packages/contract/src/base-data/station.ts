import { defineEntity } from './define-entity.ts'
import { digitsField } from './fields.ts'
import { codeExists, placeFields, shortNameExists } from './place-fields.ts'

const name = { zh: '油站', en: 'Station' } as const
const { head, foot } = placeFields(name, { name: '星湖街加油站', shortName: '星湖街站' })

/** Where trucks are unloaded (spec 3.6, 5.2). */
export const station = defineEntity({
  path: 'setting/base_data/station',
  name,
  fields: {
    ...head,
    code: digitsField({ label: { zh: '油站代码', en: 'Code' }, required: true, count: 4, example: '3001' }),
    ...foot,
  },
  unique: [
    { field: 'code', text: codeExists },
    // spec 8.3
    {
      field: 'name',
      text: {
        zh: '该组织下已存在同名油站，请换一个名称。',
        en: 'A station of this name exists already under the organisation; choose another.',
      },
    },
    { field: 'shortName', text: shortNameExists },
  ],
})
