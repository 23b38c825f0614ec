import type { Alarm } from '@tanker/contract/alarms'
import { expect, test } from 'vitest'
import { asReader } from '../platform/test-reader.ts'
import { alarmFacts } from './alarm-facts.ts'

const anAlarm = (more: Partial<Alarm> = {}): Alarm => ({
  id: '1',
  type: 201,
  signCode: '苏E12345',
  truckId: 1,
  companyName: '江海油运',
  startTime: '2026-11-21T08:00:00Z',
  insertTime: '2026-11-21T08:00:05Z',
  endTime: null,
  remark: '',
  remark2: '',
  grade: 'red',
  handled: false,
  lat: null,
  lng: null,
  area: '',
  properties: {},
  ...more,
})
const labels = (...given: Parameters<typeof alarmFacts>) => alarmFacts(...given).map(([label]) => label)
const loss = {
  signCode: '苏E99999',
  loss: 62.5,
  lossRate: 3.12345,
  highLossRateThreshold: 2,
  startTime: Date.UTC(2026, 10, 21, 6),
  endTime: Date.UTC(2026, 10, 21, 8),
  startArea: '丹阳油库',
  endArea: '句容华阳加油站',
}

test('an emergency says which truck, whose, when and where; an empty remark is left out', () => {
  expect(labels('emergency', anAlarm({ area: '镇江市' }))).toEqual(['车牌号', '所属组织', '时间', '位置'])
  expect(alarmFacts('emergency', anAlarm({ remark: '驾驶员按下按钮' })).at(-1)).toEqual(['备注', '驾驶员按下按钮'])
})

test('a truck without the name of its place is found by its coordinates; without either there is no place', () => {
  expect(alarmFacts('emergency', anAlarm({ lat: 31.32, lng: 120.62 }))[3]).toEqual(['位置', '31.32000, 120.62000'])
  expect(labels('emergency', anAlarm({ lat: 31.32, lng: null }))).not.toContain('位置')
})

test('a high loss says litres with two decimals and rates per mille with four, and the limit beside them', () => {
  const facts = Object.fromEntries(alarmFacts('high-loss', anAlarm({ properties: loss })))
  expect(facts).toMatchObject({
    车牌号: '苏E99999',
    损耗量: '62.50 L',
    损耗率: '3.1235 ‰',
    损耗率阈值: '2.0000 ‰',
    起点: '丹阳油库',
    终点: '句容华阳加油站',
  })
})

test('a loss of zero is a number and is said; a loss that is not known is left out', () => {
  expect(Object.fromEntries(alarmFacts('high-loss', anAlarm({ properties: { ...loss, loss: 0, lossRate: null } })))).toMatchObject({
    损耗量: '0.00 L',
  })
  expect(labels('high-loss', anAlarm({ properties: { ...loss, lossRate: null } }))).not.toContain('损耗率')
})

test('an alarm that an older version stored without its properties still names the truck', () => {
  expect(alarmFacts('high-loss', anAlarm())).toEqual([['车牌号', '苏E12345']])
  expect(labels('working-hours', anAlarm())).toEqual(['车牌号', '所属组织', '时间'])
})

test('too long at the wheel says the driver and for how long', () => {
  const properties = { companyName: '江海一队', driverWorkingDuration: 15_300, driver: { name: '王师傅' } }
  expect(Object.fromEntries(alarmFacts('working-hours', anAlarm({ properties })))).toMatchObject({
    所属组织: '江海一队',
    驾驶员: '王师傅',
    驾驶时长: '4时15分0秒',
  })
})

test('an English user reads the same facts in English, with times of the own zone', async () => {
  const { alarmFacts: english } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./alarm-facts.ts'))
  expect(english('high-loss', anAlarm({ properties: loss }))).toEqual([
    ['Plate', '苏E99999'],
    ['Loss', '62.50 L'],
    ['Loss rate', '3.1235 ‰'],
    ['Loss rate threshold', '2.0000 ‰'],
    ['Start', '11/21/2026 14:00:00'],
    ['End', '11/21/2026 16:00:00'],
    ['From', '丹阳油库'],
    ['To', '句容华阳加油站'],
  ])
})
