import { DEVICE_STATES, DEVICE_TYPE_NAMES, type DeviceNode, type DeviceState } from '@tanker/contract/device-monitor'
import type { LiveRow } from '@tanker/database/live-row'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { FirmwareDevice } from '@tanker/domain/devices/firmware'

/** An open alarm that says a device failed; what of its details says which one. */
export type OpenFault = {
  readonly type: number
  /** `compartment` × 100 + probe type of a seal fault. */
  readonly object: number
  readonly compartment: number | null
  /** Of a cargo device: gauge, tilt sensor or console; of a shutdown: console or controller. */
  readonly device: string | null
  /** Of a console fault. */
  readonly fault: string | null
}

/** The newest reading of a flow meter. */
export type MeterNow = { readonly meter: number; readonly at: number; readonly answering: boolean }

/** What is known of the devices of a truck. Times in milliseconds UTC. */
export type KnownDevices = {
  readonly isOnline: boolean
  readonly contactAt: number | null
  readonly live: LiveRow | null
  /** Numbers of the compartments that the truck has: each has a gauge. */
  readonly compartments: readonly number[]
  /** Where each channel looks; '' is a channel without a camera. */
  readonly cameras: readonly string[]
  /** As base data says. */
  readonly meterCount: number
  readonly meters: readonly MeterNow[]
  readonly faults: readonly OpenFault[]
  readonly versions: ReadonlyMap<FirmwareDevice, string>
}

const NODE: Omit<DeviceNode, 'type' | 'state' | 'at'> = {
  compartment: null,
  probeType: null,
  number: null,
  camera: null,
  version: null,
  alarms: [],
  condition: null,
  faultCode: null,
}

const isOfController = ({ type, device }: OpenFault): boolean => type === ALARM.shutdown && device === 'controller'
const isOfCamera = ({ type, fault }: OpenFault): boolean => type === ALARM.consoleFault && fault === 'camera'
const isOfGauge = ({ type, device }: OpenFault): boolean => type === ALARM.cargoDevice && device === 'gauge'
const isOfSeal = ({ type }: OpenFault): boolean => type === ALARM.sealFault
const isOfConsole = (fault: OpenFault): boolean => ![isOfController, isOfCamera, isOfGauge, isOfSeal].some((is) => is(fault))

/** The devices of a truck in the order of their types, each with its state. Of a truck that is offline nothing is known: all are silent. */
export function devicesOf(known: KnownDevices): DeviceNode[] {
  const { isOnline, contactAt, live, compartments, cameras, meterCount, meters, faults, versions } = known
  const reportedAt = live?.at ?? null
  const typesOf = (is: (fault: OpenFault) => boolean): number[] => [...new Set(faults.filter(is).map(({ type }) => type))]
  const stateOf = (isHeard: boolean, isFaulty: boolean): DeviceState => (!isOnline || !isHeard ? 'silent' : isFaulty ? 'faulty' : 'ok')
  const consoleAlarms = typesOf(isOfConsole)
  const controllerAlarms = typesOf(isOfController)
  const cameraAlarms = typesOf(isOfCamera)
  const hasCargo = live !== null && (live.compartments.length > 0 || live.probes.length > 0)
  const meterNumbers = new Set(meters.map(({ meter }) => meter))
  for (let number = 1; meterNumbers.size < meterCount; number += 1) meterNumbers.add(number)
  return [
    {
      ...NODE,
      type: 'console',
      state: stateOf(contactAt !== null, consoleAlarms.length > 0),
      at: contactAt,
      version: versions.get('console') ?? null,
      alarms: consoleAlarms,
    },
    {
      ...NODE,
      type: 'controller',
      // What gauges and probes read comes through it.
      state: stateOf(hasCargo || controllerAlarms.length > 0, controllerAlarms.length > 0),
      at: hasCargo ? reportedAt : null,
      version: versions.get('controller') ?? null,
      alarms: controllerAlarms,
    },
    ...(live?.probes ?? []).map((probe): DeviceNode => {
      const alarms = typesOf((fault) => isOfSeal(fault) && fault.object === probe.compartment * 100 + probe.type)
      return {
        ...NODE,
        type: 'probe',
        compartment: probe.compartment,
        probeType: probe.type,
        state: stateOf(true, alarms.length > 0 || probe.condition !== 'ok'),
        at: reportedAt,
        version: versions.get('probe') ?? null,
        alarms,
        condition: probe.condition,
      }
    }),
    ...compartments.map((compartment): DeviceNode => {
      const reading = live?.compartments.find((one) => one.compartment === compartment)
      const alarms = typesOf((fault) => isOfGauge(fault) && fault.compartment === compartment)
      return {
        ...NODE,
        type: 'gauge',
        compartment,
        state: stateOf(reading !== undefined || alarms.length > 0, alarms.length > 0 || (reading?.fault ?? 0) !== 0),
        at: reading ? reportedAt : null,
        version: versions.get('gauge') ?? null,
        alarms,
        faultCode: reading && reading.fault !== 0 ? reading.fault : null,
      }
    }),
    ...cameras.flatMap((camera, index): DeviceNode[] =>
      camera === ''
        ? []
        : [
            {
              ...NODE,
              type: 'camera',
              number: index + 1,
              camera,
              // The terminal says that a camera failed, and not which one.
              state: stateOf(live !== null, cameraAlarms.length > 0),
              at: reportedAt,
              alarms: cameraAlarms,
            },
          ],
    ),
    ...[...meterNumbers]
      .toSorted((a, b) => a - b)
      .map((number): DeviceNode => {
        const reading = meters.find(({ meter }) => meter === number)
        return {
          ...NODE,
          type: 'meter',
          number,
          state: stateOf(reading !== undefined, reading?.answering === false),
          at: reading?.at ?? null,
        }
      }),
  ]
}

/** How many devices of each type are in each state. */
export function countsOf(devices: readonly DeviceNode[]): number[] {
  const counts = Array.from({ length: DEVICE_TYPE_NAMES.length * DEVICE_STATES.length }, () => 0)
  for (const { type, state } of devices) {
    const index = DEVICE_TYPE_NAMES.indexOf(type) * DEVICE_STATES.length + DEVICE_STATES.indexOf(state)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

/** A device that is silent beside others that report says nothing of the truck. */
export const healthOf = (isOnline: boolean, devices: readonly DeviceNode[]): DeviceState =>
  !isOnline ? 'silent' : devices.some(({ state }) => state === 'faulty') ? 'faulty' : 'ok'
