import { firmwareUpload, MAX_FIRMWARE_BYTES } from '@tanker/contract/firmware'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentName } from '../../platform/calls/sent-name.ts'
import { firmwareProblems } from './firmware-form.ts'

const right = { version: 'FW2.7.0', maker: '70111', hardware: '' }
const file = { size: 1_000 }

test('firmware with a version, a maker and a file is taken; its hardware may be left out', () => {
  expect(firmwareProblems(file, right)).toEqual({})
  expect(firmwareProblems(file, { ...right, hardware: 'HW1.2' })).toEqual({})
})

test('each field says by itself what is wrong with it', () => {
  expect(firmwareProblems(null, { version: '', maker: '', hardware: 'HW 1' })).toEqual({
    file: '请选择固件文件。',
    version: '版本应为字母、数字、点、横线，须含数字，最多 30 位。',
    maker: '厂家应为 1 到 5 位字母或数字。',
    hardware: '适用硬件应为字母、数字、点、横线。',
  })
})

test('an empty file and one beyond 4 MB are refused before they are sent, one of exactly 4 MB is not', () => {
  expect(firmwareProblems({ size: 0 }, right).file).toBe('文件为空，请选择其他文件。')
  expect(firmwareProblems({ size: MAX_FIRMWARE_BYTES }, right).file).toBeUndefined()
  expect(firmwareProblems({ size: MAX_FIRMWARE_BYTES + 1 }, right).file).toBe('固件文件不能超过 4 MB。')
})

test('the form takes a version, a maker and hardware exactly where the server does', () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'aZ09._- /汉') }),
    fc.string({ unit: fc.constantFrom(...'aZ09._-'), maxLength: 40 }),
  )
  fc.assert(
    fc.property(word, word, word, (version, maker, hardware) => {
      const typed = { version: version.trim(), maker: maker.trim(), hardware: hardware.trim() }
      const taken = firmwareUpload.safeParse({ device: 'console', ...typed, fileName: 'a.bin' }).success
      expect(Object.keys(firmwareProblems(file, typed)).length === 0).toBe(taken)
    }),
    { numRuns: 300 },
  )
})

test('with any file the server takes the name under which it is sent', () => {
  const anything = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes))
  const name = fc.oneof(
    anything,
    fc.integer({ min: 1, max: 150 }).map((count) => `${'🛢️'.repeat(count)}.bin`),
  )
  fc.assert(
    fc.property(name, (given) => {
      expect(firmwareUpload.shape.fileName.safeParse(sentName(given)).success, JSON.stringify(given)).toBe(true)
      expect(/\p{Cs}/u.test(sentName(given))).toBe(false)
    }),
  )
})

test('of a name that is too long the end stays, where the version stands; a path is no part of it', () => {
  expect(sentName(`${'长'.repeat(130)}FW2.7.0.bin`)).toBe(`${'长'.repeat(109)}FW2.7.0.bin`)
  expect(sentName('../../etc/FW2.bin')).toBe('....etcFW2.bin')
  expect(sentName('\u0000\u200b')).toBe('file')
})
