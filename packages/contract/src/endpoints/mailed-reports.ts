import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  describedMailedReportAdded,
  mailedReportAdded,
  mailedReportChanged,
  mailedReportDeliveries,
  mailedReportNamed,
  mailedReportPaused,
  mailedReports,
} from '../mailed-reports.ts'

const policy = { permission: 'reports:mail' } as const

export const mailedReportCalls = {
  list: endpoint({
    method: 'GET',
    path: '/mailedReports',
    policy,
    summary: 'List the user’s mailed reports, and the users who may get one',
    input: null,
    answer: mailedReports,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/mailedReports/deliveries',
    policy,
    summary: 'What was sent of a mailed report, newest first',
    input: mailedReportNamed,
    answer: mailedReportDeliveries,
  }),
  add: endpoint({
    method: 'POST',
    path: '/mailedReports',
    policy,
    summary: 'Mail a list as a spreadsheet at set times; a refusal has the errors by field',
    input: mailedReportAdded,
    describedInput: describedMailedReportAdded,
    answer: z.object({ id: z.number().int() }),
    audit: 'history',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/mailedReports',
    policy,
    summary: 'Change times and receivers of a mailed report',
    input: mailedReportChanged,
    answer: z.null(),
    audit: 'history',
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/mailedReports/paused',
    policy,
    summary: 'Pause a mailed report, or let it go on',
    input: mailedReportPaused,
    answer: z.null(),
    audit: 'history',
  }),
  send: endpoint({
    method: 'POST',
    path: '/mailedReports/send',
    policy,
    summary: 'Send a mailed report once, now',
    input: mailedReportNamed,
    answer: z.null(),
    audit: 'history',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/mailedReports',
    policy,
    summary: 'Delete a mailed report',
    input: mailedReportNamed,
    answer: z.null(),
    audit: 'history',
  }),
}
