import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { text } from '../platform/language.ts'
import { SearchIcon } from '../platform/ui/icons.tsx'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import './menu-search.css'

const WORDS = {
  label: { zh: '搜索菜单（Ctrl+K）', en: 'Search the menu (Ctrl+K)' },
  hint: { zh: '搜索菜单', en: 'Search menu' },
  nothing: { zh: '没有匹配的菜单', en: 'No screen matches' },
} as const

type Finder = (typed: string) => readonly MenuLink[]

const MAX_SHOWN = 12

/** Ctrl+K from anywhere; arrows choose, Enter opens, Escape leaves. */
export const MenuSearch = ({ links, onOpen }: { links: readonly MenuLink[]; onOpen: () => void }) => {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [find, setFind] = useState<Finder | null>(null)

  // The pinyin dictionary is large: it is loaded at the first search.
  useEffect(() => {
    if (!open) return undefined
    let wanted = true
    void import('./find-screens.ts').then(({ screenFinder }) => {
      if (wanted) setFind(() => screenFinder(links))
    })
    return () => {
      wanted = false
    }
  }, [open, links])

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  const found = typed.trim() === '' || find === null ? [] : find(typed).slice(0, MAX_SHOWN)
  const shown = open && typed.trim() !== '' && find !== null

  const leave = (): void => {
    setTyped('')
    setActive(0)
    setOpen(false)
  }
  const go = (link: MenuLink | undefined): void => {
    if (!link) return
    leave()
    onOpen()
    input.current?.blur()
    void navigate({ to: `/${link.url}`, search: {} })
  }

  return (
    <div className="menu-search" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        role="combobox"
        className="menu-search-input"
        placeholder={text(WORDS.hint)}
        aria-label={text(WORDS.label)}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(shown && found[active] ? { 'aria-activedescendant': `${listId}-${active}` } : {})}
        value={typed}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive((now) => Math.min(now + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setActive((now) => Math.max(now - 1, 0))
          else if (event.key === 'Enter') go(found[active])
          else if (event.key === 'Escape') leave()
          else return
          event.preventDefault()
        }}
      />
      <div id={listId} role="listbox" aria-label={text(WORDS.label)} className="menu-search-list" hidden={!shown}>
        {found.map((link, index) => (
          <div
            key={link.url}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className="menu-search-item"
            onPointerDown={(event) => (event.preventDefault(), go(link))}
          >
            {link.name}
          </div>
        ))}
        {shown && found.length === 0 && (
          <div className="menu-search-none" role="option" aria-selected="false" aria-disabled="true">
            {text(WORDS.nothing)}
          </div>
        )}
      </div>
    </div>
  )
}
