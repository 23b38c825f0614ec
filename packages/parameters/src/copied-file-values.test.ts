import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiedValues } from './copied-file-values.ts'
import { DEVICE_FILES } from './device-files.ts'
import { syscfg } from './device-files/syscfg.ts'
import { tlscfg } from './device-files/tlscfg.ts'
import { ui } from './device-files/ui.ts'
import { placesOf, valueAt } from './file-values.ts'

test('settings are copied; plate, serial, compartments and the ratio of the meter stay those of the truck', () => {
  const now = {
    fields: { tankTruckSn: '苏A00001', devSn: '0000000001', cabinCount: 3, meterRatio: 998.5, sealMode: 1, recEn: 0 },
    groups: {},
  }
  const from = {
    fields: { tankTruckSn: '苏B99999', devSn: '0000000009', cabinCount: 5, meterRatio: 1000, sealMode: 4, recEn: 1 },
    groups: {},
  }
  expect(copiedValues(syscfg, now, from).fields).toEqual({ ...now.fields, sealMode: 4, recEn: 1 })
})

test('a password stays that of the truck, and a truck without one gets none', () => {
  const from = { fields: { userPwd: '1234', userPwdEn: 1 }, groups: {} }
  expect(copiedValues(ui, { fields: { userPwd: '4711', userPwdEn: 0 }, groups: {} }, from).fields).toEqual({
    userPwd: '4711',
    userPwdEn: 1,
  })
  expect(copiedValues(ui, { fields: { userPwdEn: 0 }, groups: {} }, from).fields).toEqual({ userPwdEn: 1 })
})

test('a needed field that the other lacks stays, an optional one is cleared', () => {
  const now = { fields: { sealMode: 3, recStart: '0800' }, groups: {} }
  expect(copiedValues(syscfg, now, { fields: {}, groups: {} }).fields).toEqual({ sealMode: 3 })
})

test('products are taken as they are', () => {
  const products = [{ ptNo: 92, ptName: '92#', ptVEC: 0.0012, ptDensity: 0.735 }]
  const now = { fields: {}, groups: { products: [{ ptNo: 0, ptName: '0#', ptVEC: 0.00083, ptDensity: 0.84 }, products[0]!] } }
  expect(copiedValues(tlscfg, now, { fields: {}, groups: { products } }).groups['products']).toEqual(products)
})

test('what belongs to a truck or is reported by it is never changed by a copy of any file', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DEVICE_FILES), fc.nat(3), fc.nat(3), (file, mine, theirs) => {
      const filled = (entries: number, value: number) => ({
        fields: Object.fromEntries(file.fields.map(({ key }) => [key, value])),
        groups: Object.fromEntries(
          file.groups.map(({ key, fields }) => [
            key,
            Array.from({ length: entries }, (_, i) => Object.fromEntries(fields.map((field) => [field.key, value * 10 + i]))),
          ]),
        ),
      })
      const [now, from] = [filled(mine, 1), filled(theirs, 2)]
      const copied = copiedValues(file, now, from)
      for (const place of placesOf(file, copied)) {
        const isOfTruck =
          !place.field.settable || place.field.own === true || (place.field.content.type === 'text' && place.field.content.secret)
        const has = valueAt(now, place)
        if (isOfTruck) expect(valueAt(copied, place)).toBe(has)
        else expect([has, valueAt(from, place)]).toContain(valueAt(copied, place))
      }
      for (const { key, grows } of file.groups) expect(copied.groups[key]).toHaveLength(grows ? theirs : mine)
    }),
  )
})
