import { expect, test } from 'vitest'
import { ALL_ENTITIES } from './all-entities.ts'
import { defineEntity } from './define-entity.ts'
import { driver } from './driver.ts'

const name = { zh: '试验', en: 'Trial' }

test('every entity has the field that its rows are known by', () => {
  for (const { key, fields, nameField } of ALL_ENTITIES) expect(Object.keys(fields), key).toContain(nameField)
})

test('an entity without a name says which field its rows are known by', () => {
  const { code } = driver.fields
  // @ts-expect-error -- no field has the name `name`, and no other is given
  defineEntity({ path: 'setting/base_data/trial', name, fields: { code }, unique: [] })
  // @ts-expect-error -- the given one does not exist
  defineEntity({ path: 'setting/base_data/trial', name, fields: { code }, unique: [], nameField: 'serial' })
  expect(defineEntity({ path: 'setting/base_data/trial', name, fields: { code }, unique: [], nameField: 'code' }).nameField).toBe('code')
})
