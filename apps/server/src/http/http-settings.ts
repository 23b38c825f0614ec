import type { SealKey } from '../access/secret-seal.ts'
import { USUAL_CALLS_A_MINUTE } from '../integration/known-senders.ts'

/** What the environment decides about the HTTP side; main.ts reads it. */
export type HttpSettings = {
  readonly version: string
  /** Shown on the sign-in page (readings: customer-service phone). */
  readonly servicePhone: string | null
  /** Whether alarm e-mail can be sent. */
  readonly mailReady: boolean
  /** Spec 6: the one account by name that sees the water-truck manual. */
  readonly waterTruckUserName: string | null
  /** Who may read /metrics from elsewhere than this machine: `Authorization: Bearer <token>`. */
  readonly metricsToken: string | null
  /** /health says no while the database has no synchronous standby. */
  readonly requireStandby: boolean
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Addresses or networks whose X-Forwarded-* headers are believed; nobody else's are. */
  readonly trustedProxies: readonly string[]
  /** The names that this server has for browsers; a request for another is refused. Empty: any name. */
  readonly hostnames: readonly string[]
  /** Origins of map tiles besides our own, for the content security policy. */
  readonly mapOrigins: readonly string[]
  /** Answers are held against the contract before they are sent. For tests and development: it costs time. */
  readonly checkAnswers: boolean
  /** Where an administrator puts plug-ins for download. */
  readonly downloadsFolder: string
  /** The external site that manages drivers' cards; null where there is none. */
  readonly cardSite: string | null
  /** Web-analytics service that page visits are passed on to. */
  readonly visitsAddress: string | null
  /** Calls that each integration key may make a minute. */
  readonly integrationCallsAMinute: number
  /** What encrypts second factors in the database. */
  readonly secondFactorKey: SealKey
}

/** What holds when the environment says nothing. */
export const defaultHttpSettings: HttpSettings = {
  version: 'development',
  servicePhone: null,
  mailReady: false,
  waterTruckUserName: null,
  metricsToken: null,
  requireStandby: false,
  tls: null,
  trustedProxies: [],
  hostnames: [],
  mapOrigins: [],
  checkAnswers: false,
  downloadsFolder: '.data/downloads',
  cardSite: null,
  visitsAddress: null,
  integrationCallsAMinute: USUAL_CALLS_A_MINUTE,
  secondFactorKey: { file: '.data/second-factor.key' },
}
