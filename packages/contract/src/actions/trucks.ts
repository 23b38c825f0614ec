import { defineAction } from './define-action.ts'

const TERMINAL = { zh: '终端', en: 'Terminal' } as const

/** Which terminal a truck has; opens enrolment and releases it. */
export const truckTerminal = defineAction({
  name: 'truck-terminal',
  buttons: { row: TERMINAL },
  permission: 'terminals:manage',
  column: TERMINAL,
})
