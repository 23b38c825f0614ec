/** What the staff does once when the platform has the stored days, through the calls of the web console: views of lists, and a shift handed over. */
import type { ViewContent } from '@tanker/contract/named-views'
import type { ParameterFileAnswer } from '@tanker/contract/parameter-files'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { consoleScreen } from './first-day.ts'
import type { StaffCalls } from './staff-calls.ts'

type View = { readonly report: string; readonly name: string } & Pick<ViewContent, 'filters' | 'sortBy'>

const VIEWS: readonly View[] = [
  {
    report: 'monitor/alarm_record',
    name: '近7天红色报警',
    filters: { when: { period: 'last-7-days' }, scope: { own: true }, grade: ['red', 'black'] },
    sortBy: 'startedAt',
  },
  {
    report: 'driving_monitor/exception_report/alarm_off_line',
    name: '近7天离线',
    filters: { when: { period: 'last-7-days' }, scope: { own: true } },
    sortBy: 'startedAt',
  },
]

async function saveViews(admin: StaffCalls): Promise<void> {
  const roles = await admin.get<readonly { readonly id: number; readonly name: string }[]>('/namedViews/roles')
  const dispatchers = roles.filter(({ name }) => name === '调度员').map(({ id }) => id)
  for (const { report, name, filters, sortBy } of VIEWS) {
    const content: ViewContent = { filters, hidden: [], shown: [], sortBy, sortOrder: 'desc', rateUnit: 'permille' }
    const { id } = await admin.post<{ id: number }>('/namedViews', { report, name, content: JSON.stringify(content) })
    if (dispatchers.length > 0) await admin.put('/namedViews/roles', { id, roleIds: dispatchers.join(',') })
  }
}

/** The first shift was accepted by the administrator, the next one waits. */
async function handOverShifts(admin: StaffCalls, dispatchers: readonly StaffCalls[]): Promise<void> {
  for (const [index, dispatcher] of dispatchers.entries()) {
    const note = index === 0 ? '夜班正常，停驶车辆已登记' : '两台车在维修厂，白班请跟进维修单'
    const { id } = await dispatcher.post<{ id: number }>('/shift-handovers', { note })
    if (index === 0) await admin.post('/shift-handovers/accept', { id })
  }
}

/** A copy of what the trucks reported of their console screens. */
async function keepFiles(admin: StaffCalls): Promise<void> {
  const { truckId } = await admin.get<FleetSnapshot>('/trucks/live')
  for (const id of truckId) {
    const { crc32, busy } = await admin.get<ParameterFileAnswer>(`/parameterFiles?truckId=${id}&file=${consoleScreen}`)
    if (crc32 !== null && !busy) await admin.post('/parameterBackups', { truckId: id, file: consoleScreen })
  }
}

/** @param onTrouble a duty that was refused; the others go on */
export async function workEvening(admin: StaffCalls, dispatchers: readonly StaffCalls[], onTrouble: (text: string) => void): Promise<void> {
  for (const duty of [() => saveViews(admin), () => handOverShifts(admin, dispatchers), () => keepFiles(admin)])
    await duty().catch((error: unknown) => onTrouble(String(error)))
}
