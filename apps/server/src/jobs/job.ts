import type { Connection } from '@tanker/database/connection'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Bus } from '../bus/bus.ts'
import type { MailServer } from '../mail/mail-server.ts'
import type { KeepDays } from '../retention/kinds-of-data.ts'
import type { SmsGateway } from '../sms/sms-gateway.ts'

/** What background work is given; each job takes its part of it. */
export type JobOptions = {
  readonly connection: Connection
  readonly bus: Bus
  readonly log: Logger
  readonly now: () => number
  readonly gatewayName: string
  /** Null while none is configured: messages wait and say so. */
  readonly smsGateway: SmsGateway | null
  /** Null while none is configured: no mail is made. */
  readonly mailServer: MailServer | null
  readonly metrics: Registry
  /** How long each kind of data is kept. */
  readonly keepDays: KeepDays
  /** Its disk is watched. */
  readonly dataFolder: string
  /** Room for a database on another machine, in bytes; null where none is set. */
  readonly databaseBytes: number | null
}
