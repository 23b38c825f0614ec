import type { TestStep } from '@tanker/contract/device-tests'
import { isSettled, STEP_GROUPS, STEP_STATES } from '@tanker/domain/devices/device-test'
import { text } from '../../platform/language.ts'

export type Steps = readonly TestStep[]

/** Steps under their heading, in the order in which they are done: each compartment has its own. */
export function stepGroups(steps: Steps): { readonly name: string; readonly steps: Steps }[] {
  const groups = new Map<string, TestStep[]>()
  for (const step of steps) {
    const name =
      step.group === 'compartment'
        ? text({ zh: `${step.compartment}仓`, en: `Compartment ${step.compartment}` })
        : text(STEP_GROUPS[step.group])
    groups.set(name, [...(groups.get(name) ?? []), step])
  }
  return [...groups].map(([name, own]) => ({ name, steps: own }))
}

/** What a person calls a step outside of its group. */
export const fullName = ({ compartment, name }: TestStep): string =>
  compartment === 0 ? name : text({ zh: `${compartment}仓 ${name}`, en: `Compartment ${compartment}: ${name}` })

const NOT_DONE = { zh: '未完成', en: 'Not done' } as const

/** How a step stands; in a test that is over nothing is still to be done. */
export const stateName = ({ state }: Pick<TestStep, 'state'>, isOver: boolean): string =>
  text(state === 'pending' && isOver ? NOT_DONE : STEP_STATES[state])

/** The steps that stand against a test, as a sentence lists them. */
export const unsettledNames = (steps: Steps): string =>
  unsettled(steps)
    .map(fullName)
    .join(text({ zh: '、', en: '; ' }))

export const unsettled = (steps: Steps): Steps => steps.filter(({ state }) => !isSettled(state))
