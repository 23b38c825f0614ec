import type { PermissionNode } from '@tanker/contract/rights'

/** Permissions that are ticked, by key. */
export type Ticks = ReadonlySet<string>

/** The tree as its rows know each other. */
export type PermissionTree = {
  readonly roots: readonly PermissionNode[]
  childrenOf(key: string): readonly PermissionNode[]
  /** Every permission below a node, itself included if it is one. */
  permissionsBelow(node: PermissionNode): readonly PermissionNode[]
}

const isPermission = ({ kind }: PermissionNode): boolean => kind === 'screen' || kind === 'action'

export function treeOf(nodes: readonly PermissionNode[]): PermissionTree {
  const byParent = new Map<string | null, PermissionNode[]>()
  for (const node of nodes) byParent.set(node.parent, [...(byParent.get(node.parent) ?? []), node])
  const childrenOf = (key: string): readonly PermissionNode[] => byParent.get(key) ?? []
  const permissionsBelow = (node: PermissionNode): readonly PermissionNode[] => [
    ...(isPermission(node) ? [node] : []),
    ...childrenOf(node.key).flatMap(permissionsBelow),
  ]
  return { roots: byParent.get(null) ?? [], childrenOf, permissionsBelow }
}

/** Whether all, some or none of what stands below a node is ticked. */
export function stateOf(tree: PermissionTree, node: PermissionNode, ticks: Ticks): 'all' | 'some' | 'none' {
  const permissions = tree.permissionsBelow(node)
  const ticked = permissions.filter(({ key }) => ticks.has(key)).length
  return ticked === 0 ? 'none' : ticked === permissions.length ? 'all' : 'some'
}

/** Whether the user may change anything at or below a node. */
export const isOpen = (tree: PermissionTree, node: PermissionNode): boolean => tree.permissionsBelow(node).some(({ held }) => held)

/**
 * Ticks everything below a node that the user may grant, or takes all of it away where all of it was ticked. A button comes
 * with the screen that it stands on, and goes with it.
 */
export function toggled(tree: PermissionTree, node: PermissionNode, ticks: Ticks): Ticks {
  const own = tree.permissionsBelow(node).filter(({ held }) => held)
  if (own.every(({ key }) => ticks.has(key))) return new Set([...ticks].filter((key) => !own.some((one) => one.key === key)))
  const screen = node.kind === 'action' && node.parent !== null && !node.parent.startsWith('#') ? [node.parent] : []
  return new Set([...ticks, ...own.map(({ key }) => key), ...screen])
}

/** Everything that the user may grant is ticked; what it may not stays as it is. */
export const allTicked = (nodes: readonly PermissionNode[], ticks: Ticks): Ticks =>
  new Set([...ticks, ...nodes.filter((node) => isPermission(node) && node.held).map(({ key }) => key)])

/** What differs between two states, in the order of the tree. */
export const difference = (nodes: readonly PermissionNode[], before: Ticks, after: Ticks) => {
  const permissions = nodes.filter(isPermission)
  return {
    added: permissions.filter(({ key }) => after.has(key) && !before.has(key)),
    removed: permissions.filter(({ key }) => before.has(key) && !after.has(key)),
  }
}

/** A row of the tree as it is drawn. */
export type TreeRow = { readonly node: PermissionNode; readonly level: number; readonly isParent: boolean; readonly isExpanded: boolean }

/** The rows that are seen: below what is open, or, while something is searched, those that hold it and all that lead there. */
export function rowsOf(tree: PermissionTree, root: PermissionNode, closed: ReadonlySet<string>, search: string): TreeRow[] {
  const wanted = search.trim().toLowerCase()
  const isFound = (node: PermissionNode): boolean => node.name.toLowerCase().includes(wanted)
  const below = (node: PermissionNode, level: number, all: boolean): TreeRow[] => {
    const children = tree.childrenOf(node.key)
    const isHit = all || isFound(node)
    const inner = children.flatMap((child) => below(child, level + 1, isHit))
    if (wanted !== '' && !isHit && inner.length === 0) return []
    const isExpanded = wanted === '' ? !closed.has(node.key) : inner.length > 0
    return [{ node, level, isParent: children.length > 0, isExpanded }, ...(isExpanded ? inner : [])]
  }
  return below(root, 1, wanted === '')
}
