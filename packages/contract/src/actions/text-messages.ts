import { defineAction } from './define-action.ts'

export const resendMessage = defineAction({
  name: 'resend-message',
  buttons: { row: { zh: '重发', en: 'Resend' } },
  permission: 'sms:resend',
  appliesTo: (row: { readonly state: string }) => row.state === 'failed',
})

export const resendNotice = defineAction({
  name: 'resend-notice',
  buttons: { row: { zh: '重发', en: 'Resend' } },
  permission: 'sms:resend',
  // What was not sent because its alarm was superseded or handled need not be sent.
  appliesTo: (row: { readonly state: string; readonly occasion: string; readonly reason: string | null }) =>
    row.state === 'failed' && row.occasion !== 'test' && row.reason !== 'superseded' && row.reason !== 'handled',
})

export const topUp = defineAction({
  name: 'top-up',
  buttons: { row: { zh: '充值', en: 'Recharge' } },
  permission: 'sms:top-up',
})
