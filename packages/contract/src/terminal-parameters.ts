import { z } from 'zod'
import { formNumber, idList, oneLine } from './input-bounds.ts'
import { MAX_SEND_REASON, PARAMETER_TRIES } from './parameter-files.ts'

/** Trucks of one order, as `idList` takes them. */
export const MAX_PARAMETER_TRUCKS = 500
/** Parameters of one order; more do not fit into one message of old terminals. */
export const MAX_SENT_PARAMETERS = 20
/** Characters of the values of one order as JSON. */
const MAX_VALUES_JSON = 4_000

/** POST /terminalParameters: values by the number of their parameter, for one or several trucks. */
export const terminalParametersSent = z.object({
  truckIds: idList,
  /** JSON text: values by the decimal number of their parameter. */
  values: z.string().min(2).max(MAX_VALUES_JSON),
  maxTries: formNumber(z.number().int().min(PARAMETER_TRIES.min).max(PARAMETER_TRIES.max)).default(PARAMETER_TRIES.usual),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
})

/** The values inside. */
export const terminalValues = z.record(z.string().regex(/^\d{1,9}$/), z.union([z.number(), z.string().max(200)]))
