import { defineAction } from './define-action.ts'

export const sendTerminalParameters = defineAction({
  name: 'send-terminal-parameters',
  buttons: { list: { zh: '下发参数', en: 'Send parameters' } },
  permission: 'parameters:send',
  primary: true,
})
