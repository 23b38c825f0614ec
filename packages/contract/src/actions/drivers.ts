import { defineAction } from './define-action.ts'

export const showIdNumber = defineAction({
  name: 'show-id-number',
  buttons: { row: { zh: '查看证件号', en: 'Show ID number' } },
  permission: 'drivers:id-number',
  appliesTo: (row: { readonly idNumber: string; readonly qualification: string }) => row.idNumber !== '' || row.qualification !== '',
})
