import { expect, test } from 'vitest'
import { sensingMargin, sensingState } from './probe-sensing.ts'

const values = { closeMv: 2_400, gateMv: 600, zeroMv: 200 }
const margin = (sensorMv: number | null, more = {}) => sensingMargin({ ...values, sensorMv, ...more })

test('a shut probe has the share of its calibrated distance from the gate, an open one of its zero value', () => {
  // (1,500 − 600) / (2,400 − 600) and (200 − 50) / 200
  expect([margin(2_400), margin(1_500), margin(600), margin(50), margin(200), margin(0)]).toEqual([100, 50, 0, 75, 0, 100])
})

test('between gate and zero there is no margin at all', () => {
  expect([margin(599), margin(201)]).toEqual([0, 0])
})

test('a margin is not known without its values, or with values that contradict each other', () => {
  expect(margin(null)).toBeNull()
  expect(margin(1_500, { closeMv: null })).toBeNull()
  expect(margin(1_500, { closeMv: 600 })).toBeNull()
  expect(margin(1_500, { gateMv: 200 })).toBeNull()
  expect(margin(0, { zeroMv: 0 })).toBeNull()
  expect(margin(1_500, { gateMv: null })).toBeNull()
})

test('from the limit on it is normal, below it near, without any margin beyond', () => {
  expect([sensingState(25, 25), sensingState(24, 25), sensingState(1, 25), sensingState(0, 25), sensingState(null, 25)]).toEqual([
    'normal',
    'near',
    'near',
    'over',
    'normal',
  ])
})
