import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { rowId } from '../input-bounds.ts'
import { addQuickVisit, quickVisit } from '../quick-visits.ts'

export const quickVisitCalls = {
  list: endpoint({
    method: 'GET',
    path: '/getUserQuickVisit',
    policy: 'session',
    summary: 'List the user’s quick access screens',
    input: z.object({ userId: z.string().optional() }),
    answer: z.array(quickVisit),
  }),
  add: endpoint({
    method: 'POST',
    path: '/addUserQuickVisit',
    policy: 'session',
    summary: 'Add a screen to quick access',
    input: addQuickVisit,
    answer: z.string(),
    audit: { exempt: 'a setting of this user’s own screen' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/removeUserQuickVisit',
    policy: 'session',
    summary: 'Remove a screen from quick access',
    input: z.object({ id: rowId }),
    answer: z.string(),
    audit: { exempt: 'a setting of this user’s own screen' },
  }),
}
