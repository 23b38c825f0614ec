import { emptyListOf } from '@tanker/reports/empty-lists'
import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { SCREENS } from '@tanker/contract/screens'
import { reportsOf } from '@tanker/reports/define-report'
import { expect, test } from 'vitest'
import { REPORTS } from '../app.ts'

/** Paths and titles in one order. */
const titled = (screens: readonly { readonly path: string; readonly title: object }[]) =>
  screens.map(({ path, title }) => ({ path, title })).toSorted((a, b) => (a.path < b.path ? -1 : 1))

test('every report is a screen of the contract drawn by the report page, with the same title, and every such screen has its report', () => {
  const screens = SCREENS.filter((screen) => screen.kind === 'report')
  expect(titled(REPORTS)).toEqual(titled(screens))
})

test('titles are unique in both languages', () => {
  for (const language of ['zh', 'en'] as const) expect(new Set(REPORTS.map((report) => report.title[language])).size).toBe(REPORTS.length)
})

test('[5.4] [5.4-04] every report asks for an organisation or a vehicle and for a period of at most 31 days or a month, or shows what is now', () => {
  for (const { path, filters, live, entity } of REPORTS.flatMap(reportsOf)) {
    const required = Object.values(filters).filter((filter) => filter.required)
    if (entity) {
      expect(required, path).toHaveLength(1)
      // What is kept per truck is also asked for by truck.
      expect(['organisations', 'truck-or-organisation'], path).toContain(required[0]?.kind)
      continue
    }
    // What is of no truck is asked for by organisation.
    expect(
      required.some(({ kind }) => kind === 'truck-or-organisation' || kind === 'organisations' || kind === 'truck'),
      path,
    ).toBe(true)
    const isLimited = required.some(({ kind, maxDays }) => kind === 'month' || (kind === 'period' && (maxDays ?? 99) <= 31))
    // Speeds of one truck: three months.
    if (path === 'driving_monitor/exception_report/gps_info_his') {
      expect(required.find(({ kind }) => kind === 'period')?.maxDays).toBe(92)
      continue
    }
    // The newest result of each compartment has no period either.
    if (path === 'cargo_monitor/data_analysis/gauge_learning') continue
    // What people wrote is little and has no period of its own.
    expect(isLimited || live !== undefined || path.startsWith('setting/'), path).toBe(true)
  }
})

test('a total rate, a chart and an order name columns that exist, and tabs have paths of their own', () => {
  const reports = REPORTS.flatMap(reportsOf)
  expect(new Set(reports.map((report) => report.path)).size).toBe(reports.length)
  for (const { path, columns, chart, sort } of reports) {
    const named = chart ? [chart.x, ...chart.y, ...(chart.by === undefined ? [] : [chart.by])] : []
    for (const name of [...named, sort.by]) expect(Object.keys(columns), path).toContain(name)
  }
})

test('a list of base data lies where its entity says, is called as its entity, and shows whether a row is enabled where it can be', () => {
  const lists = REPORTS.flatMap(reportsOf).filter(({ entity }) => entity !== undefined)
  expect(lists).toHaveLength(ALL_ENTITIES.length)
  expect(new Set(lists.map(({ entity }) => entity))).toEqual(new Set(ALL_ENTITIES))
  for (const { path, entity, columns } of lists) {
    expect(path).toBe(entity?.path)
    if (entity && 'status' in entity.fields) expect(Object.keys(columns), path).toContain('status')
  }
})

test('[D-37] every list says in both languages what it is for and how a row comes to be', () => {
  for (const { path } of REPORTS) {
    const text = emptyListOf(path)
    expect(text?.zh, path).toMatch(/^[\u4e00-\u9fff].*。$/)
    expect(text?.en, path).toMatch(/^[A-Z][^\u4e00-\u9fff]*\.$/)
  }
})
