import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNewer, judgeUpgrade } from './firmware.ts'

test.each([
  ['FW2.10.0', 'FW2.9.9', true],
  ['FW2.6.1', 'FW2.6', true],
  ['V3', '2.9.12', true],
  ['2.6.0', 'FW2.6.0', false],
  ['FW2.6.0', 'FW2.6', false],
  ['FW2.6.0', 'FW2.6.1', false],
  ['2026.11.1', '2026.2.28', true],
])('%s is newer than %s: %s', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer)
})

test('of two versions at most one is newer, and none is newer than itself', () => {
  const version = fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('.'))
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(isNewer(a, b) && isNewer(b, a)).toBe(false)
      expect(isNewer(a, a)).toBe(false)
    }),
  )
})

const firmware = { device: 'controller', version: 'CT1.5.0', maker: 'TKFLT', hardware: 'CB2' } as const
const running = { version: 'CT1.4.2', maker: 'TKFLT', hardware: 'CB2' }

test('a device that runs an older version, or of which nothing is known, may be upgraded', () => {
  expect(judgeUpgrade(firmware, '苏E12345', running)).toEqual({ may: 'yes' })
  expect(judgeUpgrade(firmware, '苏E12345', { version: null, maker: '', hardware: '' })).toEqual({ may: 'yes' })
})

test.each([
  ['another maker’s device', { ...running, maker: 'OTHER' }, 'no', '苏E12345 的控制器厂家为 OTHER，固件适用于 TKFLT。'],
  ['other hardware', { ...running, hardware: 'CB1' }, 'no', '苏E12345 的控制器硬件为 CB1，固件适用于 CB2。'],
  ['the same version', { ...running, version: 'CT1.5.0' }, 'no', '苏E12345 的控制器已是 CT1.5.0。'],
  ['a newer version', { ...running, version: 'CT1.10.0' }, 'forced', '苏E12345 的控制器现为 CT1.10.0，所选 CT1.5.0 不比它新。'],
])('%s is refused with truck and versions', (_, has, may, why) => {
  expect(judgeUpgrade(firmware, '苏E12345', has)).toMatchObject({ may, why: { zh: why } })
})
