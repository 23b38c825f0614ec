import { z } from 'zod'
import {
  acceptShift,
  assignAlarms,
  deskCounts,
  deskDetail,
  deskDetailQuery,
  deskPage,
  deskPeople,
  deskQuery,
  handOverShift,
  shiftHandoverPage,
  shiftHandoverQuery,
  withdrawShift,
} from '../alarm-desk.ts'
import { endpoint } from '../endpoint.ts'

const screen = { permission: 'monitor/alarm_desk' } as const
const handling = { permission: 'alarms:handle' } as const

export const alarmDeskCalls = {
  list: endpoint({
    method: 'GET',
    path: '/alarms/desk',
    policy: screen,
    summary: 'List the happenings that wait to be handled, gravest and newest first',
    input: deskQuery,
    answer: deskPage,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/alarms/desk/counts',
    policy: screen,
    summary: 'Count the happenings that wait by grade, and those assigned to the user',
    input: null,
    answer: deskCounts,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/alarms/desk/detail',
    policy: screen,
    summary: 'Get one alarm with its explanation, litres, earlier alarms and history',
    input: deskDetailQuery,
    answer: deskDetail,
  }),
  people: endpoint({
    method: 'GET',
    path: '/alarms/desk/people',
    policy: screen,
    summary: 'List the users to whom alarms can be assigned',
    input: null,
    answer: deskPeople,
  }),
  assign: endpoint({
    method: 'POST',
    path: '/alarms/desk/assign',
    policy: handling,
    summary: 'Assign unhandled alarms to a user, or to no one',
    input: assignAlarms,
    answer: z.object({ assigned: z.number().int() }),
    audit: 'history',
  }),
  shifts: endpoint({
    method: 'GET',
    path: '/shift-handovers',
    policy: screen,
    summary: 'List shift handovers, newest first',
    input: shiftHandoverQuery,
    answer: shiftHandoverPage,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/shift-handovers',
    policy: handling,
    summary: 'Hand over the shift with a note and what is open',
    input: handOverShift,
    answer: z.object({ id: z.number().int() }),
    audit: 'history',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/shift-handovers/accept',
    policy: handling,
    summary: 'Accept a shift that was handed over',
    input: acceptShift,
    answer: z.null(),
    audit: 'history',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/shift-handovers/withdraw',
    policy: handling,
    summary: 'Withdraw a shift handover that was not accepted yet',
    input: withdrawShift,
    answer: z.null(),
    audit: 'history',
  }),
}
