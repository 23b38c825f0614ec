import { MAX_COUNTED } from '@tanker/contract/report-view'
import { openScope } from '@tanker/database/scope'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import type { AnyReport } from '@tanker/reports/define-report'
import { totalLitres, wholeNumber } from '@tanker/reports/kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../platform/access/account.ts'
import type { Requester } from './question.ts'
import { countReport, countWholeReport, runReport } from './runner.ts'

/** Lists that are longer than they are counted. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A list of so many rows, each of half a litre. */
const listOf = (length: number): AnyReport => ({
  path: 'cargo_monitor/event_report/switchCover',
  title: { zh: '', en: '' },
  filters: {},
  rows: () => sql<{ id: string }>`SELECT n::text AS id, n AS number, 0.5::float8 AS loss FROM generate_series(1, ${length}::int) AS n`,
  columns: { number: wholeNumber({ zh: '', en: '' }), loss: totalLitres({ zh: '', en: '' }) },
  sort: { by: 'number', order: 'asc' },
  rowIs: 'record',
})
const question = { filters: undefined, fromAlarm: undefined, sortBy: undefined, sortOrder: undefined }
const requester = (): Requester => ({
  db: openScope(database, { userId: 1, organisationId: 1, customer: false }),
  user: { sign: true, customer: false } as Account,
  language: 'en',
  zone: 'Asia/Shanghai',
  now: new Date(),
  nameArea: () => '',
  findAlarm: () => Promise.reject(new Error('no alarm was expected')),
})
const page = (length: number, number: number) =>
  runReport(listOf(length), { ...question, page: number, size: 200 }, requester(), { cardSite: null } as never)

test('a list at the bound is counted and summed up; of one that is one row longer it is known that there are more', async () => {
  expect(await countReport(listOf(MAX_COUNTED), question, requester())).toEqual({
    content: [],
    totalElements: MAX_COUNTED,
    totals: { loss: MAX_COUNTED / 2 },
  })
  const longer = { content: [], totalElements: null, totals: null, moreThan: MAX_COUNTED }
  expect(await countReport(listOf(MAX_COUNTED + 1), question, requester())).toEqual(longer)
})

test('every page of a longer list is there', async () => {
  const { content, ...extent } = await page(MAX_COUNTED + 1, MAX_COUNTED / 200)
  expect(content).toMatchObject([{ number: MAX_COUNTED + 1 }])
  expect(extent).toEqual({ totalElements: null, totals: null })
})

test('a mailed file, which has a bound of its own, names all its rows', async () => {
  expect(await countWholeReport(listOf(MAX_COUNTED + 1), question, requester())).toMatchObject({
    totalElements: MAX_COUNTED + 1,
    totals: { loss: (MAX_COUNTED + 1) / 2 },
  })
})
