import { device } from '@tanker/contract/base-data/device'
import { plainTable } from '../../base-data/plain-table.ts'
import type { Feature } from '../feature.ts'

/** Devices installed on trucks and sites. */
export const devices: Feature = {
  entities: [plainTable(device, { table: 'installed_device' })],
}
