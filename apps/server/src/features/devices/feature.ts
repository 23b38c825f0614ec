import type { Feature } from '../feature.ts'
import { deviceTable } from './device-table.ts'

/** Devices installed on trucks and sites. */
export const devices: Feature = {
  entities: [deviceTable],
}
