import { defineAction } from './define-action.ts'

export const repairOrder = defineAction({
  name: 'repair-order',
  buttons: { row: { zh: '维修单', en: 'Repair' } },
  permission: 'repairs:manage',
})

/** One order for each chosen device that has none open. */
export const repairSelected = defineAction({
  name: 'repair-selected',
  buttons: { rows: { zh: '批量派修', en: 'Repair selected' } },
  permission: 'repairs:manage',
  appliesTo: (row: { readonly order: string }) => row.order === 'none',
})
