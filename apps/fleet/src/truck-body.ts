/** State of a virtual truck at one moment. Stories change it, `truck-life.ts` applies the passing of time. */
import type { DataType, DeviceEvent, ProbeReading, SafetyEvent, SensingError } from '@tanker/domain/reading'
import {
  API_VALVE,
  BOTTOM_VALVE,
  BOTTOM_VALVE_TRANSMITTER,
  BOTTOM_VALVE_WET,
  BOX_DOOR,
  COMPARTMENT_BOTTOM_WET,
  EMERGENCY_VALVE,
  EXTERNAL_BOX_DOOR,
  MANHOLE,
  OVERFLOW_SOCKET,
} from '@tanker/domain/devices/probe-type'
import { photoMasksAsMade } from './camera/photo-masks.ts'
import { type Air, outsideAir } from './outside-air.ts'
import { type Compartment, createCompartment, type StockLedger } from './cargo.ts'
import { createFlowMeter, type FlowMeter } from './flow-meter.ts'
import type { Paper } from './paper.ts'
import type { Random } from './random.ts'
import type { Story } from './story.ts'
import type { DriverRow, PlaceRow, RoadClass, TankTableRow, TruckRow } from './world.ts'

export type Probe = { -readonly [Key in keyof ProbeReading]: ProbeReading[Key] } & {
  /** What its console finds wrong with its electronics. */
  electrical?: Exclude<SensingError, 'none'>
}

/** What the truck is about; scenarios ask for it. */
export type Activity = 'driving' | 'waiting' | 'loading' | 'unloading' | 'parked' | 'spraying'

export type TruckBody = {
  readonly row: TruckRow
  readonly driver: DriverRow
  readonly random: Random
  /** Simulated time, ms since 1970 UTC. */
  at: number
  lat: number
  lng: number
  altitudeM: number
  headingDeg: number
  speedMs: number
  mileageM: number
  accOn: boolean
  activity: Activity
  /** Until when it rests; 0 when it does not. */
  restsUntil: number
  /** End of the driver's duty; 0 when he is off duty. */
  dutyUntil: number
  /** How long the driver may still drive before his long rest, seconds. */
  driveLeftS: number
  /** When it came to its place, and when the driver set out after his last rest of twenty minutes; ms. */
  arrivedAt: number
  restedAt: number
  /** Up to when its tanks and its air have aged. */
  agedAt: number
  /** Where it stands; null on the road. */
  place: PlaceRow | null
  /** Class of the road it is on. */
  roadClass: RoadClass
  /** Metres since it left the last place, and to the next; scenarios keep away from both. */
  drivenM: number
  aheadM: number
  readonly compartments: readonly Compartment[]
  readonly probes: readonly Probe[]
  readonly ledger: StockLedger
  readonly air: Air
  /** Null on trucks that let the product fall. */
  readonly meter: FlowMeter | null
  /** When the tests of its airtightness box began or will begin, ms; 0 none. */
  testsFrom: number
  /** Amplitude of the waves in the tanks. */
  sloshMm: number
  axialDeg: number
  lateralDeg: number
  /** Steepness of the ground it stands on, nose up. */
  slopeDeg: number
  externalV: number
  backupV: number
  /** JT/T 808 table 24. */
  alarmBits: number
  /** Held speed over the limits, by a hurried driver: 1 is lawful. */
  hurry: number
  /** How often the console reports while it drives or works, as syscfg.txt says. */
  uploadS: number
  /** On what occasions the cameras of channels 1 to 8 take photos, as syscfg.txt says. */
  photoMasks: readonly number[]
  gpsLost: boolean
  /** No network: the terminal keeps its positions. */
  linkUp: boolean
  /** The on-board console is dead: nothing is measured nor sent. */
  consoleUp: boolean
  /** Its console stays off until its driver is back. */
  laidUp: boolean
  /** A scenario to play at the roadside; the driver stops for it. */
  interruption: Story | null
  /** Oddities of the next stop, each set by a scenario and used up by the activity. */
  readonly quirks: Quirks
  /** Said with the next report, then forgotten. */
  events: DeviceEvent[]
  safety: SafetyEvent[]
  nextAlarmId: number
  /** A seal changed since the last report. */
  sealChanged: boolean
  /** The electrical values of all probes are to be reported at once. */
  sensingNow: boolean
  /** An operation began, runs or ended: gauges are read often. */
  operation: 'none' | 'begin' | 'running' | 'end'
  /** A position is wanted now (leaving a fence, an alarm). */
  reportNow: boolean
  leftFence: boolean
  /** The next report contains all gauges and seals, as after switching on. */
  everythingNow: boolean
  /** Why the gauges are read next, when it is none of the usual reasons. */
  gaugeReason: DataType | null
  /** The emergency shut-off has closed all bottom valves: nothing flows. */
  valvesCut: boolean
  /** What the office, the depot and the station wrote since they were last collected. */
  papers: Paper[]
  /** Number of the slip that it drives for; empty without one. */
  slipNo: string
}

export type Quirks = {
  /** Leaves the next station with so many litres in its first compartment. */
  stopShortL: number
  /** Drives off without waiting for the pipes to run dry. */
  skipEmptyProof: boolean
  /** Loads through the manholes. */
  topLoading: boolean
  /** Goes to a repair shop before the next loading. */
  visitRepair: boolean
  /** Works on through the night instead of resting. */
  longShift: boolean
  /** Shuts the bottom valve as soon as the pipe looks dry. */
  shortProof: boolean
  /** Opens the bottom valve once more after the emptying was proven. */
  reopenValve: boolean
  /** Fills one compartment almost to the brim. */
  overfill: boolean
  /** Loads another product than the slip says into its first compartment. */
  wrongProduct: boolean
}

/** Seal probes of a compartment and of the whole truck, as a usual oil tanker has them. */
const compartmentProbes = [API_VALVE, MANHOLE, BOTTOM_VALVE_WET, COMPARTMENT_BOTTOM_WET]
export const CONTROLLER_HOUSING = 23
export const TRANSMITTER_HOUSING = 25
export const BOTTOM_VALVE_ALARM = 28
const truckProbes = [BOX_DOOR, OVERFLOW_SOCKET, CONTROLLER_HOUSING, TRANSMITTER_HOUSING, BOTTOM_VALVE_ALARM, EMERGENCY_VALVE]

/** The newer trucks have transmitters instead of switches at their bottom valves, and a second box with a door of its own. */
const isNewer = (row: TruckRow): boolean => row.model === 'oil-tanker' && row.protocolVersion === '2019'
export const bottomValveType = (body: TruckBody): number => (isNewer(body.row) ? BOTTOM_VALVE_TRANSMITTER : BOTTOM_VALVE)

/** As it comes from the workshop: seals count from 0, which a platform that knew another count takes for a new controller. */
const aProbe = (compartment: number, type: number): Probe => ({
  compartment,
  type,
  line: compartment > 3 ? 1 : 0,
  answering: true,
  open: false,
  wet: false,
  uncertain: false,
  sealCount: 0,
})

export function createTruckBody(
  row: TruckRow,
  driver: DriverRow,
  tables: readonly TankTableRow[],
  home: PlaceRow,
  startAt: number,
  random: Random,
): TruckBody {
  const compartments = row.compartments.map((compartment) => {
    const table = tables.find((candidate) => candidate.plate === row.plate && candidate.compartment === compartment.compartment)
    const product = row.products.find(({ oilCode }) => oilCode === compartment.oilCode)
    if (!table || !product) throw new Error(`${row.plate}: compartment ${compartment.compartment} lacks its table or product`)
    return createCompartment(compartment, product, table, random)
  })
  const probes = [
    ...(row.model === 'sprinkler'
      ? [MANHOLE, BOTTOM_VALVE]
      : [...compartmentProbes, isNewer(row) ? BOTTOM_VALVE_TRANSMITTER : BOTTOM_VALVE]
    ).flatMap((type) => compartments.map((compartment) => aProbe(compartment.row.compartment, type))),
    ...(isNewer(row) ? [...truckProbes, EXTERNAL_BOX_DOOR] : truckProbes).map((type) => aProbe(0, type)),
  ]
  return {
    row,
    driver,
    random,
    at: startAt,
    lat: home.lat,
    lng: home.lng,
    altitudeM: random.between(4, 18),
    headingDeg: random.whole(0, 359),
    speedMs: 0,
    mileageM: 60_000_000 + (Number(row.consoleCode) % 97) * 2_000_000,
    accOn: false,
    activity: 'parked',
    restsUntil: 0,
    dutyUntil: 0,
    driveLeftS: 0,
    arrivedAt: startAt,
    restedAt: startAt,
    agedAt: startAt,
    place: home,
    roadClass: 'local',
    drivenM: 0,
    aheadM: 0,
    compartments,
    probes,
    ledger: { loadedL: 0, unloadedL: 0, lostL: 0 },
    air: outsideAir(),
    meter: createFlowMeter(row, startAt),
    testsFrom: 0,
    sloshMm: 0,
    axialDeg: 0.2,
    lateralDeg: -0.1,
    slopeDeg: 0,
    externalV: 27.4,
    backupV: 4.05,
    alarmBits: 0,
    hurry: 1,
    uploadS: 10,
    photoMasks: photoMasksAsMade(row),
    gpsLost: false,
    linkUp: true,
    consoleUp: true,
    laidUp: false,
    interruption: null,
    quirks: {
      stopShortL: 0,
      skipEmptyProof: false,
      topLoading: false,
      visitRepair: false,
      longShift: false,
      shortProof: false,
      reopenValve: false,
      overfill: false,
      wrongProduct: false,
    },
    events: [],
    safety: [],
    nextAlarmId: random.whole(0, 5_000),
    sealChanged: false,
    sensingNow: false,
    operation: 'none',
    reportNow: false,
    leftFence: false,
    everythingNow: true,
    gaugeReason: null,
    valvesCut: false,
    papers: [],
    slipNo: '',
  }
}

export const isMoving = (body: TruckBody): boolean => body.speedMs > 0.3

/** Any compartment above the larger of 100 L and 2 % (domain D.2). */
export const isLoaded = (body: TruckBody): boolean =>
  body.compartments.some((compartment) => compartment.v20L > Math.max(100, compartment.row.capacityL * 0.02))

export function probeOf(body: TruckBody, compartment: number, type: number): Probe {
  const probe = body.probes.find((candidate) => candidate.compartment === compartment && candidate.type === type)
  if (!probe) throw new Error(`${body.row.plate} has no probe ${type} in compartment ${compartment}`)
  return probe
}

/** Breaks the electronics of a probe, or mends them, and has all values reported at once. */
export function setElectrical(body: TruckBody, probe: Probe, electrical: Probe['electrical']): void {
  if (electrical === undefined) delete probe.electrical
  else probe.electrical = electrical
  body.sensingNow = true
}

/** Changes a probe and has it reported at once; opening counts the seal up. */
export function setProbe(
  body: TruckBody,
  compartment: number,
  type: number,
  change: Partial<Pick<Probe, 'open' | 'wet' | 'uncertain' | 'answering'>>,
): void {
  const probe = probeOf(body, compartment, type)
  if (change.open && !probe.open) probe.sealCount = (probe.sealCount + 1) & 0xffff
  Object.assign(probe, change)
  body.sealChanged = true
}

/** Opens or shuts the doors of the operating boxes. */
export function setBoxDoors(body: TruckBody, open: boolean): void {
  for (const type of isNewer(body.row) ? [BOX_DOOR, EXTERNAL_BOX_DOOR] : [BOX_DOOR]) setProbe(body, 0, type, { open })
}

/** Says something once, with the next report. */
export function announce(body: TruckBody, event: DeviceEvent['event'], subject = 0, text = ''): void {
  body.events.push({ event, subject, text })
  body.reportNow = true
}

/** Sends an active-safety block (domain E.1); answers its alarm number, which begin and end share. */
export function raiseSafety(body: TruckBody, event: Omit<SafetyEvent, 'alarmId'> & { alarmId?: number }): number {
  const alarmId = event.alarmId ?? body.nextAlarmId++
  body.safety.push({ ...event, alarmId })
  body.reportNow = true
  return alarmId
}

/** Sets or clears a bit of the position's alarm word and has it reported at once. */
export function setAlarmBit(body: TruckBody, bit: number, on: boolean): void {
  body.alarmBits = (on ? body.alarmBits | (1 << bit) : body.alarmBits & ~(1 << bit)) >>> 0
  body.reportNow = true
}
