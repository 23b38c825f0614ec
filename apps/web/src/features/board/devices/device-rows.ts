import {
  countDevices,
  DEVICE_STATES,
  type DeviceMonitor,
  type DeviceNode,
  type DeviceState,
  type DeviceType,
} from '@tanker/contract/device-monitor'
import { PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import type { Text } from '@tanker/domain/texts/text'
import { ALARM, LOADED, OFFLINE } from '@tanker/domain/trucks/truck-status'
import { SEAL_CONDITIONS } from '../../../platform/tank/seal-lock.tsx'
import { alarmName } from '../../../platform/alarms/alarm-name.ts'
import { text } from '../../../platform/language.ts'
import { shownDecimal, shownWhole } from '../../../platform/shown-values.ts'
import { type ColumnSet, columnsOver, type ListColumn } from '../list-columns.ts'
import { clockTime } from '../trip-words.ts'
import { indexByTruck } from '../use-monitor.ts'

export const STATE_WORDS = {
  ok: { zh: '正常', en: 'OK' },
  faulty: { zh: '故障', en: 'Faulty' },
  silent: { zh: '无数据', en: 'No data' },
} as const satisfies Readonly<Record<DeviceState, Text>>

/** Green, red and grey, as the statuses that have these colours. */
export const LOOK_OF_STATE: Readonly<Record<DeviceState, number>> = { ok: LOADED, faulty: ALARM, silent: OFFLINE }
export const COLOUR_OF_STATE = { ok: 'loaded', faulty: 'alarm', silent: 'offline' } as const

/** How the devices of one truck stand. */
export type DeviceRow = {
  readonly consoleCode: string
  readonly online: boolean
  readonly contactAt: number | null
  readonly backupV: number | null
  readonly externalV: number | null
  readonly consoleVersion: string | null
  readonly controllerVersion: string | null
  readonly signal: number | null
  readonly health: DeviceState
  readonly devices: readonly number[]
}

export const deviceRows = (monitor: DeviceMonitor | undefined): ReadonlyMap<number, DeviceRow> =>
  new Map(
    [...indexByTruck(monitor?.truckId ?? [])].map(([truckId, index]) => [
      truckId,
      {
        consoleCode: monitor?.consoleCode[index] ?? '',
        online: monitor?.online[index] ?? false,
        contactAt: monitor?.contactAt[index] ?? null,
        backupV: monitor?.backupV[index] ?? null,
        externalV: monitor?.externalV[index] ?? null,
        consoleVersion: monitor?.consoleVersion[index] ?? null,
        controllerVersion: monitor?.controllerVersion[index] ?? null,
        signal: monitor?.signal[index] ?? null,
        health: monitor?.health[index] ?? 'silent',
        devices: monitor?.devices[index] ?? [],
      },
    ]),
  )

export type DeviceFilter = { readonly types: ReadonlySet<DeviceType>; readonly states: ReadonlySet<DeviceState> }

/**
 * Whether a truck has a device of one of the types in one of the states. Without types the states are those of the truck; without states a
 * device of the type is enough.
 */
export function isAskedFor(row: DeviceRow | undefined, { types, states }: DeviceFilter): boolean {
  if (types.size === 0 && states.size === 0) return true
  if (!row) return false
  if (types.size === 0) return states.has(row.health)
  return [...types].some((type) =>
    (states.size === 0 ? DEVICE_STATES : [...states]).some((state) => countDevices(row.devices, type, state) > 0),
  )
}

/** How many trucks are in each state. */
export function countHealth(rows: ReadonlyMap<number, DeviceRow>): Readonly<Record<DeviceState, number>> {
  const counts = { ok: 0, faulty: 0, silent: 0 }
  for (const { health } of rows.values()) counts[health] += 1
  return counts
}

/** Devices that are ok, and those that are not where there are any: `8`, `7/1`; nothing where the truck has none. */
export function okAndFaulty(devices: readonly number[], type: DeviceType): string {
  const [ok, faulty, silent] = DEVICE_STATES.map((state) => countDevices(devices, type, state)) as [number, number, number]
  if (ok + faulty + silent === 0) return ''
  if (ok + faulty === 0) return '–'
  return faulty === 0 ? shownWhole(ok) : `${shownWhole(ok)}/${shownWhole(faulty)}`
}

const volts = (value: number | null): string => (value === null ? '–' : shownDecimal(value, 1))

/** The columns of the list, over what the monitor knows. */
export function deviceColumns(rows: ReadonlyMap<number, DeviceRow>): ColumnSet {
  const of = columnsOver(rows)
  const counted = (type: DeviceType, name: Text, heading: Text): ListColumn =>
    of(type, name, { widthPx: 40, isNumber: true, heading, cell: ({ devices }) => okAndFaulty(devices, type) })
  return {
    keptAs: 'device-columns',
    atFirst: ['contact', 'probe', 'gauge', 'camera'],
    columns: [
      of(
        'contact',
        { zh: '最后通信', en: 'Last contact' },
        {
          widthPx: 72,
          isNumber: true,
          cell: ({ contactAt }, now) => (contactAt === null ? '–' : clockTime(contactAt, now).slice(0, 10)),
        },
      ),
      counted('probe', { zh: '铅封探头：正常/故障', en: 'Probes: OK/faulty' }, { zh: '探头', en: 'Probes' }),
      counted('gauge', { zh: '液位仪：正常/故障', en: 'Gauges: OK/faulty' }, { zh: '液位', en: 'Gauges' }),
      counted('camera', { zh: '摄像头：正常/故障', en: 'Cameras: OK/faulty' }, { zh: '摄像', en: 'Cam.' }),
      counted('meter', { zh: '流量计：正常/故障', en: 'Flow meters: OK/faulty' }, { zh: '流量', en: 'Meters' }),
      of(
        'backup',
        { zh: '备用电池', en: 'Backup battery' },
        {
          widthPx: 40,
          isNumber: true,
          heading: { zh: '电池V', en: 'Batt.' },
          cell: ({ backupV }) => volts(backupV),
        },
      ),
      of(
        'external',
        { zh: '外部电源', en: 'External power' },
        {
          widthPx: 40,
          isNumber: true,
          heading: { zh: '外电V', en: 'Ext.' },
          cell: ({ externalV }) => volts(externalV),
        },
      ),
      of(
        'signal',
        { zh: '信号强度（CSQ）', en: 'Signal (CSQ)' },
        {
          widthPx: 36,
          isNumber: true,
          heading: { zh: '信号', en: 'CSQ' },
          cell: ({ signal }) => (signal === null ? '–' : String(signal)),
        },
      ),
      of('console', { zh: '主机固件', en: 'Console firmware' }, { widthPx: 72, cell: ({ consoleVersion }) => consoleVersion ?? '–' }),
      of(
        'controller',
        { zh: '控制器固件', en: 'Controller firmware' },
        {
          widthPx: 72,
          cell: ({ controllerVersion }) => controllerVersion ?? '–',
        },
      ),
      of('code', { zh: '主机编号', en: 'Console No.' }, { widthPx: 92, cell: ({ consoleCode }) => consoleCode || '–' }),
    ],
  }
}

const compartmentWords = (compartment: number | null): string =>
  compartment === null || compartment === 0 ? '' : text({ zh: `${compartment} 仓 `, en: `Compartment ${compartment}: ` })

/** The name of a device within its type. */
export function deviceName({ type, compartment, probeType, number, camera }: DeviceNode): string {
  switch (type) {
    case 'console':
      return text({ zh: '主机', en: 'Console' })
    case 'controller':
      return text({ zh: '控制器', en: 'Controller' })
    case 'probe': {
      const name = text(PROBE_TYPES[probeType ?? -1] ?? { zh: `探头 ${probeType}`, en: `probe ${probeType}` })
      return `${compartmentWords(compartment)}${name}`
    }
    case 'gauge':
      return text({ zh: `${compartment} 仓液位仪`, en: `Gauge of compartment ${compartment}` })
    case 'camera': {
      const name = CAMERA_CHANNELS[camera as keyof typeof CAMERA_CHANNELS] as Text | undefined
      return text({ zh: `通道 ${number} ${name?.zh ?? camera}`, en: `Channel ${number}: ${name?.en ?? camera}` })
    }
    default:
      return text({ zh: `流量计 ${number}`, en: `Meter ${number}` })
  }
}

/** What is wrong with a device; empty where nothing is. */
export const troubleWords = ({ type, state, alarms, condition, faultCode }: DeviceNode): string =>
  state !== 'faulty'
    ? ''
    : [
        ...alarms.map(alarmName),
        ...(condition === null || condition === 'ok' ? [] : [text(SEAL_CONDITIONS[condition])]),
        ...(faultCode === null ? [] : [text({ zh: `故障码 ${faultCode}`, en: `fault code ${faultCode}` })]),
        ...(type === 'meter' ? [text({ zh: '无应答', en: 'not answering' })] : []),
      ].join(text({ zh: '、', en: ', ' }))
