import { expect, test } from 'vitest'
import { stubStorage } from '../platform/test-storage.ts'
import { freshApprovals as freshFor, freshWords, keepKnownApprovals, knownApprovals } from './fresh-approvals.ts'

const freshApprovals = (known: ReadonlySet<string>, pending: Parameters<typeof freshFor>[1]) => freshFor(known, pending, 'ben')
const none: ReadonlySet<string> = new Set()
const request = (id: number, version = 1, modifier = 'anna') => ({ id, version, modifier })

test('what waits when the web console is opened is announced once', () => {
  const opened = freshApprovals(none, [request(1), request(2)])
  expect(opened.fresh).toBe(2)
  expect(freshApprovals(opened.now, [request(1), request(2)]).fresh).toBe(0)
})

test('a new request is announced alone, and so is one that was changed since', () => {
  const { now } = freshApprovals(none, [request(1), request(2)])
  expect(freshApprovals(now, [request(1), request(2), request(3)]).fresh).toBe(1)
  expect(freshApprovals(now, [request(1, 2), request(2)]).fresh).toBe(1)
})

test('a request that was decided is announced by nothing, and again when it comes back', () => {
  const { now } = freshApprovals(none, [request(1), request(2)])
  const decided = freshApprovals(now, [request(2)])
  expect(decided.fresh).toBe(0)
  expect(freshApprovals(decided.now, [request(1), request(2)]).fresh).toBe(1)
})

test('[D-25] a reload of the page announces nothing again, and the requester is not notified of the own request', () => {
  stubStorage('localStorage')
  const pending = [request(1), request(2, 1, 'ben')]
  const opened = freshFor(knownApprovals('ben'), pending, 'ben')
  expect(opened.fresh).toBe(1)
  keepKnownApprovals('ben', opened.now)
  expect(freshFor(knownApprovals('ben'), pending, 'ben').fresh).toBe(0)
  expect(freshFor(knownApprovals('ben'), [...pending, request(3)], 'ben').fresh).toBe(1)
  expect(freshFor(knownApprovals('carl'), pending, 'carl').fresh).toBe(2)
})

test('one fence waits, two fences wait', () => {
  expect([freshWords(1).en, freshWords(2).en, freshWords(1).zh]).toEqual([
    '1 fence waits for approval',
    '2 fences wait for approval',
    '有 1 个电子围栏待审批',
  ])
})
