import type { rollOutOrdered } from '@tanker/contract/roll-outs'
import { MAX_UPGRADE_TRUCKS } from '@tanker/contract/upgrade-files'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { ROLLED_OUT } from '@tanker/domain/devices/upgrade-file'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { upgradeFileErrors, upgradeFileOf } from '../upgrade-files/feature.ts'
import { rollOutErrors } from './roll-out-errors.ts'

/** Roll-outs of an organisation that have not ended. */
const MAX_OPEN_ROLL_OUTS = 20
/** Plates that a refusal names. */
const MAX_NAMED = 5

/** Stores a roll-out to the user's trucks, in the order in which they are named. The job sends to the first of them. */
export const orderRollOut = (mine: ScopedDb, asked: z.output<typeof rollOutOrdered>, changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const inside = scoped(db, mine.scope)
    const file = await upgradeFileOf(inside, asked.upgradeFileId)
    const { truckIds, firstTrucks } = asked
    if (!ROLLED_OUT.includes(file.type)) throw rollOutErrors.wrongType()
    if (!file.enabled) throw upgradeFileErrors.disabled()
    if (truckIds.length > MAX_UPGRADE_TRUCKS) throw upgradeFileErrors.tooManyTrucks(MAX_UPGRADE_TRUCKS)
    const trucks = await inside.from('truck').where('truck.id', 'in', truckIds.map(withinInt)).select('truck.id').execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    if (firstTrucks >= truckIds.length) throw rollOutErrors.noOthers()
    const organisationId = mine.scope.organisationId
    const open = await db
      .selectFrom('roll_out')
      .where('organisation_id', '=', organisationId)
      .where('ended_at', 'is', null)
      .select('id')
      .execute()
    if (open.length >= MAX_OPEN_ROLL_OUTS) throw rollOutErrors.tooMany(MAX_OPEN_ROLL_OUTS)
    const taken = await db
      .selectFrom('roll_out_truck')
      .innerJoin('roll_out', 'roll_out.id', 'roll_out_truck.roll_out_id')
      .innerJoin('truck', 'truck.id', 'roll_out_truck.truck_id')
      .where('roll_out.ended_at', 'is', null)
      .where('roll_out.type', '=', file.type)
      .where(sql<boolean>`roll_out.parameter_file IS NOT DISTINCT FROM ${file.parameter_file}::int`)
      .where(
        'roll_out_truck.truck_id',
        'in',
        trucks.map(({ id }) => id),
      )
      .orderBy('truck.plate')
      .limit(MAX_NAMED)
      .select('truck.plate')
      .execute()
    if (taken.length > 0) throw rollOutErrors.taken(taken.map(({ plate }) => plate))
    const about = {
      title: `${file.description} ${file.release}`.trim(),
      type: file.type,
      parameter_file: file.parameter_file,
      watch_min: asked.watchMin,
      wave_trucks: asked.waveTrucks,
      max_tries: asked.maxTries,
      reason: asked.reason,
    }
    const { id } = await db
      .insertInto('roll_out')
      .values({
        ...about,
        organisation_id: organisationId,
        upgrade_file_id: file.id,
        state: 'first',
        checked_from: changer.at,
        user_id: changer.id,
        ordered_by: changer.userName,
        ordered_at: changer.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('roll_out_truck')
      .values(truckIds.map((truck_id, place) => ({ roll_out_id: id, truck_id, place, is_first: place < firstTrucks })))
      .execute()
    await recordChanges(db, changer, [
      {
        entity: 'roll_out',
        rowId: id,
        organisationId,
        action: 'create',
        old: null,
        new: { upgradeFile: file.id, title: about.title, trucks: truckIds, firstTrucks, watchMin: asked.watchMin, reason: asked.reason },
      },
    ])
    return id
  })
