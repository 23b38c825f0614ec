import { PROBE_CONDITIONS } from '@tanker/domain/devices/probe-type'
import { z } from 'zod'

/** GET /truckStatusData (spec 3.2). */
export const truckStatus = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  companyName: z.string(),
  /** 0 offline, 1 empty, 2 loaded, 3 alarm, 4 parked. */
  status: z.number().int().min(0).max(4),
  /** Vehicle alarm state vocabulary (spec 4.2): heavy, empty, offline, alarm. */
  alarm: z.string(),
  gpsTime: z.string().nullable(),
  alarmStartTime: z.string().nullable(),
  statusStartTime: z.string().nullable(),
  speed: z.number().nullable(),
  area: z.string(),
  /** JSON text: [{ cab, oilCode, vt }] (spec 3.2). */
  lastInventoryMap: z.string(),
})
export type TruckStatusRow = z.infer<typeof truckStatus>
export const truckStatusData = z.object({
  truckStatusCount: z.array(z.object({ status: z.number().int(), count: z.number().int() })),
  oilCount: z.object({ gasoline: z.number(), diesel: z.number(), other: z.number() }),
  trucks: z.array(truckStatus),
})
export type TruckStatusData = z.infer<typeof truckStatusData>

/** GET /onlineTruck. */
export const onlineTrucks = z.array(
  z.object({
    truckId: z.number().int(),
    signCode: z.string(),
    companyName: z.string(),
    gpsTime: z.string().nullable(),
    speed: z.number().nullable(),
  }),
)

/** GET /heartBeatInfo (spec 3.3): trucks that have been silent for too long, the longest first. For super administrators. */
export const heartbeatTimeouts = z.array(
  z.object({
    truckId: z.number().int(),
    companyName: z.string(),
    signCode: z.string(),
    /** When it was last heard of. */
    heartTime: z.string(),
    /** Device time of its last position; null when it never sent one. */
    gpsTime: z.string().nullable(),
  }),
)
export type HeartbeatTimeout = z.infer<typeof heartbeatTimeouts>[number]

/** GET /devices/all. */
export const devices = z.array(
  z.object({
    id: z.number().int(),
    truckId: z.number().int(),
    signCode: z.string(),
    deviceType: z.string(),
    code: z.string(),
    online: z.boolean(),
  }),
)

/** GET /organisations: the tree of the user's scope, flat, parents before children. */
export const organisations = z.array(
  z.object({ id: z.number().int(), parentId: z.number().int().nullable(), name: z.string(), shortName: z.string(), code: z.string() }),
)

/**
 * GET /trucks/live: everything the map and the tree need of the fleet, once.
 * Arrays of equal length, one element a truck, so that ten thousand trucks stay small and quick to read.
 */
export const fleetSnapshot = z.object({
  /** Feed position of the snapshot: live batches with a larger revision apply on top. */
  revision: z.number(),
  truckId: z.array(z.number()),
  signCode: z.array(z.string()),
  organisationId: z.array(z.number()),
  status: z.array(z.number()),
  processState: z.array(z.number()),
  loaded: z.array(z.boolean()),
  lat: z.array(z.number().nullable()),
  lng: z.array(z.number().nullable()),
  speed: z.array(z.number()),
  heading: z.array(z.number()),
  /** Milliseconds since 1970 UTC; null when the truck never reported. */
  gpsTime: z.array(z.number().nullable()),
  /** Litres Vt aboard over all compartments. */
  volumeL: z.array(z.number()),
})
export type FleetSnapshot = z.infer<typeof fleetSnapshot>

/** One compartment on the truck card. */
export const cardCompartment = z.object({
  compartment: z.number().int(),
  oilCode: z.number().int(),
  oilName: z.string(),
  capacityL: z.number(),
  levelMm: z.number().nullable(),
  volumeL: z.number().nullable(),
  v20L: z.number().nullable(),
  temperatureC: z.number().nullable(),
  densityKgM3: z.number().nullable(),
  waterMm: z.number().nullable(),
  fault: z.number().int(),
  at: z.string().nullable(),
})

/** One seal on the truck card. `state` is how it is to be drawn. */
export const cardSeal = z.object({
  compartment: z.number().int(),
  probeType: z.number().int(),
  open: z.boolean(),
  wet: z.boolean(),
  /** Wet/dry vocabulary of spec 4.5. */
  condition: z.enum(PROBE_CONDITIONS),
  /** An unhandled alarm of the running trip stands against this seal, or of the time since the last one. */
  alarmed: z.boolean(),
  /** It is open while the truck drives. */
  shouldBeShut: z.boolean(),
  sealCount: z.number().int(),
  at: z.string(),
})

/** GET /trucks/:truckId/card. */
export const truckCard = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  companyName: z.string(),
  model: z.string(),
  status: z.number().int(),
  statusStartTime: z.string().nullable(),
  processState: z.number().int(),
  processSince: z.string().nullable(),
  /** What a truck that carries water is doing, by its water and its wheels; null for others, and while it is offline. */
  waterState: z.enum(['filling', 'spraying', 'driving', 'parked']).nullable(),
  loaded: z.boolean(),
  gpsTime: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  speed: z.number().nullable(),
  heading: z.number().nullable(),
  mileageKm: z.number().nullable(),
  /** The fence the truck stands in, else the nearest known place; empty when neither. */
  area: z.string(),
  driverName: z.string().nullable(),
  driverPhone: z.string().nullable(),
  /** Whether the user may send the driver a text. */
  mayText: z.boolean(),
  externalV: z.number().nullable(),
  backupV: z.number().nullable(),
  tiltAxialDeg: z.number().nullable(),
  tiltLateralDeg: z.number().nullable(),
  compartments: z.array(cardCompartment),
  seals: z.array(cardSeal),
  /** Newest first, at most ten: records and alarms together. */
  events: z.array(
    z.object({
      key: z.string(),
      at: z.string(),
      kind: z.enum(['record', 'alarm']),
      /** Record kind, or alarm type code as text. */
      name: z.string(),
      object: z.number().int(),
      endedAt: z.string().nullable(),
      grade: z.enum(['yellow', 'red', 'black']).nullable(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type TruckCard = z.infer<typeof truckCard>

/** GET /map/places: depots, stations, parks, repair shops and fences of the user's scope, for the map. GeoJSON-like. */
export const mapPlaces = z.array(
  z.object({
    id: z.number().int(),
    kind: z.enum(['depot', 'station', 'park', 'repair', 'custom']),
    name: z.string(),
    /** Absent: none. */
    shortName: z.string().optional(),
    /** Of the fence around it; absent where it is that of the place, or none is there. */
    fenceName: z.string().optional(),
    lat: z.number(),
    lng: z.number(),
    /** Outline of the fence, longitude first; empty when the place has none. */
    outline: z.array(z.tuple([z.number(), z.number()])),
  }),
)
export type MapPlaces = z.infer<typeof mapPlaces>
