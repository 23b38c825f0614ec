import { expect, test } from 'vitest'
import { elscfg } from './device-files/elscfg.ts'
import { elspproperty } from './device-files/elspproperty.ts'
import { ui } from './device-files/ui.ts'
import type { FieldValues } from './file-values.ts'
import { restoredValues } from './restore-file-values.ts'
import { valueInWords } from './value-in-words.ts'

const content = (fields: FieldValues, groups: Record<string, FieldValues[]> = {}) => ({ fields, groups })

test('a backup gives back every field that can be set; a needed one that it lacks stays, one that may be empty is emptied', () => {
  const now = content({ brightness: 70, language: 1, userPwd: '1' })
  expect(restoredValues(ui, now, content({ brightness: 80 })).fields).toEqual({ brightness: 80, language: 1 })
})

test('entries that a form adds and removes are those of the backup', () => {
  const now = content({ probeCount: 1 }, { probes: [{ sn: '0000000001', type: 1 }] })
  const kept = content({ probeCount: 2 }, { probes: [{ sn: '0000000002', type: 2 }, { sn: '0000000003' }] })
  const { fields, groups } = restoredValues(elscfg, now, kept)
  expect(groups).toEqual(kept.groups)
  expect(fields).toEqual({ probeCount: 1 })
})

test('values go to the probe with the same serial; what a probe reports and one that was mounted since stay', () => {
  const now = content(
    {},
    {
      properties: [
        { sn: '0000000009', wgatev: 9 },
        { sn: '0000000001', wgatev: 1, gatev: 5 },
      ],
    },
  )
  const kept = content({}, { properties: [{ sn: '0000000001', wgatev: 7, gatev: 6 }] })
  expect(restoredValues(elspproperty, now, kept).groups).toEqual({
    properties: [
      { sn: '0000000009', wgatev: 9 },
      { sn: '0000000001', wgatev: 7, gatev: 5 },
    ],
  })
})

test('values are read in words', () => {
  const field = (file: typeof ui | typeof elspproperty, key: string) =>
    [...file.fields, ...file.groups.flatMap(({ fields }) => fields)].find((one) => one.key === key)!
  expect(valueInWords(field(ui, 'language'), 1)).toEqual({ zh: '英文', en: 'English' })
  expect(valueInWords(field(ui, 'language'), 7)).toEqual({ zh: '7', en: '7' })
  expect(valueInWords(field(ui, 'brightness'), 80)?.en).toBe('80 %')
  expect(valueInWords(field(elspproperty, 'needReadMask'), 6)?.en).toBe('Close value, Gate')
  expect(valueInWords(field(elspproperty, 'needReadMask'), 0)?.en).toBe('None')
  expect(valueInWords(field(elspproperty, 'wgatev'), undefined)).toBeNull()
})
