/**
 * What the staff does again and again, through the calls of the web console: dispatchers handle alarms, have devices repaired and see that
 * stations sign for their deliveries. What is new stays open, so that there is something to do for others.
 */
import type { DeskLine } from '@tanker/contract/alarm-desk'
import type { HandoverSignature } from '@tanker/contract/handovers'
import type { RepairOrder } from '@tanker/contract/repair-orders'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { type EXCEPTION_TYPES, HANDLE_RESULTS } from '@tanker/domain/alarms/handling'
import type { DevicePart } from '@tanker/domain/devices/device-part'
import type { RepairOutcome, RepairStep } from '@tanker/domain/devices/repair-order'
import type { StaffCalls } from './staff-calls.ts'

/** Happenings of a dispatcher that stay for others to handle, the newest. */
const leftOnDesk = 15
/** Lines of the desk that are read in a round, and ids that one call takes. */
const MAX_DESK_LINES = 200
const MAX_ALARMS_AT_ONCE = 200
/** Faults of the past for which a repair is entered, and open faults that are looked at. */
const MAX_FAULTS = 12
const MAX_SIGNED_A_ROUND = 60
/** A station signs within the day. */
const signedAfterMs = 12 * 3_600_000
/** An order of the staff goes one step on in so many rounds. */
const roundsAStep = 20
/** Orders that the staff has under way. */
const MAX_ORDERS = 30

type Handling = {
  /** The words that a Chinese dispatcher chooses. */
  readonly handleResult: string
  readonly exceptionType: keyof typeof EXCEPTION_TYPES
  readonly confirm: 'confirmed' | 'non-abnormal'
  readonly remark: string
}

const HANDLINGS = {
  seal: { handleResult: HANDLE_RESULTS['real-handled'].zh, exceptionType: 'human', confirm: 'confirmed', remark: '已电话联系驾驶员核实' },
  cargo: { handleResult: HANDLE_RESULTS['real-handled'].zh, exceptionType: 'human', confirm: 'confirmed', remark: '已与油站核对数量' },
  driving: { handleResult: HANDLE_RESULTS['real-penalised'].zh, exceptionType: 'human', confirm: 'confirmed', remark: '已提醒驾驶员' },
  safety: { handleResult: HANDLE_RESULTS.watched.zh, exceptionType: 'human', confirm: 'confirmed', remark: '已列入安全学习' },
  device: { handleResult: HANDLE_RESULTS['repair-ordered'].zh, exceptionType: 'equipment', confirm: 'confirmed', remark: '已通知维修' },
  emergency: {
    handleResult: HANDLE_RESULTS['real-handled'].zh,
    exceptionType: 'human',
    confirm: 'confirmed',
    remark: '已联系驾驶员，人车安全',
  },
} as const satisfies Readonly<Record<string, Handling>>
const NOT_REAL: Handling = {
  handleResult: HANDLE_RESULTS['false-alarm'].zh,
  exceptionType: 'positioning',
  confirm: 'non-abnormal',
  remark: '核实后为误报',
}
/** One happening of so many was none. */
const oneFalseIn = 9

const handlingOf = ({ id, type }: DeskLine): Handling =>
  Number(id) % oneFalseIn === 0 ? NOT_REAL : HANDLINGS[alarmType(type)?.family ?? 'cargo']

/** Handles all but the newest, those that are handled alike in one call. */
export async function clearDesk(dispatcher: StaffCalls): Promise<void> {
  const { content } = await dispatcher.get<{ content: readonly DeskLine[] }>(`/alarms/desk?page=0&size=${MAX_DESK_LINES}`)
  const old = content.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt)).slice(leftOnDesk)
  const alike = new Map<Handling, DeskLine[]>()
  for (const line of old) alike.set(handlingOf(line), [...(alike.get(handlingOf(line)) ?? []), line])
  for (const [handling, lines] of alike) {
    const ids = lines.flatMap(({ alarmIds }) => alarmIds)
    for (let from = 0; from < ids.length; from += MAX_ALARMS_AT_ONCE) {
      const alarmIds = ids.slice(from, from + MAX_ALARMS_AT_ONCE)
      await dispatcher.post('/alarms/handle', { ...handling, alarmIds: alarmIds.join(',') })
    }
  }
}

type HandedOver = { readonly id: string; readonly unloaded: string }

/** Stations sign what was delivered hours ago; now and then one disputes the litres. */
export async function signDeliveries(dispatcher: StaffCalls): Promise<void> {
  const pending = await dispatcher.rows<HandedOver>('handover/deliveries', {
    days: 31,
    filters: { state: ['pending'] },
    sortBy: 'unloaded',
    sortOrder: 'asc',
    size: MAX_SIGNED_A_ROUND,
  })
  for (const { id, unloaded } of pending) {
    if (Date.now() - Date.parse(unloaded) < signedAfterMs) continue
    const isDisputed = Number(id.replaceAll('-', '').slice(-6, -2)) % 25 === 0
    const state: HandoverSignature['state'] = isDisputed ? 'disputed' : 'signed'
    const remark = isDisputed ? '站罐液位差与卸油量不符，请复核' : ''
    await dispatcher.post('/handovers/sign', { id, seen: 'pending', signer: '张站长', state, remark } satisfies HandoverSignature)
  }
}

const REPAIRERS = [
  { repairer: '李建国', phone: '13900007001' },
  { repairer: '周永强', phone: '13900007002' },
] as const
const OUTCOMES: readonly RepairOutcome[] = ['repaired', 'replaced', 'repaired', 'nothing-found']
const FOUND: Readonly<Record<RepairOutcome, string>> = {
  repaired: '接头进水，已清洁并紧固',
  replaced: '已更换并校验',
  'nothing-found': '现场测试正常',
  'not-repairable': '需返厂',
}

type Fault = { readonly plate: { readonly truckId: number }; readonly part: DevicePart }
type Order = Fault & { rounds: number }

type Repairs = {
  /** Enters what was repaired already: of faults of the last weeks. */
  enterPast(dispatcher: StaffCalls): Promise<void>
  /** Orders what is broken now, and takes the orders on. */
  round(dispatcher: StaffCalls): Promise<void>
}

export function keepRepairs(): Repairs {
  const orders = new Map<StaffCalls, Map<string, Order>>()
  let ordered = 0

  const openOrder = async (dispatcher: StaffCalls, { plate, part }: Fault): Promise<RepairOrder | null> =>
    (await dispatcher.get<{ open: RepairOrder | null }>(`/repairOrders?truckId=${plate.truckId}&part=${part}`)).open

  async function take(dispatcher: StaffCalls, fault: Fault, step: RepairStep): Promise<void> {
    const order = await openOrder(dispatcher, fault)
    if (!order) return
    const outcome = OUTCOMES[order.id % OUTCOMES.length]!
    const end = step === 'finish' ? { outcome, note: FOUND[outcome] } : { note: '' }
    await dispatcher.post('/repairOrders/step', { id: order.id, version: order.version, step, ...end })
  }

  async function order(dispatcher: StaffCalls, fault: Fault): Promise<void> {
    const { plate, part } = fault
    const by = REPAIRERS[ordered++ % REPAIRERS.length]!
    await dispatcher.post('/repairOrders', { truckId: plate.truckId, part, ...by, note: '请在下次回场时检修' })
    await take(dispatcher, fault, 'send')
  }

  const STEPS = { new: 'send', sent: 'start', 'at-work': 'finish' } as const

  return {
    async enterPast(dispatcher) {
      const list = 'device_monitor/other_devices/abnormal_record'
      const faults = await dispatcher.rows<Fault>(list, { days: 14, sortBy: 'startedAt', sortOrder: 'desc', size: 50 })
      const byPart = new Map(faults.map((fault) => [`${fault.plate.truckId} ${fault.part}`, fault]))
      for (const [index, fault] of [...byPart.values()].slice(0, MAX_FAULTS).entries()) {
        if (await openOrder(dispatcher, fault)) continue
        await order(dispatcher, fault)
        // Every third is still at work or on its way.
        if (index % 3 !== 2) await take(dispatcher, fault, 'start')
        if (index % 3 === 0) await take(dispatcher, fault, 'finish')
      }
    },
    async round(dispatcher) {
      const mine = orders.get(dispatcher) ?? new Map<string, Order>()
      orders.set(dispatcher, mine)
      const list = 'device_monitor/other_devices/abnormal_monitor'
      const broken = await dispatcher.rows<Fault>(list, {
        days: null,
        filters: { order: ['none'] },
        sortBy: 'first',
        sortOrder: 'asc',
        size: MAX_FAULTS,
      })
      for (const fault of broken) {
        if (mine.size >= MAX_ORDERS) break
        await order(dispatcher, fault)
        mine.set(`${fault.plate.truckId} ${fault.part}`, { ...fault, rounds: 0 })
      }
      for (const [key, one] of mine) {
        one.rounds += 1
        if (one.rounds % roundsAStep !== 0) continue
        const open = await openOrder(dispatcher, one)
        if (open && open.state in STEPS) await take(dispatcher, one, STEPS[open.state as keyof typeof STEPS])
        else mine.delete(key)
      }
    },
  }
}
