import { defineAction } from './define-action.ts'

/** The pressure of the truck's test box in the last half hour, as it goes on. */
export const watchPressure = defineAction({
  name: 'watch-pressure',
  buttons: { row: { zh: '压力曲线', en: 'Pressure' } },
  permission: null,
})

/** The printable record of a test, with its curve. */
export const openAirtightRecord = defineAction({
  name: 'open-airtight-record',
  buttons: { row: { zh: '检测单', en: 'Record' } },
  permission: null,
})
