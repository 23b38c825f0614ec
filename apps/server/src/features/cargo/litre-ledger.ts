import type { LedgerEntry, LitreLedger } from '@tanker/contract/level-trend'
import type { ScopedDb } from '@tanker/database/scope'
import { LEDGER_ENTRIES, ledgerFact } from '@tanker/domain/facts/cargo-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { plateOf } from './chosen-trucks.ts'

/** Entries shown; the screen says when there are more. */
const MAX_ENTRIES = 2000

type Asked = { readonly truckId: number; readonly from: Date; readonly to: Date; readonly compartments: ReadonlySet<number> }

/** Litre ledger of a truck as recorded by detection: entries by compartment, oldest first. */
export async function readLitreLedger(db: ScopedDb, { truckId, from, to, compartments }: Asked): Promise<LitreLedger> {
  const signCode = await plateOf(db, truckId)
  const rows = await db
    .from('record')
    .where('record.truck_id', '=', truckId)
    .where('record.kind', '=', ledgerFact.kind)
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', to)
    .select(['record.started_at', 'record.ended_at', 'record.properties'])
    .orderBy('record.started_at')
    .orderBy('record.object')
    .limit(MAX_ENTRIES + 1)
    .execute()
  const entries = rows.slice(0, MAX_ENTRIES).flatMap((row) => entryOf(row) ?? [])
  return {
    truckId,
    signCode,
    entries: entries
      .filter(({ compartment }) => compartments.size === 0 || compartments.has(compartment))
      .sort((a, b) => a.compartment - b.compartment || a.to.localeCompare(b.to)),
    more: rows.length > MAX_ENTRIES,
  }
}

type Row = { readonly started_at: Date; readonly ended_at: Date | null; readonly properties: unknown }

function entryOf({ started_at, ended_at, properties }: Row): LedgerEntry | null {
  const said = stored(properties, ledgerFact)
  const entry = LEDGER_ENTRIES.find((one) => one === said.text('entry'))
  const [compartment, v20L, balanceV20L] = [said.number('compartment'), said.number('v20L'), said.number('balanceV20L')]
  if (entry === undefined || compartment === null || v20L === null || balanceV20L === null) return null
  return {
    compartment,
    entry,
    v20L,
    volumeL: said.number('volumeL') ?? v20L,
    balanceV20L,
    from: said.text('from') ?? started_at.toISOString(),
    to: said.text('to') ?? (ended_at ?? started_at).toISOString(),
    tripStartedAt: said.text('tripStartedAt'),
  }
}
