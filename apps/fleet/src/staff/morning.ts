/** What the staff sets up before the first truck is connected, through the calls of the web console: who is notified of alarms, and how. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffCalls } from './staff-calls.ts'

const baseData = '/baseData'

async function orderTextMessages(admin: StaffCalls): Promise<void> {
  const { organisationId } = admin
  await admin.post(`${baseData}/phone_number`, { name: '王建国', phone: '13900001001', organisationId, status: 'enabled' })
  await admin.post('/sms/topUp', { organisationId, messages: 500, unitPrice: 0.05, warnAt: 50, request: randomUUID() })
}

/** Two chat groups, with the addresses of the fleet's own receiver. */
async function addRobots(admin: StaffCalls, groups: string): Promise<void> {
  const robots = [
    { name: '调度群', channel: 'dingtalk', leastGrade: 'yellow', token: 'access_token', afterMin: 0 },
    { name: '安全主管群', channel: 'wecom', leastGrade: 'red', token: 'key', afterMin: 5 },
  ] as const
  for (const { token, ...robot } of robots) {
    const mine = { organisationId: admin.organisationId, status: 'enabled', language: 'zh' }
    const { id } = await admin.post<{ id: number }>(`${baseData}/alarm_robot`, { ...mine, ...robot })
    await admin.put('/alarmRobots/address', { id, address: `${groups}/robot?${token}=${randomBytes(16).toString('hex')}`, secret: '' })
    await admin.post('/alarmRobots/test', { id })
  }
}

/**
 * @param groups where the chat groups of the demonstration world take messages, http://host:port; '' if nowhere
 * @param onTrouble a duty that was refused; the others go on
 */
export async function workMorning(admin: StaffCalls, groups: string, onTrouble: (text: string) => void): Promise<void> {
  await orderTextMessages(admin).catch((error: unknown) => onTrouble(String(error)))
  if (groups !== '') await addRobots(admin, groups).catch((error: unknown) => onTrouble(String(error)))
}
