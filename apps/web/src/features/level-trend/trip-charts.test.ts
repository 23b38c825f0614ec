import type { DeliveryCurve } from '@tanker/contract/delivery-proof'
import { expect, test } from 'vitest'
import { deliveryIn, deviationModel, tripModel } from './trip-charts.ts'

const minute = 60_000
const T = Date.UTC(2026, 2, 15, 2)
const curve: DeliveryCurve = {
  truckId: 5,
  signCode: '苏A1',
  from: '',
  to: '',
  compartments: [
    {
      compartment: 2,
      oilCode: 92,
      at: [T - 60 * minute, T, T + 30 * minute, T + 60 * minute, T + 90 * minute],
      v20L: [0, 8000, 7970, null, 10],
      sigmaL: 5,
    },
  ],
  marks: [
    { at: T, kind: 'left-depot', compartment: null },
    { at: T + 20 * minute, kind: 'opening', compartment: 2 },
    { at: T + 25 * minute, kind: 'opening', compartment: 1 },
    { at: T + 100 * minute, kind: 'left-station', compartment: null },
  ],
  anchors: [
    { at: T, kind: 'loaded', compartment: 2, v20L: 8000 },
    { at: T + 65 * minute, kind: 'arrived', compartment: 2, v20L: 7940 },
    { at: T + 90 * minute, kind: 'unloaded', compartment: 2, v20L: 10 },
  ],
  moreMarks: false,
}

test('[D-10] the whole trip with its marks, and the readings that the sums use as dots on their line', () => {
  const model = tripModel(curve)
  // Two openings within minutes: both have their line, and one name.
  expect(model.marks).toHaveLength(4)
  expect(model.markNames).toEqual(['离库', '开盖', '', '离站'])
  expect(model.series[0]?.points).toHaveLength(5)
  expect(model.dots).toEqual([
    {
      name: '2仓',
      points: [
        [T, 8000],
        [T + 65 * minute, 7940],
        [T + 90 * minute, 10],
      ],
    },
  ])
})

test('[D-10] on the road the litres stand against those loaded, within two sigmas of a reading, until the unloading', () => {
  expect(deviationModel(curve, 2)).toEqual({
    kind: 'time',
    unit: 'L',
    // The opening of another compartment and what came later are of no concern.
    marks: [T, T + 20 * minute],
    markNames: ['离库', '开盖'],
    series: [
      {
        name: '2仓',
        points: [
          [T, 0],
          [T + 30 * minute, -30],
          [T + 60 * minute, null],
        ],
      },
    ],
    dots: [
      {
        name: '2仓',
        points: [
          [T, 0],
          [T + 65 * minute, -60],
        ],
      },
    ],
    band: { from: -10, to: 10 },
    // Half again as much as was lost.
    range: { from: -90, to: 90 },
  })
})

test('a compartment whose load is not known has no deviation, and one still on the road is drawn up to its last reading', () => {
  expect(deviationModel({ ...curve, anchors: [] }, 2)).toBeNull()
  expect(deviationModel(curve, 3)).toBeNull()
  const onTheRoad = deviationModel({ ...curve, anchors: curve.anchors.slice(0, 1) }, 2)
  expect(onTheRoad?.series[0]?.points.at(-1)).toEqual([T + 90 * minute, -7990])
  expect(onTheRoad?.range).toEqual({ from: -40, to: 40 })
})

test('the id of a row begins with its truck and its departure', () => {
  const delivery = { truckId: 5, tripStartedAt: new Date(T).toISOString() }
  for (const id of [`5-${T}`, `5-${T}-2`, `5-${T}-1-3`]) expect(deliveryIn(id)).toEqual(delivery)
  for (const id of ['5', '', 'x-1', `5-${T}x`]) expect(deliveryIn(id)).toBeNull()
})
