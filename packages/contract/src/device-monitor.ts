import { PROBE_CONDITIONS } from '@tanker/domain/devices/probe-type'
import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'

/** The devices of a truck by type, in the order of the tree and of `devices` in the monitor's answer. */
export const DEVICE_TYPES = {
  console: { zh: '主机', en: 'Console' },
  controller: { zh: '控制器', en: 'Controller' },
  probe: { zh: '铅封探头', en: 'Probes' },
  gauge: { zh: '液位仪', en: 'Gauges' },
  camera: { zh: '摄像头', en: 'Cameras' },
  meter: { zh: '流量计', en: 'Flow meters' },
} as const satisfies Readonly<Record<string, Text>>
export type DeviceType = keyof typeof DEVICE_TYPES
export const DEVICE_TYPE_NAMES = Object.keys(DEVICE_TYPES) as [DeviceType, ...DeviceType[]]

/** `silent`: nothing is heard of it, as of all devices of a truck that is offline. */
export const DEVICE_STATES = ['ok', 'faulty', 'silent'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

/** GET /board/devices: how the devices of the fleet stand. Arrays of equal length, one element a truck. */
export const deviceMonitor = z.object({
  /** When it was read, milliseconds UTC. */
  at: z.number(),
  truckId: z.array(z.number().int()),
  /** The console's number. */
  consoleCode: z.array(z.string()),
  online: z.array(z.boolean()),
  /** Of the last message of any kind, milliseconds UTC; null when there was none. */
  contactAt: z.array(z.number().nullable()),
  /** Volts. */
  backupV: z.array(z.number().nullable()),
  externalV: z.array(z.number().nullable()),
  consoleVersion: z.array(z.string().nullable()),
  controllerVersion: z.array(z.string().nullable()),
  /** CSQ, 0 to 31; null where the terminal has not sent it within a week. */
  signal: z.array(z.number().int().nullable()),
  /** Faulty as soon as one device is, silent while the truck is offline. */
  health: z.array(z.enum(DEVICE_STATES)),
  /** Numbers of devices: of each type those that are ok, faulty and silent. */
  devices: z.array(z.array(z.number().int())),
})
export type DeviceMonitor = z.infer<typeof deviceMonitor>

const deviceNode = z.object({
  type: z.enum(DEVICE_TYPE_NAMES),
  /** Of a probe or a gauge; 0 is the truck itself. */
  compartment: z.number().int().nullable(),
  /** Of a probe. */
  probeType: z.number().int().nullable(),
  /** Of a meter; the channel of a camera. */
  number: z.number().int().nullable(),
  /** Where a camera looks. */
  camera: z.string().nullable(),
  state: z.enum(DEVICE_STATES),
  /** Last report, milliseconds UTC; null where it never reported. */
  at: z.number().nullable(),
  version: z.string().nullable(),
  /** What is wrong with it: alarm types that are open, the condition of a probe, the fault code of a gauge. */
  alarms: z.array(z.number().int()),
  condition: z.enum(PROBE_CONDITIONS).nullable(),
  faultCode: z.number().int().nullable(),
})
export type DeviceNode = z.infer<typeof deviceNode>

/** GET /trucks/:truckId/devices: the devices of one truck, in the order of their types. */
export const truckDevices = z.object({ devices: z.array(deviceNode) })
export type TruckDevices = z.infer<typeof truckDevices>

/** How many devices of a type, or of all, are in a state. */
export function countDevices(counts: readonly number[], type: DeviceType | null, state: DeviceState): number {
  const types = type === null ? DEVICE_TYPE_NAMES : [type]
  return types.reduce(
    (sum, one) => sum + (counts[DEVICE_TYPE_NAMES.indexOf(one) * DEVICE_STATES.length + DEVICE_STATES.indexOf(state)] ?? 0),
    0,
  )
}
