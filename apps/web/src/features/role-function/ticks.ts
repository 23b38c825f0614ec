import type { FunctionNode } from '@tanker/contract/rights'

/** Functions that are ticked, by key. */
export type Ticks = ReadonlySet<string>

/** The tree as its rows know each other. */
export type FunctionTree = {
  readonly roots: readonly FunctionNode[]
  childrenOf(key: string): readonly FunctionNode[]
  /** Every function below a node, and itself where it is one. */
  functionsOf(node: FunctionNode): readonly FunctionNode[]
}

const isFunction = ({ kind }: FunctionNode): boolean => kind === 'screen' || kind === 'action'

export function treeOf(nodes: readonly FunctionNode[]): FunctionTree {
  const byParent = new Map<string | null, FunctionNode[]>()
  for (const node of nodes) byParent.set(node.parent, [...(byParent.get(node.parent) ?? []), node])
  const childrenOf = (key: string): readonly FunctionNode[] => byParent.get(key) ?? []
  const functionsOf = (node: FunctionNode): readonly FunctionNode[] => [
    ...(isFunction(node) ? [node] : []),
    ...childrenOf(node.key).flatMap(functionsOf),
  ]
  return { roots: byParent.get(null) ?? [], childrenOf, functionsOf }
}

/** Whether all, some or none of what stands below a node is ticked. */
export function stateOf(tree: FunctionTree, node: FunctionNode, ticks: Ticks): 'all' | 'some' | 'none' {
  const functions = tree.functionsOf(node)
  const ticked = functions.filter(({ key }) => ticks.has(key)).length
  return ticked === 0 ? 'none' : ticked === functions.length ? 'all' : 'some'
}

/** Whether the user may change anything at or below a node. */
export const isOpen = (tree: FunctionTree, node: FunctionNode): boolean => tree.functionsOf(node).some(({ held }) => held)

/**
 * Ticks everything below a node that the user may grant, or takes all of it away where all of it was ticked. A button comes
 * with the screen that it stands on, and goes with it.
 */
export function toggled(tree: FunctionTree, node: FunctionNode, ticks: Ticks): Ticks {
  const own = tree.functionsOf(node).filter(({ held }) => held)
  if (own.every(({ key }) => ticks.has(key))) return new Set([...ticks].filter((key) => !own.some((one) => one.key === key)))
  const screen = node.kind === 'action' && node.parent !== null && !node.parent.startsWith('#') ? [node.parent] : []
  return new Set([...ticks, ...own.map(({ key }) => key), ...screen])
}

/** Everything that the user may grant is ticked; what it may not stays as it is. */
export const allTicked = (nodes: readonly FunctionNode[], ticks: Ticks): Ticks =>
  new Set([...ticks, ...nodes.filter((node) => isFunction(node) && node.held).map(({ key }) => key)])

/** What differs between two states, in the order of the tree. */
export const difference = (nodes: readonly FunctionNode[], before: Ticks, after: Ticks) => {
  const functions = nodes.filter(isFunction)
  return {
    added: functions.filter(({ key }) => after.has(key) && !before.has(key)),
    removed: functions.filter(({ key }) => before.has(key) && !after.has(key)),
  }
}

/** A row of the tree as it is drawn. */
export type TreeRow = { readonly node: FunctionNode; readonly level: number; readonly isParent: boolean; readonly isExpanded: boolean }

/** The rows that are seen: below what is open, or, while something is searched, those that hold it and all that lead there. */
export function rowsOf(tree: FunctionTree, root: FunctionNode, closed: ReadonlySet<string>, search: string): TreeRow[] {
  const wanted = search.trim().toLowerCase()
  const isFound = (node: FunctionNode): boolean => node.name.toLowerCase().includes(wanted)
  const below = (node: FunctionNode, level: number, all: boolean): TreeRow[] => {
    const children = tree.childrenOf(node.key)
    const isHit = all || isFound(node)
    const inner = children.flatMap((child) => below(child, level + 1, isHit))
    if (wanted !== '' && !isHit && inner.length === 0) return []
    const isExpanded = wanted === '' ? !closed.has(node.key) : inner.length > 0
    return [{ node, level, isParent: children.length > 0, isExpanded }, ...(isExpanded ? inner : [])]
  }
  return below(root, 1, wanted === '')
}
