import type {
  AirtightBox,
  CompartmentReading,
  DeviceEvent,
  Environment,
  MeterReading,
  ProbeReading,
  ProbeSensing,
} from '@tanker/domain/reading'

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
  airtight?: AirtightBox
  sensing?: ProbeSensing[]
}

/** What the on-board console itself believes the truck is doing. */
export type ProcessHint = {
  /** The console's own state number, 0 unknown; no state of the platform follows from it alone. */
  readonly state: number
  readonly slipNo: string
  readonly orderNo: string
}

/** Readings without anything in them. */
export function noTankerReadings(): TankerReadings {
  return { compartments: [], probes: [], events: [], meters: [] }
}

/** The version that every item of the extension starts with. */
export const extensionVersion = 1
