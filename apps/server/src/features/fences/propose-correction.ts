import { CORRECTION_DAYS, type CorrectionProposal } from '@tanker/contract/fence-correction'
import { propertiesIn } from '@tanker/database/fact-properties'
import { fenceInForce } from '@tanker/database/fence-in-force'
import type { ScopedDb } from '@tanker/database/scope'
import { operationFact } from '@tanker/domain/facts/cargo-facts'
import { fenceEdgeFact } from '@tanker/domain/facts/equipment-facts'
import type { FenceShape, LngLat } from '@tanker/domain/fences/fence'
import { correctFence } from '@tanker/domain/fences/fence-correction'
import { fenceDifference } from '@tanker/domain/fences/fence-geometry'
import { metresOutside } from '@tanker/domain/fences/geo'
import { alarmsOf } from '../../alarms/alarm-rows.ts'

/** Operations that are looked at, the newest: each stop has one for each compartment. */
const MAX_OPERATIONS = 1000
/** Stops that a correction is computed from, the newest: more change neither a median nor a border. */
const MAX_STOPS = 200

/** How a fence would hold where trucks stood at it; null when the user has no such fence. */
export async function proposeCorrection(db: ScopedDb, fenceId: number, now: Date): Promise<CorrectionProposal | null> {
  const fence = await db
    .from('fence')
    .where('fence.id', '=', fenceId)
    .select((from) => [
      'fence.id',
      'fence.version',
      'fence.name',
      'fence.kind',
      'fence.shape',
      'fence.organisation_id',
      fenceInForce.as('inForce'),
      from
        .exists(
          from
            .selectFrom('fence_approval')
            .whereRef('fence_approval.fence_id', '=', 'fence.id')
            .where('fence_approval.status', '=', 'pending')
            .select('fence_approval.id'),
        )
        .as('waits'),
    ])
    .executeTakeFirst()
  if (!fence) return null
  const about = { fenceId: fence.id, version: fence.version, fenceName: fence.name }
  const refused = (problem: CorrectionProposal['problem'], old: FenceShape | null = null): CorrectionProposal => ({
    problem,
    ...about,
    stops: [],
    leftOut: 0,
    furthestM: 0,
    old: shown(old),
    wanted: null,
    movedM: 0,
    areaChangeM2: 0,
  })
  if (fence.kind !== 'station' && fence.kind !== 'depot') return refused('no-site')
  if (fence.waits === true) return refused('waiting', fence.shape)
  if (!fence.inForce) return refused('not-in-force')
  const stood = await stopsAt(db, fence.id, fence.kind === 'depot' ? 'loading' : 'unloading', now)
  if (stood.length === 0) return refused('no-stops', fence.shape)
  const { stops, leftOut, wanted } = correctFence(fence.shape, stood)
  const found = {
    ...about,
    stops: stops.map(({ at: [lng, lat], outside }) => ({ at: [lng, lat] as [number, number], outside })),
    leftOut,
    furthestM: Math.max(0, ...stops.map(({ at: [lng, lat] }) => metresOutside(fence.shape, lat, lng))),
    old: shown(fence.shape),
  }
  if (wanted === null) return { ...found, problem: 'fits', wanted: null, movedM: 0, areaChangeM2: 0 }
  return { ...found, problem: null, wanted: shown(wanted), ...fenceDifference(fence.shape, wanted) }
}

const shown = (shape: FenceShape | null): CorrectionProposal['old'] => shape as CorrectionProposal['old']

/** Where trucks of the user's organisations stood, one place for each stop, newest first. */
async function stopsAt(db: ScopedDb, fenceId: number, direction: 'loading' | 'unloading', now: Date): Promise<LngLat[]> {
  const rows = await db
    .from('record')
    .where('record.kind', '=', operationFact.kind)
    .where('record.fence_id', '=', fenceId)
    .where('record.started_at', '>=', new Date(now.getTime() - CORRECTION_DAYS * 86_400_000))
    .where('record.lat', 'is not', null)
    .where('record.lng', 'is not', null)
    .where(propertiesIn('record', operationFact).is('direction', direction))
    .select(['record.truck_id', 'record.lat', 'record.lng'])
    .orderBy('record.started_at', 'desc')
    .limit(MAX_OPERATIONS)
    .execute()
  const stops = new Map<string, LngLat>()
  for (const { truck_id, lat, lng } of rows) {
    if (lat === null || lng === null || stops.size >= MAX_STOPS) continue
    // The fix of a standing truck is held: the compartments of one stop name one place.
    stops.set(`${truck_id} ${lat} ${lng}`, [lng, lat])
  }
  return [...stops.values()]
}

/** The fence that an alarm is about: null when the user sees no such alarm, 0 when it is about none. */
export async function fenceOfAlarm(db: ScopedDb, alarmId: string): Promise<number | null> {
  const alarm = await alarmsOf(db)
    .where('alarm.id', '=', alarmId)
    .select(propertiesIn('alarm', fenceEdgeFact).text('fenceId').as('fenceId'))
    .executeTakeFirst()
  return alarm ? Number(alarm.fenceId ?? 0) : null
}

export const NO_FENCE: CorrectionProposal = {
  problem: 'no-fence',
  fenceId: 0,
  version: 0,
  fenceName: '',
  stops: [],
  leftOut: 0,
  furthestM: 0,
  old: null,
  wanted: null,
  movedM: 0,
  areaChangeM2: 0,
}
