import { expect, test } from 'vitest'
import { ALL_ENTITIES } from './all-entities.ts'
import { WrongValue } from './fields.ts'

const fieldOf = (key: string, name: string) => ALL_ENTITIES.find((entity) => entity.key === key)?.fields[name]

test.each([
  ['depot', 'storage', 'code', 12],
  ['parking lot', 'park', 'code', 12],
  ['repair shop', 'service_depot', 'code', 12],
  ['organisation', 'organisation', 'code', 12],
  ['device', 'device', 'code', 19],
  ['on-board console', 'truck', 'consoleCode', 19],
  ['repair card', 'repair_card', 'code', 19],
] as const)('[5.2-07] [5.2-24] the code of a %s has at most so many digits or letters', (_, key, name, most) => {
  const field = fieldOf(key, name)
  expect(field?.maxLength).toBe(most)
  expect(field?.read('9'.repeat(most))).toBe('9'.repeat(most))
  expect(field?.read('9'.repeat(most + 1))).toBeInstanceOf(WrongValue)
  expect(field?.read('9-9')).toBeInstanceOf(WrongValue)
})
