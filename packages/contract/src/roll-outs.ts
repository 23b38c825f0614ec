import { z } from 'zod'
import { formNumber, oneLine, rowId } from './input-bounds.ts'
import { MAX_SEND_REASON } from './parameter-files.ts'
import { MAX_UPGRADE_TRUCKS, upgradeFileSent } from './upgrade-files.ts'

/** How many trucks go first, and how long these are watched, minutes. */
export const FIRST_TRUCKS = { min: 1, max: 10, usual: 2 } as const
export const WATCH_MIN = { min: 5, max: 120, usual: 30 } as const
/** Trucks of each wave after them. */
export const WAVE_TRUCKS = { min: 1, max: MAX_UPGRADE_TRUCKS, usual: 20 } as const

const within = ({ min, max }: { readonly min: number; readonly max: number }) => formNumber(z.number().int().min(min).max(max))

/** POST /rollOuts: the first of the trucks go first, in this order. */
export const rollOutOrdered = upgradeFileSent.omit({ pwd: true, compartment: true }).extend({
  firstTrucks: within(FIRST_TRUCKS).default(FIRST_TRUCKS.usual),
  watchMin: within(WATCH_MIN).default(WATCH_MIN.usual),
  waveTrucks: within(WAVE_TRUCKS).default(WAVE_TRUCKS.usual),
})

/** POST /rollOuts/resume, /rollOuts/stop and /rollOuts/return. */
export const rollOutDecided = z.object({ rollOutId: rowId, reason: oneLine.trim().min(1).max(MAX_SEND_REASON) })
