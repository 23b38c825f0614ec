import { THRESHOLDS } from '@tanker/domain/thresholds'
import { expect, test } from 'vitest'
import { editProblem, editsToSend, sourceText, withEdit } from './threshold-edits.ts'

const speed = THRESHOLDS.get('overspeedKmh')
if (!speed) throw new Error('there is a speed limit')

test('a typed value is a number within the range of its threshold, or nothing', () => {
  expect(['', '60', '10', '150'].map((typed) => editProblem(speed, typed))).toEqual([null, null, null, null])
  for (const typed of ['9', '151', '60.5', '6O', '1e3', ' 60']) expect(editProblem(speed, typed), typed).not.toBeNull()
})

test('what is typed as it was is no edit; of several owners everything is', () => {
  expect(withEdit({}, 'overspeedKmh', '60', 60)).toEqual({})
  expect(withEdit({}, 'overspeedKmh', '', null)).toEqual({})
  expect(withEdit({ overspeedKmh: '70' }, 'overspeedKmh', '', 60)).toEqual({ overspeedKmh: '' })
  expect(withEdit({ offlineMin: '5' }, 'overspeedKmh', '', undefined)).toEqual({ offlineMin: '5', overspeedKmh: '' })
})

test('edits are sent as name and value, an empty one to inherit, and not while one is wrong', () => {
  expect(editsToSend({ overspeedKmh: '60', highLossGasolinePermille: '1.50', offlineMin: '' })).toBe(
    'overspeedKmh=60,highLossGasolinePermille=1.5,offlineMin=',
  )
  expect(editsToSend({ overspeedKmh: '60', offlineMin: '0' })).toBeNull()
})

test('each value says where it comes from', () => {
  const own = { name: 'overspeedKmh', own: null, ownSince: null, next: null, inherited: 80, inheritedFrom: null }
  expect(sourceText(speed, own)).toBe('默认 80 km/h')
  expect(sourceText(speed, { ...own, inherited: 70, inheritedFrom: '甲运输' })).toBe('上级“甲运输” 70 km/h')
  expect(sourceText(speed, { ...own, own: 60 })).toBe('自有值；默认 80 km/h')
  expect(sourceText(speed, { ...own, own: 60, next: { value: null, from: '2026-05-06T04:00:00.000Z' } })).toMatch(/；.+ 起 恢复继承$/)
})
