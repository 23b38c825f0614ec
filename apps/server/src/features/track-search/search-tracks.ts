import { MAX_PASSES, type TrackPass, type TrackPasses } from '@tanker/contract/track-search'
import { POSITION_FLAG } from '@tanker/database/packed-readings'
import type { ScopedDb } from '@tanker/database/scope'
import { type Fix, MAX_GAP_MS, type Pass, passesOf } from '@tanker/domain/fences/passes'
import { sql } from 'kysely'
import { type Asked, readFixes, type Searched, searchedTimes } from './searched-times.ts'

/** Times whose positions are read at once. */
const TIMES_AT_ONCE = 1_000

type Found = Pass & { readonly truckId: number; readonly organisationId: number }

/** Which trucks were in an area. `indexedAt`: positions received until then have their cells. `now`: nothing is known after it. */
export async function searchTracks(db: ScopedDb, asked: Asked, indexedAt: Date, now: Date): Promise<TrackPasses> {
  const { times, searchedFrom } = await searchedTimes(db, asked, indexedAt)
  const found: Found[] = []
  for (const group of wholeTrucks(times)) found.push(...(await passesIn(db, asked, group)))
  found.sort((a, b) => b.enteredAt - a.enteredAt || a.truckId - b.truckId)
  const shown = found.slice(0, MAX_PASSES)
  return {
    passes: await answered(db, shown, Math.min(asked.to.getTime(), now.getTime())),
    searchedFrom: searchedFrom.toISOString(),
    more: found.length > shown.length,
  }
}

/** Groups of about `TIMES_AT_ONCE`; all times of a truck are in one. */
function wholeTrucks(times: readonly Searched[]): Searched[][] {
  const groups: Searched[][] = []
  let truckId: number | null = null
  for (const time of times) {
    const group = groups.at(-1)
    if (group && (time.truckId === truckId || group.length < TIMES_AT_ONCE)) group.push(time)
    else groups.push([time])
    truckId = time.truckId
  }
  return groups
}

async function passesIn(db: ScopedDb, { shape }: Asked, times: readonly Searched[]): Promise<Found[]> {
  const fixesOf = new Map<number, { organisationId: number; fixes: Fix[] }>()
  for (const { truckId, organisationId, fixes } of await readFixes(db, times)) {
    const known = fixesOf.get(truckId)
    if (known) for (const fix of fixes) known.fixes.push(fix)
    else fixesOf.set(truckId, { organisationId, fixes: [...fixes] })
  }
  return [...fixesOf].flatMap(([truckId, { organisationId, fixes }]) =>
    passesOf(shape, fixes).map((pass) => ({ ...pass, truckId, organisationId })),
  )
}

async function answered(db: ScopedDb, found: readonly Found[], to: number): Promise<TrackPass[]> {
  const [plates, organisations, silent] = await Promise.all([
    db.read
      .selectFrom('truck')
      .where(sql<boolean>`truck.id = ANY (${[...new Set(found.map(({ truckId }) => truckId))]}::int[])`)
      .select(['truck.id', 'truck.plate'])
      .execute(),
    db
      .organisations()
      .where(sql<boolean>`organisation.id = ANY (${[...new Set(found.map(({ organisationId }) => organisationId))]}::int[])`)
      .select(['organisation.id', 'organisation.name'])
      .execute(),
    silentUntil(db, found, to),
  ])
  const plateOf = new Map(plates.map(({ id, plate }) => [id, plate]))
  const nameOf = new Map(organisations.map(({ id, name }) => [id, name]))
  return found.map((pass) => ({
    truckId: pass.truckId,
    signCode: plateOf.get(pass.truckId) ?? '',
    organisationName: nameOf.get(pass.organisationId) ?? '',
    enteredAt: new Date(pass.enteredAt).toISOString(),
    leftAt: new Date(pass.leftAt).toISOString(),
    cameIn: pass.cameIn,
    wentOut: pass.wentOut,
    isInside: !pass.wentOut && (to - pass.leftAt <= MAX_GAP_MS || silent.has(pass)),
    enterKmh: rounded(pass.enterKmh),
    maxKmh: rounded(pass.maxKmh),
    enteredAtPlace: pass.enteredAtPlace,
    leftAtPlace: pass.leftAtPlace,
  }))
}

const rounded = (kmh: number): number => Math.round(kmh * 10) / 10

/** The passes at whose last position the console went to sleep, and has sent none since. */
async function silentUntil(db: ScopedDb, found: readonly Found[], to: number): Promise<Set<Found>> {
  const asleep = found.filter(({ asleep, wentOut, leftAt }) => asleep && !wentOut && to - leftAt > MAX_GAP_MS)
  if (asleep.length === 0) return new Set()
  const { rows } = await sql<{ n: number }>`
    SELECT w.n::int FROM unnest(${asleep.map(({ truckId }) => truckId)}::int[], ${asleep.map(({ leftAt }) => new Date(leftAt))}::timestamptz[])
      WITH ORDINALITY AS w (truck_id, left_at, n)
    WHERE NOT EXISTS (SELECT FROM position WHERE position.truck_id = w.truck_id AND position.at > w.left_at AND position.at <= ${new Date(to)}
      AND position.flags & ${sql.lit(POSITION_FLAG.located)} <> 0)`.execute(db.read)
  return new Set(rows.flatMap(({ n }) => asleep[n - 1] ?? []))
}
