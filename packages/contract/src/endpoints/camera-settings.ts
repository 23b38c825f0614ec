import { z } from 'zod'
import { cameraSettingsSent } from '../camera-settings.ts'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'

export const cameraSettingCalls = {
  send: endpoint({
    method: 'POST',
    path: '/cameraSettings',
    policy: { permission: 'parameters:send' },
    summary:
      'Change camera settings in syscfg.txt of trucks, all or none; the rest of each file stays, and trucks that have the settings already are left alone. What each has is kept first, and read back afterwards',
    input: cameraSettingsSent,
    answer: z.object({ trucks: z.number().int(), unchanged: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
