import { problemsOfName } from '@tanker/domain/texts/test-names'
import { expect, test } from 'vitest'
import { ALL_REPORTS } from './all-reports.ts'
import { reportsOf } from './define-report.ts'

test('[D-08] every choice of every filter and column of every report has a name in both languages', () => {
  const problems = ALL_REPORTS.flatMap(reportsOf).flatMap(({ path, filters, columns }) =>
    Object.entries({ ...filters, ...columns }).flatMap(([name, { choices }]) =>
      choices.flatMap(({ value, label }) => problemsOfName(`${path} ${name} ${value}`, label)),
    ),
  )
  expect(problems).toEqual([])
})
