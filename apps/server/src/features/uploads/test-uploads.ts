import type { TestApi } from '../../platform/http/test-api.ts'
import { sumUploads } from './sum-uploads.ts'

const minuteMs = 60_000

/** The readings that are there, summed up, and of each truck two gaps. */
export async function seedUploads({ database: { db }, now }: TestApi): Promise<void> {
  await sumUploads(db, now)
  const trucks = await db.selectFrom('truck').select(['id', 'organisation_id']).execute()
  await db
    .insertInto('upload_gap')
    .values(
      trucks.flatMap(({ id, organisation_id }, index) =>
        [20, 90].map((minutes) => {
          const started = now.getTime() - (minutes + index) * minuteMs
          return {
            truck_id: id,
            organisation_id,
            started_at: new Date(started),
            ended_at: new Date(started + 5 * minuteMs),
            missing: minutes,
            moving: minutes === 20,
          }
        }),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
