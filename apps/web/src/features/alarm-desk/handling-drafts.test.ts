// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { keepDraft, NOTHING, readDraft } from './handling-drafts.ts'

afterEach(() => sessionStorage.clear())

const draft = { ...NOTHING, result: 'called', remark: 'twice' }

test('a half-written handling is kept by its alarm until nothing is written any more', () => {
  keepDraft('1', draft)
  expect([readDraft('1'), readDraft('2')]).toEqual([draft, null])
  keepDraft('1', NOTHING)
  expect(readDraft('1')).toBeNull()
})

test('drafts have a bound: the oldest go', () => {
  for (let id = 1; id <= 51; id += 1) keepDraft(String(id), draft)
  expect([readDraft('1'), readDraft('2')]).toEqual([null, draft])
  keepDraft('2', { ...draft, remark: 'again' })
  keepDraft('52', draft)
  expect([readDraft('3'), readDraft('2')?.remark]).toEqual([null, 'again'])
})

test('what another version wrote is no draft', () => {
  sessionStorage.setItem('handling-drafts', '{"1":{}}')
  expect(readDraft('1')).toBeNull()
})

test('a result of the list is read in the language of the reader, own words as they were written', async () => {
  keepDraft('1', { ...draft, result: 'False alarm' })
  keepDraft('2', draft)
  const chinese = await asReader({ language: 'zh' }, () => import('./handling-drafts.ts'))
  expect([chinese.readDraft('1')?.result, chinese.readDraft('2')?.result]).toEqual(['误报', 'called'])
})
