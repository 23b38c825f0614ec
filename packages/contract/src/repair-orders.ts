import { DEVICE_PARTS } from '@tanker/domain/devices/device-part'
import {
  REPAIR_OUTCOMES,
  REPAIR_STATES,
  REPAIR_STEPS,
  type RepairOutcome,
  type RepairState,
  type RepairStep,
} from '@tanker/domain/devices/repair-order'
import { z } from 'zod'
import { rowId, rowVersion } from './input-bounds.ts'

const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>): [K, ...K[]] => Object.keys(of) as [K, ...K[]]

export const MAX_REPAIRER = 60
export const MAX_REPAIR_NOTE = 500

const name = z.string().trim().max(MAX_REPAIRER)
const note = z.string().trim().max(MAX_REPAIR_NOTE)

export const repairOrdersAsked = z.object({ truckId: rowId, part: z.enum(DEVICE_PARTS) })

export const newRepairOrder = repairOrdersAsked.extend({ repairer: name, phone: name, note })

/** `outcome` is needed to finish. */
export const repairStepTaken = z.object({
  id: rowId,
  version: rowVersion,
  step: z.enum(keysOf<RepairStep>(REPAIR_STEPS)),
  outcome: z.enum(keysOf<RepairOutcome>(REPAIR_OUTCOMES)).optional(),
  note,
})

const repairOrder = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: z.enum(keysOf<RepairState>(REPAIR_STATES)),
  repairer: z.string(),
  phone: z.string(),
  note: z.string(),
  outcome: z.enum(keysOf<RepairOutcome>(REPAIR_OUTCOMES)).nullable(),
  resultNote: z.string(),
  createdBy: z.string(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Whether the part had a new fault within seven days of the end. */
  cameBack: z.boolean(),
})
export type RepairOrder = z.infer<typeof repairOrder>

/** The open order of a part, and its former ones, newest first. */
export const repairOrders = z.object({ open: repairOrder.nullable(), former: z.array(repairOrder) })
