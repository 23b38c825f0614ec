import { MAX_PASSES, type TrackPass, type TrackPasses } from '@tanker/contract/track-search'
import { POSITION_FLAG } from '@tanker/database/packed-readings'
import type { ScopedDb } from '@tanker/database/scope'
import { type Fix, MAX_GAP_MS, type Pass, passesOf } from '@tanker/domain/fences/passes'
import { sql } from 'kysely'
import { type Asked, freshTimes, indexedTimes, merged, readFixes, type Searched } from './searched-times.ts'

/** Times whose positions are read at once. */
const TIMES_AT_ONCE = 1_000
/** Positions of one search; what lies before them is not searched. */
const MAX_POSITIONS = 400_000
/** Length of the first stretch; each is at most this many times as long as the one after it. */
const FIRST_HOURS = 4
const GROWS = 4
const hourMs = 3_600_000

type Found = Pass & { readonly truckId: number; readonly organisationId: number }
type Way = { readonly organisationId: number; fixes: Fix[] }

/**
 * Which trucks were in an area: the newest stretch of time first, then ever longer ones before it, until the period is searched, or more is found
 * than is shown, or enough is read. `indexedAt`: positions received until then have their cells. `now`: nothing is known after it.
 */
export async function searchTracks(db: ScopedDb, asked: Asked, indexedAt: Date, now: Date): Promise<TrackPasses> {
  const [from, to] = [asked.from.getTime(), asked.to.getTime()]
  const fresh = await freshTimes(db, asked, indexedAt)
  const ways = new Map<number, Way>()
  let [found, until, hours, positions]: [Found[], number, number, number] = [[], to + 1, FIRST_HOURS, 0]
  while (until > from && found.length <= MAX_PASSES && hours >= 1) {
    const start = Math.max(from, Math.floor(until / hourMs - hours) * hourMs)
    const { times, completeFrom } = await indexedTimes(db, asked, start, until)
    const newer = fresh.filter((time) => time.to >= completeFrom && time.from < until)
    const read = await readInto(ways, db, merged([...times, ...newer], from, to))
    positions += read
    const perHour = (read * hourMs) / (until - completeFrom)
    hours = Math.min(hours * GROWS, Math.floor((MAX_POSITIONS - positions) / Math.max(perHour, 1)))
    until = completeFrom
    found = passesIn(asked, ways, until)
  }
  found.sort((a, b) => b.enteredAt - a.enteredAt || a.truckId - b.truckId)
  const shown = found.slice(0, MAX_PASSES)
  return {
    passes: await answered(db, shown, Math.min(to, now.getTime())),
    searchedFrom: new Date(Math.min(until, to)).toISOString(),
    more: found.length > shown.length,
  }
}

/** Reads the positions of times before those that are there; returns their number. */
async function readInto(ways: Map<number, Way>, db: ScopedDb, times: readonly Searched[]): Promise<number> {
  const read = new Map<number, Way>()
  let count = 0
  for (let first = 0; first < times.length; first += TIMES_AT_ONCE)
    for (const { truckId, organisationId, fixes } of await readFixes(db, times.slice(first, first + TIMES_AT_ONCE))) {
      const way = read.get(truckId) ?? { organisationId, fixes: [] }
      for (const fix of fixes) way.fixes.push(fix)
      read.set(truckId, way)
      count += fixes.length
    }
  for (const [truckId, { organisationId, fixes }] of read) {
    const after = ways.get(truckId)?.fixes ?? []
    // The position from which a way comes into an hour is read with both.
    const startOfAfter = after[0]?.at ?? Infinity
    ways.set(truckId, {
      organisationId: ways.get(truckId)?.organisationId ?? organisationId,
      fixes: [...fixes.filter(({ at }) => at < startOfAfter), ...after],
    })
  }
  return count
}

const passesIn = ({ shape }: Asked, ways: ReadonlyMap<number, Way>, from: number): Found[] =>
  [...ways].flatMap(([truckId, { organisationId, fixes }]) =>
    passesOf(
      shape,
      fixes.filter(({ at }) => at >= from),
    ).map((pass) => ({ ...pass, truckId, organisationId })),
  )

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
