import { expect, test } from 'vitest'
import type { ReportView } from '@tanker/contract/report-view'
import { limitsOf, speedLines, wayOf, wayWithin } from './speed-lines.ts'

const column = (name: string, label: string, unit: string | null) =>
  ({
    name,
    kind: 'number',
    label,
    unit,
    digits: 0,
    sortable: false,
    total: false,
    choices: [],
    hint: null,
    leads: null,
    leadsTo: null,
  }) satisfies ReportView['columns'][number]
const view = (...columns: ReturnType<typeof column>[]): Pick<ReportView, 'columns'> => ({ columns: [...columns] })
const curve = {
  at: [1_000, 2_000, 3_000],
  speedKmh: [70, 90, 85],
  recorderKmh: [null, null, null],
  lat: [31, null, 31.1],
  lng: [120, null, 120.1],
}

test('[2.5-02] the speeds stand beside the limit of the row, which is level over the whole time', () => {
  const model = speedLines(limitsOf(view(column('limit', 'Limit', 'km/h')), { limit: 80 }), curve, [2_000])
  expect(model).toMatchObject({ kind: 'time', unit: 'km/h', marks: [2_000] })
  expect(model.series.map(({ name }) => name)).toEqual(['卫星速度', 'Limit'])
  expect(model.series[1]).toEqual({
    name: 'Limit',
    points: [
      [1_000, 80],
      [3_000, 80],
    ],
  })
})

test('[2.5-02] of a curve the safe speed is the limit, and not the limit in g; the sensor of the truck has a line if it speaks', () => {
  const columns = view(column('limit', 'Limit', 'g'), column('safeSpeed', 'Safe speed', 'km/h'))
  const model = speedLines(limitsOf(columns, { limit: 0.2, safeSpeed: 42 }), { ...curve, recorderKmh: [null, 88, 84] }, [])
  expect(model.series.map(({ name }) => name)).toEqual(['卫星速度', '车速传感器', 'Safe speed'])
  // Harsh driving has no limit.
  expect(speedLines(limitsOf(view(), {}), curve, []).series).toHaveLength(1)
})

test('the way is of the readings that have a place', () => {
  expect(wayOf(curve)).toEqual([
    [120, 31],
    [120.1, 31.1],
  ])
  expect(wayWithin(curve, 1_500, 3_000)).toEqual([[120.1, 31.1]])
})
