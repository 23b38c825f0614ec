import { z } from 'zod'

/** GET /baseData/truck/tankTables: the table by which each compartment is measured now; compartments without one are missing. */
export const currentTankTables = z.array(
  z.object({
    /** 1–10. */
    compartment: z.number().int(),
    serial: z.string(),
    effectiveAt: z.string(),
    capacityL: z.number(),
    tankHeightMm: z.number().int(),
    rows: z.number().int(),
  }),
)
export type CurrentTankTables = z.infer<typeof currentTankTables>
