import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { alarmCounts, alarmInfo, alarmInfoQuery, alarmPage, alarmQuery, alarmStanding, alarmStandingQuery, clearAlarms } from '../alarms.ts'
import { confirmAlarms, handleAlarms } from '../report-view.ts'
import { alarmSettings, userPrivileges } from '../session.ts'

export const alarmCalls = {
  list: endpoint({
    method: 'GET',
    path: '/alarms/pageList',
    policy: 'session',
    summary: 'List alarms, newest first',
    input: alarmQuery,
    answer: alarmPage,
  }),
  info: endpoint({
    method: 'GET',
    path: '/alarmInfo',
    policy: 'session',
    summary: 'List live alarms, or changes after a cursor (resync of the WebSocket)',
    input: alarmInfoQuery,
    answer: alarmInfo,
  }),
  standing: endpoint({
    method: 'GET',
    path: '/alarms/standing',
    policy: 'session',
    summary: 'Get whether and when late data superseded an alarm',
    input: alarmStandingQuery,
    answer: alarmStanding,
  }),
  clear: endpoint({
    method: 'PUT',
    path: '/alarms/clear',
    policy: 'session',
    summary: 'Clear these alarms from the user’s live list',
    input: clearAlarms,
    answer: z.object({ cleared: z.number().int() }),
    audit: { exempt: 'a list that only this user sees' },
  }),
  count: endpoint({
    method: 'GET',
    path: '/countAlarm',
    policy: 'session',
    summary: 'Count unhandled alarms by type',
    input: z.object({ userPri: z.string().optional() }),
    answer: alarmCounts,
  }),
  saveSettings: endpoint({
    method: 'POST',
    path: '/alarmCue',
    policy: 'session',
    summary: 'Save the user’s alarm settings; an id or user id in the request is ignored',
    input: alarmSettings,
    answer: userPrivileges.shape.stUserAlarm,
    audit: { exempt: 'a setting of this user’s own screen and mail' },
  }),
  handle: endpoint({
    method: 'POST',
    path: '/alarms/handle',
    policy: { permission: 'alarms:handle' },
    summary: 'Handle alarms: result and exception type',
    input: handleAlarms,
    answer: z.object({ handled: z.number().int() }),
    audit: 'history',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/alarms/confirm',
    policy: { permission: 'alarms:handle' },
    summary: 'Change the verdict of handled alarms; refused if one of them is unhandled',
    input: confirmAlarms,
    answer: z.object({ confirmed: z.number().int() }),
    audit: 'history',
  }),
}
