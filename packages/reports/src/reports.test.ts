import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREENS } from '@tanker/contract/screens'
import { expect, test } from 'vitest'
import { ALL_REPORTS } from './all-reports.ts'

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

test('[5.4] every report asks for an organisation or a vehicle and for a period of at most 31 days', () => {
  for (const { filters } of ALL_REPORTS) {
    const kinds = Object.values(filters)
    expect(kinds.some((filter) => filter.kind === 'truck-or-company' && filter.required)).toBe(true)
    expect(kinds.some((filter) => filter.kind === 'period' && filter.required && (filter.maxDays ?? 99) <= 31)).toBe(true)
  }
})
