import { DEVICES } from './devices.ts'
import { ORDERS } from './orders.ts'
import { NORMAL_DAYS, SURROUNDINGS } from './surroundings.ts'
import { THEFTS } from './thefts.ts'
import type { Scenario } from './trip.ts'

export const SCENARIOS: readonly Scenario[] = [...THEFTS, ...ORDERS, ...DEVICES, ...SURROUNDINGS, ...NORMAL_DAYS]
