import type { DeskAlarm, DeskDetail, DeskLine, ShiftHandover } from '@tanker/contract/alarm-desk'

const anAlarm = (id: number, more: Partial<DeskAlarm> = {}): DeskAlarm => ({
  id: String(id),
  type: 1,
  grade: 'red',
  truckId: 100 + id,
  plate: `苏B0000${id}`,
  organisation: '江海油运',
  startedAt: '2026-11-23T00:00:00Z',
  insertedAt: '2026-11-23T00:00:05Z',
  endedAt: null,
  place: '栖霞油库 2.1 km',
  lat: null,
  lng: null,
  driver: { name: '王建国', phone: '13800001234' },
  litresNow: 14_762,
  litresChange: -62,
  summary: 'Manhole of compartment 2 open, 62 L less',
  assignee: null,
  handledAt: null,
  handler: null,
  handleResult: null,
  ...more,
})

export const aLine = (id: number, more: Partial<DeskLine> = {}): DeskLine => ({ ...anAlarm(id), alarmIds: [String(id)], ...more })

export const aDetail = (alarm: Partial<DeskAlarm> & { readonly id: string }, more: Partial<DeskDetail> = {}): DeskDetail => ({
  alarm: anAlarm(Number(alarm.id), alarm),
  others: [],
  explanation: {
    seen: ['The manhole of compartment 2 was open for 40 s'],
    limits: [{ label: 'Litres missing', value: '20 L', seen: '62 L' }],
    grade: 'Red: litres left',
  },
  mayText: true,
  compartments: [{ compartment: 2, product: '92', litresBefore: 5_062, litresNow: 5_000 }],
  curve: null,
  speed: null,
  report: null,
  earlierOfTruck: [],
  earlierOfDriver: [],
  history: [],
  exceptionType: null,
  confirm: 'unconfirmed',
  handleRemark: null,
  supersededAt: null,
  ...more,
})

export const aHandover = (id: number, more: Partial<ShiftHandover> = {}): ShiftHandover => ({
  id,
  at: '2026-11-23T00:00:00Z',
  by: { id: 5, name: '李敏' },
  to: null,
  note: '苏B00003 等维修',
  black: 0,
  red: 2,
  yellow: 1,
  acceptedAt: null,
  acceptedBy: null,
  canAccept: true,
  canWithdraw: false,
  ...more,
})
