import { defineAction } from './define-action.ts'

export const resendMessage = defineAction({
  name: 'resend-message',
  buttons: { row: { zh: '重发', en: 'Resend' } },
  permission: 'sms:resend',
  appliesTo: (row: { readonly state: string }) => row.state === 'failed',
})

export const topUp = defineAction({
  name: 'top-up',
  buttons: { row: { zh: '充值', en: 'Recharge' } },
  permission: 'sms:top-up',
})
