import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { SCREENS } from '@tanker/contract/screens'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { expect, test } from 'vitest'
import { ALL_REPORTS } from './all-reports.ts'
import { reportsOf } from './define-report.ts'

const folder = import.meta.dirname
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.report.ts'))

test('every report file is listed once', () => {
  const list = readFileSync(join(folder, 'all-reports.ts'), 'utf8')
  for (const file of files) expect(list.split(`./${file}'`)).toHaveLength(2)
  expect(ALL_REPORTS).toHaveLength(files.length)
})

test('every report is a screen of the contract drawn by the report page, with the same title, and every such screen has its report', () => {
  const screens = SCREENS.filter((screen) => screen.kind === 'report')
  expect(ALL_REPORTS.map((report) => ({ path: report.path, title: report.title }))).toEqual(
    screens.map(({ path, title }) => ({ path, title })),
  )
})

test('titles are unique in both languages', () => {
  for (const language of ['zh', 'en'] as const)
    expect(new Set(ALL_REPORTS.map((report) => report.title[language])).size).toBe(ALL_REPORTS.length)
})

test('[5.4] every report asks for an organisation or a vehicle and for a period of at most 31 days or a month, or shows what is now', () => {
  for (const { path, filters, live, entity } of ALL_REPORTS.flatMap(reportsOf)) {
    const required = Object.values(filters).filter((filter) => filter.required)
    if (entity) {
      expect(required, path).toHaveLength(1)
      // What is kept per truck is also asked for by truck.
      expect(['organisations', 'truck-or-organisation'], path).toContain(required[0]?.kind)
      continue
    }
    // What is of no truck is asked for by organisation.
    expect(
      required.some(({ kind }) => kind === 'truck-or-organisation' || kind === 'organisations'),
      path,
    ).toBe(true)
    const isLimited = required.some(({ kind, maxDays }) => kind === 'month' || (kind === 'period' && (maxDays ?? 99) <= 31))
    // One row a compartment, as the last night left it, has no period either.
    if (path === 'cargo_monitor/data_analysis/gauge_learning') continue
    // What people wrote is little and has no period of its own.
    expect(isLimited || live !== undefined || path.startsWith('setting/'), path).toBe(true)
  }
})

test('a total rate, a chart and an order name columns that exist, and tabs have paths of their own', () => {
  const reports = ALL_REPORTS.flatMap(reportsOf)
  expect(new Set(reports.map((report) => report.path)).size).toBe(reports.length)
  for (const { path, columns, chart, sort } of reports) {
    const named = chart ? [chart.x, ...chart.y, ...(chart.by === undefined ? [] : [chart.by])] : []
    for (const name of [...named, sort.by]) expect(Object.keys(columns), path).toContain(name)
  }
})

test('[4.4-01] [4.4-08] [4.4-11] every alarm about cargo leads to a screen that exists', () => {
  const screens = new Set<string>(SCREENS.map(({ path }) => path))
  const routes = ALARM_TYPES.filter(({ route }) => route.startsWith('cargo_monitor/'))
  expect(routes.map(({ code }) => code)).toEqual(expect.arrayContaining([1, 3, 202, 207, 208, 213, 310, 320, 321, 322, 326, 327, 329, 330]))
  for (const { code, route } of routes) expect(screens, `alarm ${code}`).toContain(route)
})

test('a list of base data lies where its entity says, is called as its entity, and shows whether a row is enabled where it can be', () => {
  const lists = ALL_REPORTS.flatMap(reportsOf).filter(({ entity }) => entity !== undefined)
  expect(lists.map(({ entity }) => entity)).toEqual(ALL_ENTITIES)
  for (const { path, entity, columns } of lists) {
    expect(path).toBe(entity?.path)
    if (entity && 'status' in entity.fields) expect(Object.keys(columns), path).toContain('status')
  }
})
