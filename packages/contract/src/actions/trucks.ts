import { defineAction } from './define-action.ts'

/** Which terminal a truck has; opens enrolment and releases it. */
export const truckTerminal = defineAction({
  name: 'truck-terminal',
  buttons: { row: { zh: '终端', en: 'Terminal' } },
  permission: 'terminals:manage',
})
