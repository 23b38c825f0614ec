import type { TestStep } from '@tanker/contract/device-tests'
import { expect, test } from 'vitest'
import { fullName, stateName, stepGroups, unsettled, unsettledNames } from './step-groups.ts'

const step = (more: Partial<TestStep>): TestStep =>
  ({ compartment: 0, group: 'console', name: '供电', state: 'passed', ...more }) as TestStep
const steps = [
  step({ name: '供电' }),
  step({ group: 'compartment', compartment: 2, name: '液位', state: 'failed' }),
  step({ group: 'compartment', compartment: 1, name: '液位', state: 'pending' }),
  step({ group: 'compartment', compartment: 2, name: '温度', state: 'not-applicable' }),
]

test('steps stand under their heading in the order of the test, each compartment by itself', () => {
  const groups = stepGroups(steps)
  expect(groups.slice(1).map(({ name, steps: own }) => [name, own.map((one) => one.name)])).toEqual([
    ['2仓', ['液位', '温度']],
    ['1仓', ['液位']],
  ])
  expect(groups).toHaveLength(3)
})

test('what stands against a test is what failed or was not done, with its compartment', () => {
  expect(unsettled(steps)).toEqual([steps[1], steps[2]])
  expect(unsettledNames(steps)).toBe('2仓 液位、1仓 液位')
  expect(fullName(step({}))).toBe('供电')
})

test('in a test that is over, a pending step was not done', () => {
  expect(stateName({ state: 'pending' }, true)).toBe('未完成')
  expect(stateName({ state: 'pending' }, false)).not.toBe('未完成')
  expect(stateName({ state: 'failed' }, true)).toBe(stateName({ state: 'failed' }, false))
})
