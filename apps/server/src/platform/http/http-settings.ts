import type { SealKey } from '../access/secret-seal.ts'
import { USUAL_CALLS_A_MINUTE } from '../access/known-senders.ts'
import type { AllowedHosts } from '../outgoing/outgoing-address.ts'
import type { ObjectStoreSetting } from '../object-store/object-store-setting.ts'
import type { StreetMapSetting } from '../street-map/street-map-setting.ts'
import type { VideoAddress } from '../live-video/video-address.ts'
import type { TrainingLink } from '../training/training-link.ts'

/** HTTP settings from the environment; main.ts reads them. */
export type HttpSettings = {
  readonly version: string
  /** For threads, which connect by themselves. */
  readonly databaseUrl: string
  /** Shown on the sign-in page (readings: customer-service phone). */
  readonly servicePhone: string | null
  /** Whether alarm e-mail can be sent. */
  readonly mailReady: boolean
  /** Spec 6: the one account by name that sees the water-truck manual. */
  readonly waterTruckUserName: string | null
  /** Token for reading /metrics from other machines: `Authorization: Bearer <token>`. */
  readonly metricsToken: string | null
  /** /health fails while the database has no synchronous standby. */
  readonly requireStandby: boolean
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Addresses or networks whose X-Forwarded-* headers are trusted; all others are ignored. */
  readonly trustedProxies: readonly string[]
  /** Host names of this server; requests for others are refused. Empty: any name. */
  readonly hostnames: readonly string[]
  /** Streets below the fleet; null: the base map only. */
  readonly streetMap: StreetMapSetting | null
  /** Plays staged accidents; null where there is none, as in every installation with real trucks. */
  readonly training: TrainingLink | null
  /** Checks answers against the contract before sending. For tests and development: it costs time. */
  readonly checkAnswers: boolean
  /** Folder of the plug-ins for download. */
  readonly downloadsFolder: string
  /** Pictures and clips of alarms are below it. */
  readonly dataFolder: string
  /** Server for pictures and clips; null: they are below the data folder. */
  readonly evidenceStore: ObjectStoreSetting | null
  /** Whether trucks are asked for pictures and clips of alarms. */
  readonly evidenceReady: boolean
  /** Where trucks bring live video, at the port of this process; null: there is none. */
  readonly video: VideoAddress | null
  /** The external site that manages drivers' cards; null when there is none. */
  readonly cardSite: string | null
  /** Web-analytics service that receives page visits. */
  readonly visitsAddress: string | null
  /** Calls per minute and integration key. */
  readonly integrationCallsAMinute: number
  /** Hosts that addresses entered by users may lead to although they are private or not encrypted. */
  readonly outgoingHosts: AllowedHosts
  /** Encrypts second factors and addresses of robots in the database. */
  readonly secondFactorKey: SealKey
}

/** Defaults. */
export const defaultHttpSettings: HttpSettings = {
  version: 'development',
  databaseUrl: '',
  servicePhone: null,
  mailReady: false,
  waterTruckUserName: null,
  metricsToken: null,
  requireStandby: false,
  tls: null,
  trustedProxies: [],
  hostnames: [],
  streetMap: null,
  training: null,
  checkAnswers: false,
  downloadsFolder: '.data/downloads',
  dataFolder: '.data',
  evidenceStore: null,
  evidenceReady: false,
  video: null,
  cardSite: null,
  visitsAddress: null,
  integrationCallsAMinute: USUAL_CALLS_A_MINUTE,
  outgoingHosts: [],
  secondFactorKey: { file: '.data/second-factor.key' },
}
