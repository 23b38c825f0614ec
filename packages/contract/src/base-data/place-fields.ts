import type { Text } from '@tanker/domain/texts/text'
import { organisationField, phoneField, positionFields, statusField, textField } from './fields.ts'

/** What stations, depots, parks and repair shops have in common (spec 3.6), the code apart: its form differs. */
export const placeFields = (name: Text, example: { readonly name: string; readonly shortName: string }) => ({
  head: {
    name: textField({ label: { zh: `${name.zh}名称`, en: 'Name' }, required: true, max: 80, example: example.name }),
    shortName: textField({ label: { zh: '简称', en: 'Short name' }, max: 80, example: example.shortName }),
  },
  foot: {
    organisationId: organisationField(),
    address: textField({ label: { zh: '地址', en: 'Address' }, required: true, max: 150, long: true, example: '苏州市工业园区星湖街1号' }),
    phone: phoneField(),
    status: statusField(),
    ...positionFields(),
  },
})

export const codeExists = { zh: '该代码已存在，请换一个。', en: 'This code exists already; choose another.' } as const
export const nameExists = { zh: '该名称已存在，请换一个。', en: 'This name exists already; choose another.' } as const
export const shortNameExists = { zh: '该简称已存在，请换一个。', en: 'This short name exists already; choose another.' } as const
