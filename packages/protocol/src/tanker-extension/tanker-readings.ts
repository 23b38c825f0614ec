import type { CompartmentReading, DeviceEvent, ProbeReading } from '@tanker/domain/reading'

/** All that the tanker extension adds to a position (docs/tanker-extension.md). */
export type TankerReadings = {
  /** Axial (nose up positive) and lateral (right side up positive) tilt, degrees. */
  tilt?: { readonly axialDeg: number; readonly lateralDeg: number }
  compartments: CompartmentReading[]
  probes: ProbeReading[]
  events: DeviceEvent[]
  power?: { readonly externalV: number; readonly backupV: number }
  process?: ProcessHint
  meters: MeterReading[]
  environment?: Environment
}

/** What the on-board console itself believes the truck is doing. */
export type ProcessHint = {
  /** The console's own state number, 0 unknown; no state of the platform follows from it alone. */
  readonly state: number
  readonly slipNo: string
  readonly orderNo: string
}

/** One flow meter at one time (spec 3.11). */
export type MeterReading = {
  /** From 1. */
  readonly meter: number
  readonly oilCode: number
  /** 0 idle, 1 preset running, 2 free running, 3 paused. */
  readonly mode: number
  /** The meter answers on its bus. */
  readonly answering: boolean
  /** This delivery, uncompensated. */
  readonly batchVolumeL: number
  /** This delivery at 20 °C. */
  readonly batchV20L: number
  readonly batchMassKg: number
  /** All deliveries since the meter was made; wraps. */
  readonly totalVolumeL: number
  readonly averageTemperatureC: number
  readonly flowLPerMin: number
  /** Number of the delivery receipt, 0 when none is open. */
  readonly receipt: number
}

/** Air in the cargo space or the operating box. */
export type Environment = {
  readonly temperatureC: number
  readonly humidityPercent: number
  readonly pressureKPa: number
  /** Bit n: door n is open; 0 operating box left, 1 operating box right, 2 cab left, 3 cab right. */
  readonly doorBits: number
}

/** Readings without anything in them. */
export function noTankerReadings(): TankerReadings {
  return { compartments: [], probes: [], events: [], meters: [] }
}

/** The version that every item of the extension starts with. */
export const extensionVersion = 1
