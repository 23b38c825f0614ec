import { defineAction } from './define-action.ts'

/** Who was rung about an emergency, when, and with what outcome. */
export const recordPhoneCall = defineAction({
  name: 'record-phone-call',
  buttons: { row: { zh: '通话记录', en: 'Calls' } },
  permission: 'alarms:handle',
})
