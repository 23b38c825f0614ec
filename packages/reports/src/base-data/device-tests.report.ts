import { cancelTest, continueTest, newTest, printTest, showTest } from '@tanker/contract/actions/device-tests'
import type { ScopedDb } from '@tanker/database/scope'
import { DEVICE_TEST_STATES } from '@tanker/domain/devices/device-test'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisation,
  containsText,
  isChosen,
  oneOf,
  period,
  plate,
  plateCell,
  text,
  textContains,
  time,
  truckOrOrganisation,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { sortedText } from './entity-list.ts'

const RESULT = { zh: '结果', en: 'Result' } as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  result: oneOf(RESULT, DEVICE_TEST_STATES),
  search: textContains({ zh: '报告编号 / 检测人', en: 'Report number / tester' }),
}

/** SQL: how many steps of a test that is over are none of these. */
const stepsBut = (...states: readonly string[]) =>
  sql<
    number | null
  >`(SELECT count(*)::int FROM jsonb_array_elements(device_test.steps) AS step WHERE step ->> 'state' <> ALL (${[...states]}::text[]))`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('device_test')
    .innerJoin('truck', 'truck.id', 'device_test.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_test.organisation_id')
    .where(isChosen(asked.scope, 'device_test'))
    .where('device_test.started_at', '>=', asked.period.from)
    .where('device_test.started_at', '<=', asked.period.to)
    .where(among(sql<string>`device_test.state`, asked.result))
    .where(containsText(sql<string>`concat_ws(' ', device_test.report_no, device_test.tester)`, asked.search ?? ''))
    .select([
      sql<string>`device_test.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'device_test.report_no as reportNo',
      'device_test.state as result',
      'device_test.tester',
      'device_test.started_at as started',
      'device_test.ended_at as ended',
      sql<number | null>`CASE WHEN device_test.steps IS NOT NULL THEN jsonb_array_length(device_test.steps) END`.as('steps'),
      sql<number | null>`CASE WHEN device_test.steps IS NOT NULL THEN ${stepsBut('passed', 'not-applicable')} END`.as('failed'),
      'device_test.remark',
    ])

export default defineReport({
  path: 'setting/base_data/test',
  title: { zh: '设备检测', en: 'Device test' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    reportNo: sortedText({ zh: '报告编号', en: 'Report number' }),
    result: choice(RESULT, DEVICE_TEST_STATES),
    tester: text({ zh: '检测人', en: 'Tester' }),
    started: time({ zh: '开始时间', en: 'Started' }),
    ended: time({ zh: '结束时间', en: 'Ended' }),
    steps: wholeNumber({ zh: '检测项', en: 'Steps' }),
    failed: wholeNumber({ zh: '未通过项', en: 'Not passed' }),
    remark: text({ zh: '备注', en: 'Remark' }),
  },
  sort: { by: 'started', order: 'desc' },
  actions: [newTest, continueTest, cancelTest, showTest, printTest],
  rowIs: 'record',
})
