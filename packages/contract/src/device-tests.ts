import { z } from 'zod'
import { formNumber, rowId, rowVersion } from './input-bounds.ts'
import {
  DEVICE_TEST_STATES,
  STEP_GROUPS,
  STEP_STATES,
  type DeviceTestState,
  type StepGroup,
  type StepState,
} from '@tanker/domain/devices/device-test'

const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>): [K, ...K[]] => Object.keys(of) as [K, ...K[]]

/** One step as it stands; texts are in the user's language. */
const testStep = z.object({
  key: z.string(),
  group: z.enum(keysOf<StepGroup>(STEP_GROUPS)),
  /** 0 of the whole truck. */
  compartment: z.number().int(),
  name: z.string(),
  expected: z.string(),
  /** What was seen; null while nothing was. */
  actual: z.string().nullable(),
  /** When, ISO 8601 UTC, by the clock of who saw it. */
  at: z.string().nullable(),
  state: z.enum(keysOf<StepState>(STEP_STATES)),
  judgedBy: z.enum(['truck', 'dip', 'person']),
  /** What was entered for it: a judgement, why, and the level off the dip stick, mm. */
  verdict: z.enum(['passed', 'failed', 'not-applicable']).nullable(),
  remark: z.string(),
  dipMm: z.number().nullable(),
})
export type TestStep = z.infer<typeof testStep>

/** GET /deviceTests and what each change answers: a test of a truck's devices, an open one as judged now. */
export const deviceTest = z.object({
  id: z.number().int(),
  /** Counts up with every entry; an entry names the one that was seen. */
  version: z.number().int(),
  truckId: z.number().int(),
  plate: z.string(),
  consoleCode: z.string(),
  companyName: z.string(),
  tester: z.string(),
  /** The user is the tester: only the tester judges and ends it. */
  isMine: z.boolean(),
  /** The user may cancel it, also if another user is the tester. */
  mayCancel: z.boolean(),
  state: z.enum(keysOf<DeviceTestState>(DEVICE_TEST_STATES)),
  reportNo: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** What the truck sends after it does not count any more. */
  evidenceUntil: z.string(),
  remark: z.string(),
  steps: z.array(testStep),
})
export type DeviceTest = z.infer<typeof deviceTest>

/** GET /deviceTests and POST /deviceTests/cancel: a test that is given up is no report. */
export const deviceTestAsked = z.object({ id: rowId })

/** POST /deviceTests/start: a user who tests this truck already goes on with that test. */
export const startDeviceTest = z.object({ truckId: rowId })
export const startedDeviceTest = z.object({ id: z.number().int() })

/**
 * POST /deviceTests/step: a judgement by hand (`none` takes it back) or, without one, the level off the dip stick in mm. What is
 * not passed needs a remark; `passed` is for what only a person can judge.
 */
export const enterDeviceStep = z.object({
  id: rowId,
  version: rowVersion,
  step: z.string().max(60),
  verdict: z.enum(['passed', 'failed', 'not-applicable', 'none']),
  remark: z.string().trim().max(200).default(''),
  dipMm: formNumber(z.number().min(0).max(9_999)).optional(),
})
export type EnterDeviceStep = z.output<typeof enterDeviceStep>

/** POST /deviceTests/end: from then on it is a report. */
export const endDeviceTest = z.object({
  id: rowId,
  version: rowVersion,
  remark: z.string().trim().max(200).default(''),
})
export type EndDeviceTest = z.output<typeof endDeviceTest>
