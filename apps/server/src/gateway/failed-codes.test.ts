import { expect, test } from 'vitest'
import { FailedCodes, networkOf } from './failed-codes.ts'

let now = 0
const failures = (hasTrucks = false): FailedCodes =>
  new FailedCodes(
    () => now,
    () => hasTrucks,
  )
const fail = (failed: FailedCodes, times: number, address: string, phone: string): void => {
  for (let time = 0; time < times; time += 1) failed.add(address, phone)
}

test('[H2] failures make their phone wait at their address only', () => {
  const failed = failures()
  fail(failed, 6, '10.0.0.1', '138')
  expect(failed.mustWait('10.0.0.1', '138')).toBe(true)
  expect([failed.mustWait('10.0.0.2', '138'), failed.mustWait('10.0.0.1', '139')]).toEqual([false, false])
  now += 1_001
  expect(failed.mustWait('10.0.0.1', '138')).toBe(false)
})

test('[H2] if trucks are connected from an address, failures of other phones there delay none of them', () => {
  for (const hasTrucks of [true, false]) {
    const failed = failures(hasTrucks)
    for (let phone = 0; phone < 130; phone += 1) failed.add('10.0.0.1', `1${phone}`)
    expect(failed.mustWait('10.0.0.1', '138')).toBe(!hasTrucks)
  }
})

test('[H3] an address with delayed failures regains sockets over time, and all are accepted after the delay', () => {
  const failed = failures()
  for (let phone = 0; phone < 105; phone += 1) failed.add('10.0.0.1', `1${phone}`)
  const taken = (): number => Array.from({ length: 50 }, () => failed.takesSocket('10.0.0.1')).filter(Boolean).length
  expect(taken()).toBe(4)
  expect(taken()).toBe(0)
  now += 1_000
  expect(taken()).toBe(2)
  expect(failed.takesSocket('10.0.0.2')).toBe(true)
  now += 60_000
  expect(taken()).toBe(50)
})

test('[H3] invented phones push out the failures that are oldest, and none are kept beyond ten minutes', () => {
  const failed = failures()
  fail(failed, 12, '10.0.0.1', 'first')
  for (let phone = 0; phone < 50_000; phone += 1) failed.add(`10.1.${phone >> 8}.${phone & 255}`, 'x')
  expect(failed.mustWait('10.0.0.1', 'first')).toBe(false)
  fail(failed, 12, '10.0.0.1', 'last')
  expect(failed.mustWait('10.0.0.1', 'last')).toBe(true)
  now += 601_000
  for (let second = 0; second < 30; second += 1) failed.forgetOld()
  fail(failed, 5, '10.0.0.1', 'last')
  expect(failed.mustWait('10.0.0.1', 'last')).toBe(false)
})

test('an IPv6 address counts with its /64, an IPv4 address alone', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'))
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::2:3'))
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:9:9:9:9'))
  expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
})
