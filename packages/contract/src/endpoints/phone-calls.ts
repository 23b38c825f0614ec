import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { newPhoneCall, phoneCalls, phoneCallsAsked } from '../phone-calls.ts'

export const phoneCallCalls = {
  read: endpoint({
    method: 'GET',
    path: '/phoneCalls',
    policy: { permission: 'driving_monitor/exception_report/alarm_emergency' },
    summary: 'Get the telephone calls that were made about an alarm',
    input: phoneCallsAsked,
    answer: phoneCalls,
  }),
  create: endpoint({
    method: 'POST',
    path: '/phoneCalls',
    policy: { permission: 'alarms:handle' },
    summary: 'Record a telephone call about an alarm',
    input: newPhoneCall,
    answer: z.object({ id: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
