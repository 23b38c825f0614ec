import { deviceTestCalls } from '@tanker/contract/endpoints/device-tests'
import type { DeviceTest } from '@tanker/contract/device-tests'
import { mayUse } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../../platform/http/routes.ts'
import { cancelTest, endTest, enterStep, startTest, type Tester } from './run-device-test.ts'
import { findTest, stepsOf } from './device-test-rows.ts'
import { evidenceUntil } from './tested-truck.ts'

type Asking = Pick<AskedByUser<unknown>, 'db' | 'user' | 'language'>

/** A test with what this user may see and do. */
async function showTest({ db, user, language }: Asking, id: number, now: Date): Promise<DeviceTest> {
  const row = await findTest(db, id, false)
  const organisation = await db
    .organisations()
    .where('organisation.id', '=', row.organisation_id)
    .select('organisation.name')
    .executeTakeFirst()
  const steps = await stepsOf(db, row, now)
  const mayRun = !user.demo && mayUse(user.grants, 'tests:run')
  return {
    id: row.id,
    version: row.version,
    truckId: row.truck_id,
    plate: row.plate,
    consoleCode: row.console_code,
    companyName: organisation?.name ?? '',
    tester: row.tester,
    isMine: mayRun && row.tester_id === user.id,
    mayCancel: mayRun && row.state === 'open',
    state: row.state,
    reportNo: row.report_no,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    evidenceUntil: evidenceUntil(row.started_at).toISOString(),
    remark: row.remark,
    steps: steps.map((step) => ({
      key: step.key,
      group: step.group,
      compartment: step.compartment,
      name: step.name[language],
      expected: step.expected[language],
      actual: step.actual && step.actual[language],
      at: step.at === null ? null : new Date(step.at).toISOString(),
      state: step.state,
      judgedBy: step.judgedBy,
      verdict: row.entries[step.key]?.verdict ?? null,
      remark: step.remark,
      dipMm: row.entries[step.key]?.dip?.levelMm ?? null,
    })),
  }
}

/** Tests of the devices of a truck, judged while the truck reports (screens C.9). */
export const deviceTestRoutes = ({ now }: HttpParts): Route[] => {
  const testerOf = ({ id, userName, realName }: SignedInUser): Tester => ({ id, userName, name: realName || userName, at: now() })
  const shown = (asked: Asking, id: number) => showTest(asked, id, now())
  return [
    handle(deviceTestCalls.read, (asked) => shown(asked, asked.input.id)),
    handle(deviceTestCalls.start, async ({ input, db, user }) => ({ id: await startTest(db, testerOf(user), input.truckId) })),
    handle(deviceTestCalls.step, async (asked) => {
      await enterStep(asked.db, testerOf(asked.user), asked.input)
      return shown(asked, asked.input.id)
    }),
    handle(deviceTestCalls.end, async (asked) => {
      await endTest(asked.db, testerOf(asked.user), asked.input)
      return shown(asked, asked.input.id)
    }),
    handle(deviceTestCalls.cancel, async (asked) => {
      await cancelTest(asked.db, testerOf(asked.user), asked.input.id)
      return shown(asked, asked.input.id)
    }),
  ]
}
