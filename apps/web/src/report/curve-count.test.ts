import { expect, test } from 'vitest'
import { curveCount } from './curve-count.ts'

test('rows of one truck are one curve with any cells', () => {
  const cell = (id: number) => ({ truck: { id, plate: `苏E1000${id}` } })
  const rows = [cell(1), cell(2), cell(1), cell(2)]
  expect(curveCount({ by: 'truck', rowsFor: 'all' }, rows)).toBe(2)
  expect(curveCount({ by: 'truck', rowsFor: 'all' }, [])).toBe(0)
  expect(curveCount({ by: null, rowsFor: 'all' }, rows)).toBe(0)
  // The drawing of a page has what the page has.
  expect(curveCount({ by: 'truck', rowsFor: 'page' }, rows)).toBe(0)
})
