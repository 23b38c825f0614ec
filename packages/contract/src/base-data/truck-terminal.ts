import { z } from 'zod'

/** How long any terminal may register for a truck once enrolment was opened, in minutes. */
export const ENROLMENT_MINUTES = 10

/** GET /baseData/truck/terminal: what base data announces of a truck's terminal, and what is bound. Times are ISO 8601. */
export const truckTerminal = z.object({
  /** The terminal id of base data, or the console code where it has none. */
  announced: z.string(),
  /** Null until a terminal has registered, and after its release. */
  bound: z
    .object({ terminalId: z.string(), maker: z.string(), model: z.string(), boundAt: z.string(), registeredAt: z.string() })
    .nullable(),
  /** Null while enrolment is not open. */
  enrolmentUntil: z.string().nullable(),
})
export type TruckTerminal = z.infer<typeof truckTerminal>
