import type { Db } from '@tanker/database/connection'
import { sql } from 'kysely'
import { type BusChannel, listeningName } from './bus.ts'

/**
 * Publishes a hint without payload from inside a transaction: all processes receive it after the commit, none if it is rolled back.
 * For rare writes only; the gateway's groups publish over the bus.
 */
export async function publishOnCommit(db: Db, channel: BusChannel): Promise<void> {
  await sql`SELECT pg_notify(${listeningName(channel)}, '')`.execute(db)
}
