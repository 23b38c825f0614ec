import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ITEMS_OF_A_LIST, MAX_JSON_DEPTH, MAX_NAMES_OF_AN_OBJECT, jsonShapeProblem } from './json-shape.ts'

const named = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1])))

test('[F34] one name or level above the limit is found; content of strings does not count', () => {
  expect(jsonShapeProblem(named(MAX_NAMES_OF_AN_OBJECT))).toBeNull()
  expect(jsonShapeProblem(named(MAX_NAMES_OF_AN_OBJECT + 1))).toBe('names')
  expect(jsonShapeProblem(`{"rows":[{},${named(MAX_NAMES_OF_AN_OBJECT + 1)}]}`)).toBe('names')
  expect(jsonShapeProblem(JSON.stringify({ rows: Array.from({ length: MAX_ITEMS_OF_A_LIST }, () => ({ a: 1, b: 2 })) }))).toBeNull()
  expect(jsonShapeProblem(JSON.stringify({ rows: Array.from({ length: MAX_ITEMS_OF_A_LIST + 1 }, () => ({})) }))).toBe('items')
  expect(jsonShapeProblem(`${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}`)).toBeNull()
  expect(jsonShapeProblem(`${'['.repeat(MAX_JSON_DEPTH + 1)}`)).toBe('depth')
  expect(jsonShapeProblem(JSON.stringify({ a: `${'{":'.repeat(500)}\\"` }))).toBeNull()
})

test('[F34] any JSON within the limits is accepted, and invalid JSON never throws', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => jsonShapeProblem(JSON.stringify(value)) === null))
  fc.assert(fc.property(fc.string(), (text) => ['names', 'items', 'depth', null].includes(jsonShapeProblem(text))))
})
