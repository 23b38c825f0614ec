import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { oneLine, rowId } from '../input-bounds.ts'

export const alarmRobotCalls = {
  setAddress: endpoint({
    method: 'PUT',
    path: '/alarmRobots/address',
    policy: { permission: 'robots:address' },
    summary: 'Set the address and the signing secret of a robot; neither is ever answered',
    input: z.object({ id: rowId, address: oneLine.trim().min(1).max(500), secret: oneLine.trim().max(200).default('') }),
    answer: z.null(),
    audit: 'history',
  }),
  test: endpoint({
    method: 'POST',
    path: '/alarmRobots/test',
    policy: { permission: 'robots:address' },
    summary: 'Send a test message to a robot and answer what its service said',
    input: z.object({ id: rowId }),
    answer: z.object({ sent: z.boolean(), said: z.string() }),
    audit: { exempt: 'the message is in the log of notices' },
  }),
}
