import { defineAction } from './define-action.ts'

const create = { onScreen: 'create' } as const
const change = { onScreen: 'change' } as const
const remove = { onScreen: 'delete' } as const

export const addRow = defineAction({ name: 'add-row', buttons: { list: { zh: '新增', en: 'Add' } }, permission: create, primary: true })

export const importRows = defineAction({ name: 'import-rows', buttons: { list: { zh: '导入', en: 'Import' } }, permission: create })

export const saveTemplate = defineAction({ name: 'save-template', buttons: { list: { zh: '模板', en: 'Template' } }, permission: create })

/** Gives the ticked rows to another organisation. */
export const moveRows = defineAction({ name: 'move-rows', buttons: { rows: { zh: '调整组织', en: 'Move' } }, permission: change })

export const editRow = defineAction({ name: 'edit-row', buttons: { row: { zh: '编辑', en: 'Edit' } }, permission: change })

export const enableRow = defineAction({
  name: 'enable-row',
  buttons: { row: { zh: '启用', en: 'Enable' } },
  permission: change,
  appliesTo: (row: { readonly status: string }) => row.status !== 'enabled',
})

export const disableRow = defineAction({
  name: 'disable-row',
  buttons: { row: { zh: '停用', en: 'Disable' } },
  permission: change,
  appliesTo: (row: { readonly status: string }) => row.status === 'enabled',
})

export const rowHistory = defineAction({ name: 'row-history', buttons: { row: { zh: '历史', en: 'History' } }, permission: null })

export const deleteRow = defineAction({ name: 'delete-row', buttons: { row: { zh: '删除', en: 'Delete' } }, permission: remove })
