import type { DeviceTestTables } from './device-test-tables.ts'
import type { RepairOrderTables } from './repair-order-tables.ts'

/** What is done with the devices of trucks. */
export type DeviceTables = DeviceTestTables & RepairOrderTables
