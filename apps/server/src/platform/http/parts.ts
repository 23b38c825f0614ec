import type pino from 'pino'
import type { Connection, Db } from '@tanker/database/connection'
import type { SignInLog } from '../access/sign-in-log.ts'
import type { LiveTickets, PlaybackGrant } from '../access/live-tickets.ts'
import type { LoginThrottle } from '../access/login-throttle.ts'
import type { Sessions } from '../access/sessions.ts'
import type { Bus } from '../bus/bus.ts'
import type { HttpMetrics } from '../health/metrics.ts'
import type { TruckPrompts } from '../live-video/truck-prompts.ts'
import type { AreaNames } from '../places/area-names.ts'
import type { HttpLimits } from './http-limits.ts'
import type { HttpSettings } from './http-settings.ts'

/** Dependencies of the HTTP features; created once by `startHttp`. */
export type HttpParts = {
  readonly connection: Connection
  readonly db: Db
  readonly settings: HttpSettings
  readonly log: pino.Logger
  readonly bus: Bus
  readonly now: () => Date
  readonly sessions: Sessions
  readonly throttle: LoginThrottle
  readonly signInLog: SignInLog
  readonly liveTickets: LiveTickets
  readonly playbackTickets: LiveTickets<PlaybackGrant>
  readonly prompts: TruckPrompts
  readonly areas: AreaNames
  readonly metrics: HttpMetrics
  readonly limits: HttpLimits
}
