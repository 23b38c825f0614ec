import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'

const DAY_S = 86_400

/** Asks a console what it and its devices run. `DeviceVersions` stores every answer. */
export const versionQueryCommand = defineDeviceCommand({
  kind: 'version-query',
  label: { zh: '读取版本', en: 'Read versions' },
  permission: 'firmware:send',
  form: z.object({}),
  encode: () => ({
    done: 'reply',
    message: { kind: 'query-attributes' },
    matches: ({ kind }) => kind === 'attributes-answer',
  }),
  timeoutS: 15,
  installS: 15,
  tries: { min: 1, max: 5, usual: 3 },
  // Each sign-in asks too: what did not connect for a week is not waited for.
  expiryS: 7 * DAY_S,
  follow: null,
})
