import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { rowId } from '../input-bounds.ts'

export const tankTableCalls = {
  send: endpoint({
    method: 'POST',
    path: '/baseData/tank_table/send',
    policy: { permission: 'setting/base_data/tank_table:change' },
    summary: 'Send a tank table to its truck once the truck is connected; refused while it is being sent',
    input: z.object({ id: rowId }),
    answer: z.null(),
    audit: 'history',
  }),
  stop: endpoint({
    method: 'POST',
    path: '/baseData/tank_table/stop',
    policy: { permission: 'setting/base_data/tank_table:change' },
    summary: 'Stop sending a tank table; the console discards an incomplete one',
    input: z.object({ id: rowId }),
    answer: z.null(),
    audit: 'history',
  }),
}
