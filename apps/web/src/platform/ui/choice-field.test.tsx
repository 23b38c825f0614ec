// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allowPopovers } from '../test-answers.ts'
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx'

const TRUCKS = Array.from({ length: 3_000 }, (_, index) => ({ value: `t${index}`, label: `苏E${10_000 + index}` }))
const TREE = [
  {
    value: 'c1',
    label: '苏南物流',
    children: [
      { value: 'c2', label: '江海油运', children: TRUCKS.slice(0, 3) },
      { value: 't9', label: '苏A33333' },
    ],
  },
]

beforeEach(allowPopovers)
afterEach(cleanup)

const open = (props: Partial<ChoiceFieldProps<string>> = {}) => {
  const chosen: (readonly string[])[] = []
  const Held = () => {
    const [value, setValue] = useState(props.value ?? [])
    return (
      <ChoiceField<string>
        id="field"
        label="车辆"
        choices={TRUCKS}
        {...props}
        value={value}
        onChange={(next) => {
          chosen.push(next)
          setValue(next)
        }}
      />
    )
  }
  render(<Held />)
  return { chosen, field: screen.getByRole<HTMLInputElement>('combobox', { name: '车辆' }) }
}
const press = (field: HTMLElement, ...keys: readonly string[]): void => {
  for (const key of keys) fireEvent.keyDown(field, { key })
}
/** What is chosen, as the field shows it and as readers hear it. */
const shown = (field: HTMLElement): string | null | undefined =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
/** The line that the field names as the current one. */
const current = (field: HTMLElement): string | null | undefined =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

test('a field is found by typing: the first match is the current line, and Enter chooses it', () => {
  const { field, chosen } = open()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(field, { target: { value: '苏Z' } })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['No match'])
  fireEvent.change(field, { target: { value: 'e10042' } })
  expect(current(field)).toBe('苏E10042')
  press(field, 'Enter')
  expect(chosen).toEqual([['t42']])
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect([field.value, shown(field)]).toEqual(['', '苏E10042'])
})

test('of thousands only the lines in sight are drawn, each with its place among all', () => {
  const { field } = open()
  fireEvent.click(field)
  const lines = screen.getAllByRole('option')
  expect(lines.length).toBeLessThan(60)
  expect([lines[2]?.getAttribute('aria-posinset'), lines[2]?.getAttribute('aria-setsize')]).toEqual(['3', '3000'])
})

test('arrows open the list at what is chosen and move through it; Escape closes it alone, and nothing is changed', () => {
  const { field, chosen } = open({ value: ['t2'] })
  press(field, 'ArrowDown')
  expect(current(field)).toBe('苏E10002')
  press(field, 'ArrowDown', 'ArrowUp', 'ArrowUp')
  expect(current(field)).toBe('苏E10001')
  const passed: string[] = []
  const listen = ({ key }: KeyboardEvent): void => void passed.push(key)
  addEventListener('keydown', listen)
  press(field, 'Escape')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(passed).toEqual([])
  press(field, 'Escape')
  removeEventListener('keydown', listen)
  // The second one is for the dialog around the field.
  expect(passed).toEqual(['Escape'])
  expect(chosen).toEqual([])
})

test('while a Chinese word is composed, its keys choose and close nothing', () => {
  const { field, chosen } = open({ choices: TREE })
  fireEvent.change(field, { target: { value: 'jiang' } })
  for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(field, { key, isComposing: true })
  expect(field.getAttribute('aria-expanded')).toBe('true')
  fireEvent.change(field, { target: { value: '江海' } })
  press(field, 'Enter')
  expect(chosen).toEqual([['c2']])
})

test('several are ticked one after another while the list stays open, and Backspace takes the last one away', () => {
  const { field, chosen } = open({ multiple: true })
  press(field, 'Enter', 'Enter', 'ArrowDown', 'Enter')
  expect(chosen.at(-1)).toEqual(['t0', 't1'])
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual(['苏E10000', '苏E10001'])
  press(field, 'Escape')
  expect(shown(field)).toBe('苏E10000 +1')
  press(field, 'Backspace')
  expect(chosen.at(-1)).toEqual(['t0'])
})

test('a tree opens and closes by right and left, which go in and out of its branches', () => {
  const { field, chosen } = open({ choices: TREE, multiple: true })
  press(field, 'ArrowDown', 'ArrowRight', 'ArrowRight')
  expect(current(field)).toBe('江海油运')
  expect(screen.getAllByRole('treeitem').map((line) => `${line.getAttribute('aria-level')} ${line.textContent}`)).toEqual([
    '1 苏南物流',
    '2 江海油运',
    '3 苏E10000',
    '3 苏E10001',
    '3 苏E10002',
    '2 苏A33333',
  ])
  press(field, 'ArrowRight', 'ArrowLeft')
  expect(current(field)).toBe('江海油运')
  press(field, 'ArrowLeft')
  expect(screen.getAllByRole('treeitem')).toHaveLength(3)
  press(field, 'Enter')
  expect(chosen).toEqual([['c2']])
})

test('by ends of branches: a branch ticks all below it and says when only a part is ticked', () => {
  const { field, chosen } = open({ choices: TREE, multiple: true, byLeaf: true, value: ['t1'] })
  fireEvent.change(field, { target: { value: '江海' } })
  expect(screen.getByRole('treeitem', { name: /江海/ }).getAttribute('aria-checked')).toBe('mixed')
  press(field, 'Enter')
  expect(chosen).toEqual([['t1', 't0', 't2']])
  press(field, 'Enter')
  expect(chosen.at(-1)).toEqual([])
})

test('the cross empties the field; a field that must have one has no cross, a disabled one does not open', () => {
  const { field, chosen } = open({ value: ['t5'], clearable: true })
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(chosen).toEqual([[]])
  expect(shown(field)).toBe('')
  cleanup()
  expect(shown(open({ value: ['t5'] }).field)).toBe('苏E10005')
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  cleanup()
  const { field: closed } = open({ disabled: true })
  fireEvent.click(closed)
  press(closed, 'ArrowDown')
  expect(closed.getAttribute('aria-expanded')).toBe('false')
})

test('while the list is on its way it says so', () => {
  const { field } = open({ choices: [], loading: true })
  fireEvent.click(field)
  expect(document.querySelector('.choice-none')?.textContent).toBe('Loading…')
})
