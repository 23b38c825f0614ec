import type { PermissionNode } from '@tanker/contract/rights'
import { expect, test } from 'vitest'
import { allTicked, difference, isOpen, rowsOf, stateOf, toggled, treeOf } from './ticks.ts'

const node = (key: string, parent: string | null, kind: PermissionNode['kind'], more: Partial<PermissionNode> = {}): PermissionNode => ({
  key,
  parent,
  kind,
  name: key,
  dangerous: false,
  held: true,
  ...more,
})
const NODES = [
  node('#setting', null, 'group', { name: 'Settings' }),
  node('#setting base', '#setting', 'section', { name: 'Base data' }),
  node('station', '#setting base', 'screen', { name: 'Stations' }),
  node('station:create', 'station', 'action', { name: 'Add' }),
  node('station:delete', 'station', 'action', { name: 'Delete', dangerous: true }),
  node('driver', '#setting base', 'screen', { name: 'Drivers', held: false }),
  node('#operations', null, 'group', { name: 'Operations' }),
  node('alarms:handle', '#operations', 'action', { name: 'Handle alarms' }),
] as const
const tree = treeOf(NODES)
const at = (key: string): PermissionNode => NODES.find((one) => one.key === key) as PermissionNode
const none = new Set<string>()

test('[6-17] a screen is ticked with its buttons, and with it everything above is ticked in part', () => {
  const ticks = toggled(tree, at('station'), none)
  expect([...ticks]).toEqual(['station', 'station:create', 'station:delete'])
  expect(stateOf(tree, at('station'), ticks)).toBe('all')
  expect(stateOf(tree, at('#setting'), ticks)).toBe('some')
  expect(stateOf(tree, at('#operations'), ticks)).toBe('none')
  expect([...toggled(tree, at('station'), ticks)]).toEqual([])
})

test('a button brings the screen that it stands on, one of several screens brings none', () => {
  expect([...toggled(tree, at('station:delete'), none)]).toEqual(['station:delete', 'station'])
  expect([...toggled(tree, at('alarms:handle'), none)]).toEqual(['alarms:handle'])
  const ticks = new Set(['station', 'station:delete'])
  expect([...toggled(tree, at('station:delete'), ticks)]).toEqual(['station'])
  expect(stateOf(tree, at('station'), new Set(['station']))).toBe('some')
})

test('what the user does not hold is neither given nor taken away with what stands around it', () => {
  expect(isOpen(tree, at('driver'))).toBe(false)
  const ticks = toggled(tree, at('#setting'), new Set(['driver']))
  expect(ticks).toEqual(new Set(['driver', 'station', 'station:create', 'station:delete']))
  expect(toggled(tree, at('#setting'), ticks)).toEqual(new Set(['driver']))
  expect(allTicked(NODES, none)).toEqual(new Set(['station', 'station:create', 'station:delete', 'alarms:handle']))
})

test('permissions to be granted and removed are listed in the order of the tree', () => {
  const { added, removed } = difference(NODES, new Set(['driver', 'station']), new Set(['alarms:handle', 'station', 'station:delete']))
  expect([added.map(({ key }) => key), removed.map(({ key }) => key)]).toEqual([['station:delete', 'alarms:handle'], ['driver']])
})

test('a branch that is closed hides what is below it; a search shows what it finds and the way there', () => {
  const seen = (closed: readonly string[], search = '') => rowsOf(tree, at('#setting'), new Set(closed), search).map((row) => row.node.key)
  expect(seen(['station'])).toEqual(['#setting', '#setting base', 'station', 'driver'])
  expect(seen(['station'], 'delete')).toEqual(['#setting', '#setting base', 'station', 'station:delete'])
  expect(seen([], 'drivers')).toEqual(['#setting', '#setting base', 'driver'])
  expect(seen([], 'stations')).toEqual(['#setting', '#setting base', 'station', 'station:create', 'station:delete'])
  expect(seen([], 'nothing of it')).toEqual([])
})
