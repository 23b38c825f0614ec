import { type RefObject, useMemo, useState } from 'react'
import { useSpelling } from '../find/use-spelling.ts'
import { type Choice, type ChoiceRow, choiceRows } from './choice-rows.ts'
import { useVirtualRows } from './virtual-rows.ts'

type ListOf<V> = {
  readonly choices: readonly Choice<V>[]
  readonly chosen: ReadonlySet<V>
  /** How many levels of a tree stand open at first. */
  readonly openLevels: number
  readonly scroller: RefObject<HTMLElement | null>
}

const firstOf = <V>(rows: readonly ChoiceRow<V>[], isIt: (row: ChoiceRow<V>) => boolean): number => Math.max(0, rows.findIndex(isIt))

/** The list of a choice field: whether it is open, what was typed to find something in it, its lines and the current one of them. */
export function useChoiceList<V>({ choices, chosen, openLevels, scroller }: ListOf<V>) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<V>>(new Set())
  const [active, setActive] = useState(0)
  const spell = useSpelling(isOpen && typed.trim() !== '')
  const rowsOf = (words: string, touched: ReadonlySet<V>): readonly ChoiceRow<V>[] =>
    choiceRows({ choices, typed: words, spell, opensAt: (level) => level <= openLevels, toggled: touched })
  const rows = useMemo(
    () => (isOpen ? choiceRows({ choices, typed, spell, opensAt: (level) => level <= openLevels, toggled }) : []),
    [isOpen, choices, typed, spell, openLevels, toggled],
  )
  const { first, end, onScroll, reveal } = useVirtualRows(scroller, rows.length)
  const at = Math.max(0, Math.min(active, rows.length - 1))

  return {
    isOpen,
    typed,
    rows,
    first,
    end,
    onScroll,
    /** The current line. */
    at,
    row: rows[at],
    showCurrent: (): void => reveal(at, 0, 0),
    setCurrent: setActive,
    /** Opens at what is chosen. */
    open: (): void => {
      const untouched = new Set<V>()
      setToggled(untouched)
      setActive(firstOf(rowsOf('', untouched), ({ choice }) => chosen.has(choice.value)))
      setIsOpen(true)
    },
    close: (): void => {
      setIsOpen(false)
      setTyped('')
    },
    /** Opens at the first line that has the words in its own name. */
    search: (words: string): void => {
      const untouched = new Set<V>()
      setToggled(untouched)
      setTyped(words)
      setActive(firstOf(rowsOf(words, untouched), ({ isHit }) => isHit))
      setIsOpen(true)
      if (scroller.current) scroller.current.scrollTop = 0
    },
    move: (to: number): void => {
      const next = Math.max(0, Math.min(rows.length - 1, to))
      setActive(next)
      reveal(next, 0, 0)
    },
    /** Opens a branch that is closed and closes one that is open. */
    twist: ({ choice: { value } }: ChoiceRow<V>): void =>
      setToggled(toggled.has(value) ? new Set([...toggled].filter((one) => one !== value)) : new Set([...toggled, value])),
  }
}

export type ChoiceList<V> = ReturnType<typeof useChoiceList<V>>
