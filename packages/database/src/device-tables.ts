import type { DeviceTestTables } from './device-test-tables.ts'
import type { RepairOrderTables } from './repair-order-tables.ts'
import type { TerminalSessionTables } from './terminal-session-tables.ts'

/** What is done with the devices of trucks, and how their terminals connect. */
export type DeviceTables = DeviceTestTables & RepairOrderTables & TerminalSessionTables
