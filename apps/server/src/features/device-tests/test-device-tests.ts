import { judgeDeviceTest } from '@tanker/domain/devices/judge-device-test'
import type { TestApi } from '../../platform/http/test-api.ts'

const hourMs = 3_600_000

/** For each truck one test of every outcome, an hour apart, by anna with a tester name per truck; the last one is open. */
export async function seedDeviceTests({ database: { db }, now }: TestApi): Promise<void> {
  const trucks = await db.selectFrom('truck').select(['id', 'plate', 'console_code', 'organisation_id']).orderBy('id').execute()
  const { id: testerId } = await db.selectFrom('app_user').where('user_name', '=', 'anna').select('id').executeTakeFirstOrThrow()
  for (const { id: truckId, plate, console_code, organisation_id } of trucks)
    for (const [index, state] of (['passed', 'failed', 'cancelled', 'open'] as const).entries()) {
      const startedAt = new Date(now.getTime() - (10 - index) * hourMs - truckId * 1_000)
      const equipment = { model: 'oil-tanker', compartments: [1], probes: [], meters: 0, cameras: [] }
      const evidence = { startedAt: startedAt.getTime(), until: startedAt.getTime(), contactAt: null, readings: [] }
      const steps = judgeDeviceTest(equipment, evidence, {})
      const isReport = state === 'passed' || state === 'failed'
      const { last } = await db
        .selectFrom('device_test')
        .where('organisation_id', '=', organisation_id)
        .select(({ fn }) => fn.max('report_count').as('last'))
        .executeTakeFirstOrThrow()
      const count = (last ?? 0) + 1
      await db
        .insertInto('device_test')
        .values({
          truck_id: truckId,
          plate,
          console_code,
          tester_id: testerId,
          tester: `检测员${plate}`,
          state,
          started_at: startedAt,
          ended_at: state === 'open' ? null : new Date(startedAt.getTime() + 1_800_000),
          equipment: JSON.stringify(equipment),
          steps: state === 'open' ? null : JSON.stringify(state === 'passed' ? steps.map((step) => ({ ...step, state: 'passed' })) : steps),
          report_count: isReport ? count : null,
          report_no: isReport ? `DT-20260101-${String(count).padStart(3, '0')}` : null,
          remark: state === 'failed' ? '复检' : '',
        })
        .execute()
    }
}
