import type { Fence } from '../fences/fence.ts'
import type { FormerVolumeSource, MeasuredCompartment, VolumeSource } from '../tank/platform-volume.ts'
import type { ThresholdPeriod } from '../thresholds/periods.ts'
import type { Exemption } from './exemption.ts'
import type { Thresholds } from '../thresholds.ts'

/** What detection must know of one truck besides its readings. */
export type TruckContext = {
  readonly truckId: number
  readonly organisationId: number
  readonly plate: string
  readonly organisationName: string
  /** Minutes east of UTC of the truck's local time (night rules). */
  readonly zoneOffsetMinutes: number
  readonly parkingMode: 'speed' | 'acc' | 'mixed'
  readonly speedSource: 'gps' | 'device'
  /** Spec 3.5: how unloading is judged for transport loss. */
  readonly unloadingMode: 'api' | 'level-change'
  /** Spec 3.5: how emptying is judged. */
  readonly emptyingMode: 'fence' | 'timer'
  readonly compartments: readonly CompartmentSetup[]
  /** A truck of water is no cargo truck: nothing of it is judged as fuel. Fuel when it is not given. */
  readonly carries?: 'fuel' | 'water'
  /** Whose litres count; the console's unless said. */
  readonly volumeSource?: VolumeSource
  /** Whose litres counted before, oldest first. */
  readonly formerVolumeSources?: readonly FormerVolumeSource[]
  /** The truck's default driver; null when it has none. */
  readonly driver: { readonly id: number; readonly name: string } | null
  /** Thresholds now, resolved: truck, its organisation, the organisations above it, the defaults. Detection has those of a reading's time. */
  readonly thresholds: Thresholds
  /** What was and will be, where it is not always the same; oldest first. */
  readonly thresholdPeriods?: readonly ThresholdPeriod[]
  /** Openings that are not abnormal; without any when not given. */
  readonly exemptions?: readonly Exemption[]
  /** Approved fences that this truck's organisation may use. */
  readonly fences: FenceFinder
  /** The delivery slip being driven; without one, detection infers from what flows where. */
  readonly slip?: DeliverySlip
  /** The class of the road at a point, where a map is at hand; without it only the truck's and the fence's limits hold. */
  readonly roadClass?: (lat: number, lng: number) => RoadClass
}

export type RoadClass = 'expressway' | 'other'

export type DeliverySlip = {
  /** Readings of before are not judged by it, milliseconds UTC: a blind zone is uploaded days later. */
  readonly fromAt?: number
  /** The slip's number, kept with the trip that drives it. */
  readonly slipNo?: string
  /** The depot to load in, as `Fence.placeId`. */
  readonly depotPlaceId?: number
  /** What each compartment is to be loaded with. */
  readonly loads?: readonly { readonly compartment: number; readonly oilCode: number; readonly volumeL: number }[]
  /** In the order of delivery. */
  readonly stops: readonly {
    /** The station, as `Fence.placeId`. */
    readonly placeId: number
    /** 1–10, to be emptied there. */
    readonly compartments: readonly number[]
  }[]
}

export type CompartmentSetup = MeasuredCompartment & {
  readonly capacityL: number
  readonly oilCode: number
}

/** Finds fences by place. Pure; an index over plain data. */
export type FenceFinder = {
  /** Fences that hold the point, or that come within `marginM` of it. */
  near(lat: number, lng: number, marginM: number): readonly Fence[]
}
