import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { newRepairOrder, repairOrders, repairOrdersAsked, repairStepTaken } from '../repair-orders.ts'

export const repairOrderCalls = {
  read: endpoint({
    method: 'GET',
    path: '/repairOrders',
    policy: { permission: 'device_monitor/other_devices/abnormal_monitor' },
    summary: 'Get the open repair order of a part of a truck, and the ten before it',
    input: repairOrdersAsked,
    answer: repairOrders,
  }),
  create: endpoint({
    method: 'POST',
    path: '/repairOrders',
    policy: { permission: 'repairs:manage' },
    summary: 'Order the repair of a part of a truck; refused while another order for it is open',
    input: newRepairOrder,
    answer: z.object({ id: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  step: endpoint({
    method: 'POST',
    path: '/repairOrders/step',
    policy: { permission: 'repairs:manage' },
    summary: 'Send, start, finish or cancel a repair order',
    input: repairStepTaken,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
