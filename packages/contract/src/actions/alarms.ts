import { defineAction } from './define-action.ts'

type AlarmRow = { readonly handled: boolean }

const permission = 'alarms:handle'

export const handleAlarm = defineAction({
  name: 'handle-alarm',
  buttons: { row: { zh: '处理', en: 'Handle' }, rows: { zh: '处理所选', en: 'Handle selected' } },
  permission,
  appliesTo: (row: AlarmRow) => !row.handled,
})

/** Where an alarm may turn out to be none: spec 5.4, it must be handled first. */
export const changeVerdict = defineAction({
  name: 'change-verdict',
  buttons: { row: { zh: '改判', en: 'Change verdict' } },
  permission,
  appliesTo: (row: AlarmRow) => row.handled,
})
