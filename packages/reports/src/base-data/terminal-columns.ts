import { sql } from 'kysely'
import { text, time } from '../kinds.ts'

/** What a truck is found by in a list that is joined with `device`. */
export const truckWords = sql<string>`concat_ws(' ', truck.plate, truck.console_code, truck.terminal_phone, truck.terminal_id, device.terminal_id)`

/** What a list of trucks, joined with `device`, selects of their terminals: what base data announces and what is bound. */
export const terminalRow = [
  'truck.terminal_id as terminalId',
  'device.terminal_id as boundTerminal',
  'device.maker as terminalMaker',
  'device.model as terminalModel',
  'device.bound_at as boundAt',
  'device.registered_at as registeredAt',
  sql<Date | null>`CASE WHEN truck.enrolment_until > now() THEN truck.enrolment_until END`.as('enrolmentUntil'),
] as const

/** The columns of `terminalRow`. */
export const terminalColumns = () => ({
  terminalId: text({ zh: '终端ID', en: 'Terminal ID' }),
  boundTerminal: text({ zh: '绑定终端', en: 'Bound terminal' }),
  terminalMaker: text({ zh: '终端厂商', en: 'Terminal maker' }),
  terminalModel: text({ zh: '终端型号', en: 'Terminal model' }),
  boundAt: time({ zh: '绑定时间', en: 'Bound since' }),
  registeredAt: time({ zh: '最近注册', en: 'Last registration' }),
  enrolmentUntil: time({ zh: '开放注册至', en: 'Enrolment open until' }),
})
