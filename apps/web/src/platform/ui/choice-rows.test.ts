import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spellingsOf } from '../find/spelling.ts'
import { type Choice, choiceRows, labelsOf, leavesOf, ticked, tickOf } from './choice-rows.ts'

const tree: readonly Choice<string>[] = [
  {
    value: 'c1',
    label: '苏南物流',
    children: [
      {
        value: 'c2',
        label: '江海油运',
        children: [
          { value: 't1', label: '苏E11111' },
          { value: 't2', label: '苏E22222' },
        ],
      },
      { value: 't3', label: '苏A33333' },
    ],
  },
]
const top = { opensAt: (level: number) => level === 1, toggled: new Set<string>() }
const shown = (more: Partial<Parameters<typeof choiceRows<string>>[0]> = {}): string[] =>
  choiceRows({ choices: tree, typed: '', ...top, ...more }).map(
    ({ choice, level, isOpen }) => `${'>'.repeat(level - 1)}${choice.value}${isOpen === null ? '' : isOpen ? ' open' : ' closed'}`,
  )

test('branches stand open as far as the field says, and the user opens and closes them', () => {
  expect(shown()).toEqual(['c1 open', '>c2 closed', '>t3'])
  expect(shown({ toggled: new Set(['c2']) })).toEqual(['c1 open', '>c2 open', '>>t1', '>>t2', '>t3'])
  expect(shown({ toggled: new Set(['c1']) })).toEqual(['c1 closed'])
  expect(shown({ opensAt: () => true })).toEqual(['c1 open', '>c2 open', '>>t1', '>>t2', '>t3'])
})

test('what was typed leaves what has it in its name and the branches that lead there, without regard to case', () => {
  expect(shown({ typed: 'e1111' })).toEqual(['c1 open', '>c2 open', '>>t1'])
  expect(shown({ typed: ' 江海 ' })).toEqual(['c1 open', '>c2 closed'])
  // All that stands below what was found can be opened.
  expect(shown({ typed: '江海', toggled: new Set(['c2']) })).toEqual(['c1 open', '>c2 open', '>>t1', '>>t2'])
  expect(shown({ typed: '鲁' })).toEqual([])
})

test('only what has the typed text itself counts as found', () => {
  const rows = choiceRows({ choices: tree, typed: 'E2', ...top })
  expect(rows.filter(({ isHit }) => isHit).map(({ choice }) => choice.value)).toEqual(['t2'])
})

test('a choice is ticked alone, or with all that stands below it', () => {
  const [root] = tree as [Choice<string>]
  expect(ticked(root, [], false)).toEqual(['c1'])
  expect(ticked(root, ['c1', 't3'], false)).toEqual(['t3'])
  expect(ticked(root, ['t3'], true)).toEqual(['t3', 't1', 't2'])
  expect(ticked(root, ['t1', 't2', 't3', 't9'], true)).toEqual(['t9'])
  expect(['t1', 't2', 't3'].map((_, index, all) => tickOf(root, new Set(all.slice(index)), true))).toEqual(['all', 'some', 'some'])
  expect(tickOf(root, new Set(['c1']), true)).toBe('none')
  expect(tickOf(root, new Set(['c1']), false)).toBe('all')
})

test('names stand in the order of the values; what is not in the list has none', () => {
  expect(labelsOf(tree, ['t3', 'x', 'c2'])).toEqual(['苏A33333', '江海油运'])
})

test('with every branch open every choice stands in the list once, and ticking twice changes nothing', () => {
  const node: fc.Arbitrary<Choice<number>> = fc.letrec<{ node: Choice<number> }>((tie) => ({
    node: fc.record({
      value: fc.nat(),
      label: fc.string(),
      children: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, fc.constant([]), fc.array(tie('node'), { maxLength: 4 })),
    }),
  })).node
  const size = ({ children = [] }: Choice<number>): number => 1 + children.reduce((sum, child) => sum + size(child), 0)
  fc.assert(
    fc.property(node, (root) => {
      expect(choiceRows({ choices: [root], typed: '', opensAt: () => true, toggled: new Set() })).toHaveLength(size(root))
      const once = ticked(root, [], true)
      expect(new Set(once)).toEqual(new Set(leavesOf(root)))
      expect(ticked(root, once, true)).toEqual([])
    }),
  )
})

test('a name is found by its pinyin and its initials too, and what is not Chinese in it as it stands', () => {
  const spell = spellingsOf
  expect(shown({ typed: 'sue1111', spell })).toEqual(['c1 open', '>c2 open', '>>t1'])
  expect(shown({ typed: 'S E22', spell })).toEqual(['c1 open', '>c2 open', '>>t2'])
  expect(shown({ typed: 'jianghai', spell })).toEqual(['c1 open', '>c2 closed'])
  expect(shown({ typed: 'jhyy', spell })).toEqual(['c1 open', '>c2 closed'])
  // Before the dictionary is there, by its characters only.
  expect(shown({ typed: 'jhyy' })).toEqual([])
  expect(shown({ typed: 'lue', spell })).toEqual([])
})
