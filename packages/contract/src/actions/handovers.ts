import { defineAction } from './define-action.ts'

export const signHandover = defineAction({
  name: 'sign-handover',
  buttons: { row: { zh: '签收', en: 'Sign' } },
  permission: 'handovers:sign',
  appliesTo: (row: { readonly state: string }) => row.state !== 'signed',
})
