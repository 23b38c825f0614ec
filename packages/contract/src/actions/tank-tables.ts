import { defineAction } from './define-action.ts'

const CURVE = { zh: '曲线', en: 'Curve' } as const

export const tankTableCurve = defineAction({
  name: 'tank-table-curve',
  buttons: { row: CURVE },
  permission: 'setting/base_data/tank_table',
})

/** Sends it to its truck; while it is being sent, the same button stops that. */
export const sendTankTable = defineAction({
  name: 'send-tank-table',
  buttons: { row: { zh: '发送', en: 'Send' } },
  permission: 'setting/base_data/tank_table:change',
})

export const stationTankCurve = defineAction({
  name: 'station-tank-curve',
  buttons: { row: CURVE },
  permission: 'setting/base_data/atg_tank_table',
})
