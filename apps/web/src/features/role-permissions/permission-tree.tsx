import type { PermissionNode } from '@tanker/contract/rights'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { text } from '../../platform/language.ts'
import { ClosedIcon, OpenIcon } from '../../platform/ui/icons.tsx'
import { type PermissionTree as Tree, isOpen, rowsOf, stateOf, type Ticks } from './ticks.ts'

const WORDS = {
  dangerous: { zh: '高风险', en: 'High risk' },
  notHeld: { zh: '您自己没有该功能，不能授予', en: 'You do not have this function yourself and cannot grant it' },
} as const

const CHECKED = { all: true, some: 'mixed', none: false } as const
const indentPx = 18

type PermissionTreeProps = {
  readonly tree: Tree
  readonly root: PermissionNode
  readonly ticks: Ticks
  readonly search: string
  /** Nothing can be ticked: the role is not the user's to change, or holds everything. */
  readonly locked: boolean
  readonly onToggle: (node: PermissionNode) => void
}

/** A group of the menu as a tree with boxes: one tab stop, arrows inside, space or Enter ticks (WAI-ARIA tree). */
export const PermissionTree = ({ tree, root, ticks, search, locked, onToggle }: PermissionTreeProps) => {
  const id = useId()
  // Screens keep their buttons to themselves until they are opened: the menu is long enough.
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(tree.permissionsBelow(root).flatMap(({ key, kind }) => (kind === 'screen' ? [key] : []))),
  )
  const rows = useMemo(() => rowsOf(tree, root, closed, search), [tree, root, closed, search])
  const [active, setActive] = useState(root.key)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.key === active),
  )

  const expand = (key: string, open: boolean): void =>
    setClosed((held) => (open ? new Set([...held].filter((one) => one !== key)) : new Set([...held, key])))
  const toggle = (node: PermissionNode): void => {
    if (!locked && isOpen(tree, node)) onToggle(node)
  }
  const go = (to: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    setActive(row.node.key)
    document.getElementById(`${id}-${row.node.key}`)?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (!row) return
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.isParent && !row.isExpanded ? expand(row.node.key, true) : go(at + (row.isParent ? 1 : 0))),
      ArrowLeft: () =>
        row.isParent && row.isExpanded
          ? expand(row.node.key, false)
          : go(rows.findLastIndex((one, index) => index < at && one.level < row.level)),
      ' ': () => toggle(row.node),
      Enter: () => toggle(row.node),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  if (rows.length === 0) return null
  return (
    <div
      className="permission-tree"
      role="tree"
      tabIndex={0}
      aria-label={root.name}
      aria-multiselectable="true"
      aria-activedescendant={`${id}-${rows[at]?.node.key}`}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ node, level, isParent, isExpanded }, index) => {
        const state = stateOf(tree, node, ticks)
        const mayTick = isOpen(tree, node)
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the focus and takes the keys; aria-activedescendant names this one
          <div
            key={node.key}
            id={`${id}-${node.key}`}
            role="treeitem"
            className="permission-row"
            data-active={index === at}
            data-kind={node.kind}
            style={{ paddingInlineStart: 6 + (level - 1) * indentPx }}
            aria-level={level}
            aria-checked={CHECKED[state]}
            aria-expanded={isParent ? isExpanded : undefined}
            aria-disabled={locked || !mayTick}
            title={mayTick ? undefined : text(WORDS.notHeld)}
            onClick={() => {
              setActive(node.key)
              toggle(node)
            }}
          >
            <span
              className="permission-open"
              aria-hidden="true"
              onClick={(event) => {
                if (!isParent) return
                event.stopPropagation()
                setActive(node.key)
                expand(node.key, !isExpanded)
              }}
            >
              {isParent ? isExpanded ? <OpenIcon /> : <ClosedIcon /> : null}
            </span>
            <span className="permission-box" data-state={state} aria-hidden="true" />
            <span>{node.name}</span>
            {node.dangerous && <span className="permission-danger">{text(WORDS.dangerous)}</span>}
          </div>
        )
      })}
    </div>
  )
}
