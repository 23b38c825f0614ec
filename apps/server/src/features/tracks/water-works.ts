import { MAX_TRACK_WORKS, type WaterWork } from '@tanker/contract/track'
import type { ScopedDb } from '@tanker/database/scope'
import type { PlaceCell } from '@tanker/reports/define-report'
import { MAX_OPEN_H, openWorksOf, worksOf } from '@tanker/reports/sprinklers/water-works'

const longestOpenMs = MAX_OPEN_H * 3_600_000

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

type NameNearby = (lat: number | null, lng: number | null) => string

type Asked = { readonly truckId: number; readonly from: Date; readonly to: Date; readonly now: Date }

/** Fillings and sprayings of a water truck that touch a time, oldest first, also the ones that go on. */
export async function readWaterWorks(db: ScopedDb, { truckId, from, to, now }: Asked, nameNearby: NameNearby): Promise<WaterWork[]> {
  const nameOf = (place: PlaceCell | null): string => place?.name || nameNearby(place?.lat ?? null, place?.lng ?? null)
  const asked = {
    scope: { of: 'trucks' as const, ids: [truckId] },
    when: { from: later(from, -longestOpenMs), to: later(to, longestOpenMs) },
  }
  const [ended, open] = await Promise.all([
    db.read
      .selectFrom(worksOf(db, asked).as('work'))
      .where('work.startedAt', '<=', to)
      .where('work.endedAt', '>=', from)
      .orderBy('work.startedAt')
      .orderBy('work.id')
      .limit(MAX_TRACK_WORKS)
      .select(['work.id', 'work.work', 'work.startedAt', 'work.endedAt', 'work.litres', 'work.meters', 'work.place'])
      .execute(),
    db.read
      .selectFrom(openWorksOf(db, asked).as('open'))
      .where('open.startedAt', '<=', to)
      .where('open.startedAt', '>', later(now, -longestOpenMs))
      .orderBy('open.startedAt')
      .limit(MAX_TRACK_WORKS)
      .select(['open.work', 'open.startedAt', 'open.object', 'open.place'])
      .execute(),
  ])
  return [
    ...ended.map(({ startedAt, endedAt, place, ...work }) => ({
      ...work,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      place: nameOf(place),
    })),
    ...open.map(({ work, startedAt, object, place }) => ({
      id: `${truckId}-${startedAt.getTime()}-${object}`,
      work,
      startedAt: startedAt.toISOString(),
      endedAt: null,
      litres: null,
      meters: null,
      place: nameOf(place),
    })),
  ].toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
}
