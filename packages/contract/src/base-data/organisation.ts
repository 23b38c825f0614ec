import { defineEntity } from './define-entity.ts'
import { codeField, parentField, phoneField, statusField, textField } from './fields.ts'
import { codeExists, nameExists, shortNameExists } from './place-fields.ts'

/** Who owns trucks and users; a tree (spec 3.6, 5.2). The server knows the tree and refuses what would break it. */
export const organisation = defineEntity({
  path: 'setting/base_data/company',
  key: 'organisation',
  name: { zh: '组织机构', en: 'Organisation' },
  fields: {
    name: textField({ label: { zh: '机构名称', en: 'Name' }, required: true, max: 80, example: '苏运达危化品运输有限公司' }),
    shortName: textField({ label: { zh: '简称', en: 'Short name' }, max: 80, example: '苏运达' }),
    code: codeField({ label: { zh: '机构代码', en: 'Code' }, required: true, max: 12, example: '329001' }),
    parentId: parentField(),
    phone: phoneField({ example: '025-84000000' }),
    status: statusField(),
    address: textField({ label: { zh: '地址', en: 'Address' }, max: 150, long: true, example: '南京市栖霞区炼油路18号' }),
  },
  unique: [
    { field: 'code', text: codeExists },
    { field: 'name', text: nameExists },
    { field: 'shortName', text: shortNameExists },
  ],
})
