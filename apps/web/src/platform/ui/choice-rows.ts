import { plainName, type Spell } from '../find/find-names.ts'

/** One of several things to choose; where it has children the list is a tree. */
export type Choice<V> = { readonly value: V; readonly label: string; readonly children?: readonly Choice<V>[] }

/** A line of the list as it stands now. */
export type ChoiceRow<V> = {
  readonly choice: Choice<V>
  /** 1 for the topmost. */
  readonly level: number
  /** Null where nothing stands below it. */
  readonly isOpen: boolean | null
  /** What was typed is in its own name, not only in one below. */
  readonly isHit: boolean
}

type ShownRows<V> = {
  readonly choices: readonly Choice<V>[]
  readonly typed: string
  /** How names are spelt; null: they are found by their characters only. */
  readonly spell?: Spell
  /** Whether branches of a level stand open before the user has touched them. */
  readonly opensAt: (level: number) => boolean
  /** Branches that the user has opened or closed. */
  readonly toggled: ReadonlySet<V>
}

/**
 * The lines to draw. With something typed: what has it in its name with all that stands below, and the branches that lead there, open.
 */
export function choiceRows<V>({ choices, typed, spell = null, opensAt, toggled }: ShownRows<V>): readonly ChoiceRow<V>[] {
  const wanted = typed.trim().toLowerCase()
  const spelt = plainName(typed)
  const isNamed = (label: string): boolean =>
    label.toLowerCase().includes(wanted) || (spelt !== '' && (spell?.(label) ?? []).some((one) => one.includes(spelt)))
  const rows: ChoiceRow<V>[] = []
  const addAll = (some: readonly Choice<V>[], level: number): void => {
    for (const choice of some) {
      const { value, children = [] } = choice
      const isOpen = children.length === 0 ? null : opensAt(level) !== toggled.has(value)
      rows.push({ choice, level, isOpen, isHit: true })
      // What stands in a closed branch is not looked at: a fleet is large.
      if (isOpen) addAll(children, level + 1)
    }
  }
  /** True: something was found here or below. */
  const addFound = (choice: Choice<V>, level: number, isBelowHit: boolean): boolean => {
    const { value, label, children = [] } = choice
    const isHit = isNamed(label)
    const at = rows.length
    rows.push({ choice, level, isOpen: null, isHit })
    let isFoundBelow = false
    for (const child of children) isFoundBelow = addFound(child, level + 1, isBelowHit || isHit) || isFoundBelow
    if (!isHit && !isFoundBelow && !isBelowHit) rows.length = at
    else if (children.length > 0) {
      const isOpen = isFoundBelow !== toggled.has(value)
      rows[at] = { choice, level, isOpen, isHit }
      if (!isOpen) rows.length = at + 1
    }
    return isHit || isFoundBelow
  }
  if (wanted === '') addAll(choices, 1)
  else for (const choice of choices) addFound(choice, 1, false)
  return rows
}

/** What stands at the ends of the branches below a choice; itself where it has none. */
export const leavesOf = <V>({ value, children = [] }: Choice<V>): readonly V[] =>
  children.length === 0 ? [value] : children.flatMap(leavesOf)

/** The names of some values, in their order; a value that is no choice has none. */
export function labelsOf<V>(choices: readonly Choice<V>[], values: readonly V[]): readonly string[] {
  if (values.length === 0) return []
  const wanted = new Set(values)
  const labels = new Map<V, string>()
  const look = (some: readonly Choice<V>[]): void => {
    for (const { value, label, children } of some) {
      if (wanted.has(value)) labels.set(value, label)
      if (labels.size === wanted.size) return
      if (children) look(children)
    }
  }
  look(choices)
  return values.flatMap((value) => labels.get(value) ?? [])
}

export type Tick = 'all' | 'some' | 'none'

/** How much of a choice is chosen; `byLeaf`: what counts is what stands at the ends of its branches. */
export function tickOf<V>(choice: Choice<V>, chosen: ReadonlySet<V>, byLeaf: boolean): Tick {
  if (!byLeaf) return chosen.has(choice.value) ? 'all' : 'none'
  const leaves = leavesOf(choice)
  const count = leaves.filter((leaf) => chosen.has(leaf)).length
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some'
}

/** What is chosen after a choice was ticked or unticked. */
export function ticked<V>(choice: Choice<V>, chosen: readonly V[], byLeaf: boolean): readonly V[] {
  const changed = new Set(byLeaf ? leavesOf(choice) : [choice.value])
  const held = new Set(chosen)
  return [...changed].every((value) => held.has(value))
    ? chosen.filter((value) => !changed.has(value))
    : [...chosen, ...[...changed].filter((value) => !held.has(value))]
}
