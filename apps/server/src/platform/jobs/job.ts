import type { Connection } from '@tanker/database/connection'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Bus } from '../bus/bus.ts'
import type { MailServer } from '../messages/mail-server.ts'
import type { ObjectStoreSetting } from '../object-store/object-store-setting.ts'
import type { SealKey } from '../access/secret-seal.ts'
import type { AllowedHosts } from '../outgoing/outgoing-address.ts'
import type { EvidenceAddress } from './evidence-address.ts'
import type { KeepDays } from './kinds-of-data.ts'
import type { SmsGateway } from '../messages/sms-gateway.ts'

/** Dependencies of the background jobs. */
export type JobOptions = {
  readonly connection: Connection
  readonly bus: Bus
  readonly log: Logger
  readonly now: () => number
  readonly gatewayName: string
  /** Null if not configured: messages stay queued and are marked so. */
  readonly smsGateway: SmsGateway | null
  /** Null if not configured: no mail is created. */
  readonly mailServer: MailServer | null
  /** Where users reach the web console, for links; null when it is not configured. */
  readonly consoleAddress: string | null
  /** Decrypts addresses of robots. */
  readonly sealKey: SealKey
  readonly outgoingHosts: AllowedHosts
  readonly metrics: Registry
  /** Retention of each kind of data. */
  readonly keepDays: KeepDays
  /** Where trucks send pictures and clips of alarms; null: they are not asked for them. */
  readonly evidenceAddress: EvidenceAddress | null
  /** Server for pictures and clips; null: they are in the data folder. */
  readonly evidenceStore: ObjectStoreSetting | null
  /** Bytes of pictures and clips from which the oldest days are removed; null: by age only. */
  readonly evidenceMaxBytes: number | null
  /** Folder whose disk is monitored. */
  readonly dataFolder: string
  /** Space for a database on another machine, bytes; null if not set. */
  readonly databaseBytes: number | null
}
