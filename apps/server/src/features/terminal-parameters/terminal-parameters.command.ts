import { PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import { terminalValues } from '@tanker/contract/terminal-parameters'
import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'

/** Sets parameters of a terminal, and reads them back. */
export const terminalParametersCommand = defineDeviceCommand({
  kind: 'set-parameters',
  label: { zh: '下发终端参数', en: 'Set terminal parameters' },
  permission: 'parameters:send',
  form: z.object({ values: terminalValues, reason: z.string() }),
  encode: ({ values }) => ({ done: 'parameters', values }),
  timeoutS: 15,
  installS: 15,
  tries: PARAMETER_TRIES,
  expiryS: null,
  follow: null,
})
