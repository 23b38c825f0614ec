import { expect, test } from 'vitest'
import { oilTotals, productGroup } from './product.ts'

test('[9-07] oil totals split by oil code, each tank rounded up', () => {
  expect([92, 1, 0, -35, -1].map(productGroup)).toEqual(['gasoline', 'gasoline', 'diesel', 'diesel', 'other'])
  expect(
    oilTotals([
      { oilCode: 92, vt: 7700.1 },
      { oilCode: 95, vt: 100 },
      { oilCode: 0, vt: 0.2 },
      { oilCode: -1, vt: 12.9 },
    ]),
  ).toEqual({ gasoline: 7801, diesel: 1, other: 13 })
})
