import { type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { text } from '../language.ts'
import { ChoiceLines } from './choice-lines.tsx'
import { type Choice, type ChoiceRow, labelsOf, ticked } from './choice-rows.ts'
import './choice-field.css'
import { ChevronDownIcon, CloseIcon } from './icons.tsx'
import './popover.css'
import { ROW_HEIGHT } from './tokens.ts'
import { type ChoiceList, useChoiceList } from './use-choice-list.ts'
import { usePanelBeside } from './use-panel-beside.ts'

const CLEAR = { zh: '清除', en: 'Clear' } as const

export type ChoiceFieldProps<V extends string | number> = {
  readonly id: string
  readonly label: string
  /** A tree where choices have children. */
  readonly choices: readonly Choice<V>[]
  readonly value: readonly V[]
  readonly onChange: (value: readonly V[]) => void
  readonly multiple?: boolean
  /** A branch stands for all that is below it; the value holds the ends of branches only. */
  readonly byLeaf?: boolean
  /** How many levels of a tree stand open at first. */
  readonly openLevels?: number
  /** Nothing may be chosen as well. */
  readonly clearable?: boolean
  /** How many names stand in the field; of the others their number. */
  readonly namesShown?: number
  /** What stands there while nothing is chosen. */
  readonly placeholder?: string
  readonly loading?: boolean
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** The id of what says what is wrong. */
  readonly describedBy?: string
  readonly className?: string
  /** The list is at least so wide. */
  readonly panelPx?: number
}

/** What the arrows to the sides do in a tree: in and out of its branches, which open and close. */
function sideways<V>(list: ChoiceList<V>, row: ChoiceRow<V>, key: 'ArrowRight' | 'ArrowLeft'): void {
  if (key === 'ArrowRight' ? row.isOpen === false : row.isOpen === true) list.twist(row)
  else if (key === 'ArrowRight') list.move(list.at + (row.isOpen === true ? 1 : 0))
  else list.move(list.rows.slice(0, list.at).findLastIndex(({ level }) => level < row.level))
}

/** The first names of what is chosen, and how many more there are. */
function shownOf<V>(choices: readonly Choice<V>[], value: readonly V[], most: number): string {
  const names = labelsOf(choices, value)
  const others = value.length - Math.min(names.length, most)
  if (names.length === 0) return ''
  return names.slice(0, most).join(text({ zh: '、', en: ', ' })) + (others > 0 ? ` +${others}` : '')
}

/** Of what is chosen and does not fit into the field. */
const NAMES_IN_TITLE = 8

/** For the pointer; the keyboard has Backspace. */
const ClearCross = ({ onClear }: { readonly onClear: () => void }) => (
  <button type="button" className="choice-clear" tabIndex={-1} aria-label={text(CLEAR)} title={text(CLEAR)} onClick={onClear}>
    <CloseIcon />
  </button>
)

/**
 * A field to choose one or several of a list or a tree, found by typing (WAI-ARIA combobox with aria-activedescendant: the focus stays in
 * the field). Arrows, Page up and Page down move, right and left open and close branches, Enter chooses, Escape closes, Backspace takes the
 * last one away. While Chinese is composed these keys belong to the input method. A list may have thousands.
 */
export const ChoiceField = <V extends string | number>(props: ChoiceFieldProps<V>) => {
  const { id, label, choices, value, onChange, multiple = false, byLeaf = false, openLevels = 1, clearable = false, namesShown = 1 } = props
  const { placeholder = '', loading = false, disabled = false, invalid = false, describedBy, className = '', panelPx = 160 } = props
  const listId = useId()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const chosen = useMemo(() => new Set(value), [value])
  const isTree = useMemo(() => choices.some(({ children }) => children !== undefined), [choices])
  const shown = useMemo(() => shownOf(choices, value, namesShown), [choices, value, namesShown])
  const list = useChoiceList({ choices, chosen, openLevels, scroller })
  const { isOpen, typed, at, row } = list

  usePanelBeside({ panel, field, isOpen, widthPx: panelPx, size: list.rows.length, onShown: list.showCurrent })

  const open = (): void => {
    if (!isOpen && !disabled) list.open()
  }
  const pick = (picked: ChoiceRow<V>, index: number): void => {
    list.setCurrent(index)
    if (multiple) {
      onChange(ticked(picked.choice, value, byLeaf))
      // What is typed next takes its place.
      input.current?.select()
    } else {
      onChange([picked.choice.value])
      list.close()
    }
  }
  const pickCurrent = (): void => {
    if (row) pick(row, at)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page }
    const to = moves[key]
    if (!isOpen && ['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) open()
    else if (key === 'Backspace' && typed === '' && value.length > 0 && (multiple || clearable)) onChange(value.slice(0, -1))
    else if (!isOpen) return
    else if (to !== undefined) list.move(to)
    else if (key === 'Enter') pickCurrent()
    else if (key === 'Escape') list.close()
    // In what was typed they move the caret.
    else if ((key === 'ArrowRight' || key === 'ArrowLeft') && isTree && typed === '' && row) sideways(list, row, key)
    else return
    event.preventDefault()
    // A dialog around it is not closed, and a grid around it does not move.
    event.stopPropagation()
  }

  return (
    <div
      ref={field}
      className={`choice ${className}`}
      data-disabled={disabled}
      data-invalid={invalid}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && list.close()}
    >
      <span className="choice-text" title={shownOf(choices, value, NAMES_IN_TITLE)}>
        <input
          ref={input}
          id={id}
          role="combobox"
          className="choice-input"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          aria-label={label}
          aria-haspopup={isTree ? 'tree' : 'listbox'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={row && at >= list.first && at < list.end ? `${listId}-${at}` : undefined}
          aria-invalid={invalid}
          aria-describedby={describedBy === undefined ? `${listId}-chosen` : `${listId}-chosen ${describedBy}`}
          placeholder={shown === '' ? placeholder : ''}
          value={typed}
          onChange={({ target }) => list.search(target.value)}
          onClick={open}
          onKeyDown={(event) => !event.nativeEvent.isComposing && onKeyDown(event)}
        />
        {/* What is chosen stands in the field until something is typed. */}
        <span id={`${listId}-chosen`} className="choice-shown" data-open={isOpen} hidden={typed !== ''}>
          {shown}
        </span>
      </span>
      {clearable && value.length > 0 && !disabled && (
        <ClearCross
          onClear={() => {
            onChange([])
            input.current?.focus()
          }}
        />
      )}
      <span
        className="choice-arrow"
        aria-hidden="true"
        onClick={() => {
          input.current?.focus()
          open()
        }}
      >
        <ChevronDownIcon />
      </span>
      {/* A press in the list leaves the focus in the field. */}
      <div
        ref={panel}
        popover="manual"
        role="presentation"
        className="popover choice-panel"
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen && <ChoiceLines {...{ id: listId, label, list, scroller, chosen, isTree, multiple, byLeaf, loading }} onPick={pick} />}
      </div>
    </div>
  )
}
