import { defineAction } from './define-action.ts'

export const repairOrder = defineAction({
  name: 'repair-order',
  buttons: { row: { zh: '维修单', en: 'Repair' } },
  permission: 'repairs:manage',
})
