import { z } from 'zod'
import { BYTES, endpoint } from '../endpoint.ts'
import { alarmEvidence, evidenceFileQuery, evidenceQuery } from '../evidence.ts'

const SCREEN = 'active_safety/exception_report/alarm_adas_can'

export const evidenceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/evidence',
    policy: { permission: SCREEN },
    summary: 'List the pictures and clips of an alarm, and what was asked of its truck',
    input: evidenceQuery,
    answer: alarmEvidence,
  }),
  file: endpoint({
    method: 'GET',
    path: '/evidence/file',
    policy: { permission: SCREEN },
    summary: 'A picture or clip of an alarm, whole or in part (Range)',
    input: evidenceFileQuery,
    answer: BYTES,
    shownAs: ['image/jpeg', 'image/png', 'video/mp4', 'audio/wav'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/evidence/ask',
    policy: { permission: 'alarms:handle' },
    summary: 'Ask the truck again for pictures and clips of an alarm that have not come',
    input: evidenceQuery,
    answer: z.object({ asked: z.number().int() }),
    audit: { exempt: 'asks a device and changes nothing that users enter' },
  }),
}
