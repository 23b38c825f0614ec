import type { EndDeviceTest, EnterDeviceStep } from '@tanker/contract/device-tests'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { reportNumberText, resultOf } from '@tanker/domain/devices/device-test'
import type { JudgedStep, StepEntries, StepEntry } from '@tanker/domain/devices/judge-device-test'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { readTestedTruck } from './tested-truck.ts'
import { type DeviceTestRow, findTest, stepsOf } from './device-test-rows.ts'
import { deviceTestErrors } from './device-test-errors.ts'

/** Who tests, as the report calls him, and when by the server's clock. */
export type Tester = Changer & { readonly name: string }

const OVER: Text = { zh: '该检测已结束或已取消，不能修改。', en: 'This test is over and cannot be changed.' }
const CHANGED: Text = {
  zh: '该检测刚刚在另一页面中被修改，请查看后再试。',
  en: 'This test has just been changed on another page. Please look again.',
}
const NO_SUCH_STEP: Text = { zh: '没有这个检测项，请刷新页面。', en: 'The step was not found. Please reload the page.' }
const BY_TRUCK: Text = {
  zh: '该项由车辆上报自动判定，不能人工判为合格。',
  en: 'This step is judged by what the truck sends and cannot be passed by hand.',
}
const NEEDS_REMARK: Text = { zh: '请填写不合格或不适用的原因。', en: 'Please say why it failed or does not apply.' }
const TAKES_NO_LEVEL: Text = { zh: '只有液位仪检测项可以录入油尺液位。', en: 'A level off the dip stick can be entered for gauges only.' }

const testedBy = (tester: string): Text => ({
  zh: `该车正在由 ${tester} 检测，请等其结束或取消。`,
  en: `${tester} is testing this truck. Please wait until that test is ended or cancelled.`,
})
const othersTest = (tester: string): Text => ({
  zh: `该检测由 ${tester} 进行，他人只能查看或取消。`,
  en: `This is a test of ${tester}: others may look at it or cancel it.`,
})

const change = (
  { id, organisation_id }: Pick<DeviceTestRow, 'id' | 'organisation_id'>,
  values: Pick<Change, 'action' | 'old' | 'new'>,
): Change => ({
  entity: 'device_test',
  rowId: id,
  organisationId: organisation_id,
  ...values,
})

/** Starts a test of a truck and returns its id. Resumes the caller's open test; refuses with the tester's name if another user has one. */
export async function startTest(mine: ScopedDb, tester: Tester, truckId: number): Promise<number> {
  const truck = await readTestedTruck(mine, truckId)
  const created = { plate: truck.plate, tester: tester.name }
  try {
    return await mine.unscoped.transaction().execute(async (db) => {
      const row = await db
        .insertInto('device_test')
        .values({
          truck_id: truck.id,
          plate: truck.plate,
          console_code: truck.consoleCode,
          tester_id: tester.id,
          tester: tester.name,
          started_at: tester.at,
          equipment: JSON.stringify(truck.equipment),
        })
        .returning(['id', 'organisation_id'])
        .executeTakeFirstOrThrow()
      await recordChanges(db, tester, [change(row, { action: 'create', old: null, new: created })])
      return row.id
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'device_test_open') throw error
    const open = await mine
      .from('device_test')
      .where('device_test.truck_id', '=', truck.id)
      .where('device_test.state', '=', 'open')
      .select(['device_test.id', 'device_test.tester_id', 'device_test.tester'])
      .executeTakeFirst()
    if (open?.tester_id === tester.id) return open.id
    throw deviceTestErrors.refused(open ? testedBy(open.tester) : CHANGED)
  }
}

/** The open test, locked. Refused for other users than its tester, and for the tester on an outdated page. */
async function ownTest(db: ScopedDb, tester: Tester, { id, version }: { readonly id: number; readonly version: number }) {
  const row = await findTest(db, id, true)
  if (row.state !== 'open') throw deviceTestErrors.refused(OVER)
  if (row.tester_id !== tester.id) throw deviceTestErrors.refused(othersTest(row.tester))
  if (row.version !== version) throw deviceTestErrors.refused(CHANGED)
  return row
}

/** Keeps what a person found of one step. */
export async function enterStep(mine: ScopedDb, tester: Tester, entered: EnterDeviceStep): Promise<void> {
  await mine.unscoped.transaction().execute(async (transaction) => {
    const db = scoped(transaction, mine.scope)
    const row = await ownTest(db, tester, entered)
    const step = (await stepsOf(db, row, tester.at)).find(({ key }) => key === entered.step)
    if (!step) throw deviceTestErrors.refused(NO_SUCH_STEP)
    const { [step.key]: before, ...others } = row.entries
    const entry = entryOf(step, before, entered, tester.at)
    const entries: StepEntries = entry === null ? others : { ...others, [step.key]: entry }
    await transaction
      .updateTable('device_test')
      .set({ entries: JSON.stringify(entries), version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
    const judged = { action: 'change', old: { [step.key]: before ?? null }, new: { [step.key]: entry } } as const
    await recordChanges(transaction, tester, [change(row, judged)])
  })
}

/** What is kept of an entry; null when there is nothing any more. */
function entryOf(step: JudgedStep, before: StepEntry | undefined, entered: EnterDeviceStep, now: Date): StepEntry | null {
  const { verdict, remark, dipMm } = entered
  const at = now.getTime()
  if (dipMm !== undefined) {
    if (step.judgedBy !== 'dip') throw deviceTestErrors.refused(TAKES_NO_LEVEL)
    return { remark: '', dip: { levelMm: dipMm, at }, at }
  }
  if (verdict === 'none') return null
  if (verdict === 'passed' && step.judgedBy !== 'person') throw deviceTestErrors.refused(BY_TRUCK)
  if (verdict !== 'passed' && remark === '') throw deviceTestErrors.refused(NEEDS_REMARK)
  return { verdict, remark, ...(before?.dip === undefined ? {} : { dip: before.dip }), at }
}

/** Ends a test with the current results of its steps: it becomes a numbered report that cannot be changed. */
export async function endTest(mine: ScopedDb, tester: Tester, asked: EndDeviceTest): Promise<void> {
  await mine.unscoped.transaction().execute(async (transaction) => {
    const db = scoped(transaction, mine.scope)
    const row = await ownTest(db, tester, asked)
    const steps = await stepsOf(db, row, tester.at)
    const state = resultOf(steps)
    const count = await nextReport(transaction, row.organisation_id)
    const truck = await transaction
      .selectFrom('truck')
      .where('id', '=', row.truck_id)
      .select('zone_offset_minutes')
      .executeTakeFirstOrThrow()
    const reportNo = reportNumberText(count, tester.at.getTime(), truck.zone_offset_minutes)
    await transaction
      .updateTable('device_test')
      .set({
        state,
        ended_at: tester.at,
        steps: JSON.stringify(steps),
        report_count: count,
        report_no: reportNo,
        remark: asked.remark,
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute()
    await recordChanges(transaction, tester, [change(row, { action: 'change', old: { state: 'open' }, new: { state, reportNo } })])
  })
}

/** Number of the next report within its organisation. Locked: ending another test there waits until this one is saved. */
async function nextReport(db: Db, organisationId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('device test reports'), ${organisationId}::int)`.execute(db)
  const { last } = await db
    .selectFrom('device_test')
    .where('organisation_id', '=', organisationId)
    .select(({ fn }) => fn.max('report_count').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Cancels a test, also one that another user left open: the results are saved, but it is not a report. */
export async function cancelTest(mine: ScopedDb, tester: Tester, id: number): Promise<void> {
  await mine.unscoped.transaction().execute(async (transaction) => {
    const db = scoped(transaction, mine.scope)
    const row = await findTest(db, id, true)
    if (row.state !== 'open') throw deviceTestErrors.refused(OVER)
    const steps = await stepsOf(db, row, tester.at)
    await transaction
      .updateTable('device_test')
      .set({ state: 'cancelled', ended_at: tester.at, steps: JSON.stringify(steps), version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
    await recordChanges(transaction, tester, [change(row, { action: 'change', old: { state: 'open' }, new: { state: 'cancelled' } })])
  })
}
