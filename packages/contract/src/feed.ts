import { z } from 'zod'
import { alarm } from './alarms.ts'

/** Path of the alarm socket (spec 7.4; architecture 7). The cookie and the Origin are checked at the upgrade. */
export const ALARM_SOCKET_PATH = '/api/alarm-socket'

/**
 * First message of the browser (spec 7.4): asks for alarms. `cursor` is ours: resume after it, missing nothing.
 * `headerId` is ours: browsers cannot send headers with a socket, and the cookie alone never authenticates.
 */
export const alarmSubscription = z.object({
  msgType: z.literal(1),
  typeIds: z.string().regex(/^(\d{1,9}(,\d{1,9}){0,199})?$/),
  userPri: z.string().optional(),
  timeZone: z.string(),
  userName: z.string(),
  headerId: z.string().max(128),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})

/**
 * Second message (spec 7.4): asks for status counts every `frequency` seconds.
 * `positions` is ours: also send live positions, one batch a second.
 */
export const statusSubscription = z.object({
  msgType: z.literal(0),
  frequency: z.number().int().min(1).max(3600),
  userPri: z.string().optional(),
  timeZone: z.string(),
  positions: z.boolean().optional(),
})

/** A live change of one truck, as a tuple to stay small. */
export const truckDelta = z.tuple([
  z.number(), // truckId
  z.number(), // status
  z.number(), // processState
  z.number().nullable(), // lat
  z.number().nullable(), // lng
  z.number(), // speed km/h
  z.number(), // heading
  z.number().nullable(), // gpsTime ms
  z.number(), // volumeL
  z.boolean(), // loaded
])
export type TruckDelta = z.infer<typeof truckDelta>

/** Messages of the server. Besides them it answers the empty heartbeat with the text `pong`. */
export const serverMessage = z.discriminatedUnion('type', [
  /** Answer to the first message, and every alarm after it. `cursor` is what to resume from. */
  z.object({ type: z.literal('alarms'), alarms: z.array(alarm), cursor: z.string() }),
  /**
   * The alarms named were handled or superseded: take them off the live list and the dialogs. What `alarms` says of them counts again when
   * its cursor lies beyond this one; to resume from, this one is no good.
   */
  z.object({ type: z.literal('alarms-closed'), ids: z.array(z.string()), cursor: z.string() }),
  z.object({
    type: z.literal('status'),
    truckStatusCount: z.array(z.object({ status: z.number().int(), count: z.number().int() })),
    oilCount: z.object({ gasoline: z.number(), diesel: z.number(), other: z.number() }),
  }),
  z.object({ type: z.literal('trucks'), revision: z.number(), trucks: z.array(truckDelta) }),
  /**
   * So many of the user's trucks send what they stored through a blind zone; the one furthest behind has reached `at`. All are
   * through in about `leftMs`; null while that cannot be said. 0 trucks: it is over.
   */
  z.object({ type: z.literal('uploads'), trucks: z.number().int(), at: z.string().nullable(), leftMs: z.number().nullable() }),
  /** Trucks entered or left the user's scope: fetch the snapshot again. */
  z.object({ type: z.literal('fleet-changed') }),
  /** What the user may do, as GET /userPri stamps it: first, and at each change. A client with another stamp requests it again. */
  z.object({ type: z.literal('rights'), stamp: z.string() }),
  /** The session ended (spec 8.1 code 504): sign out. The socket closes after it. */
  z.object({ type: z.literal('session-ended') }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/** Spec 4.3, 7.4, 9. */
export const FEED_TIMES = { reconnectMs: 5_000, heartbeatMs: 50_000, statusFrequencyS: 30, pollMs: 30_000, slowPollMs: 900_000 } as const
