import type { Text } from '@tanker/domain/texts/text'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { BOARD } from '../platform/account/board-link.tsx'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { useTruckChoices } from '../platform/feed/use-truck-choices.ts'
import { searchedText } from '../platform/find/find-names.ts'
import { useMapNames } from '../platform/find/map-names.ts'
import { PLACE_KIND_NAMES } from '../platform/find/place-kinds.ts'
import { useNamed } from '../platform/find/use-named.ts'
import { useSpelling } from '../platform/find/use-spelling.ts'
import { text } from '../platform/language.ts'
import { useNamedViews } from '../platform/views/use-named-views.ts'
import { SearchIcon } from '../platform/ui/icons.tsx'
import { byTitle, findEverything, firstOfGroup, type Found, type FoundGroupName } from './find-everything.ts'
import type { FoundScreen } from './find-screens.ts'
import './menu-search.css'

const WORDS = {
  label: { zh: '搜索菜单、视图、车辆、驾驶员、场所（Ctrl+K）', en: 'Search the menu, views, trucks, drivers and places (Ctrl+K)' },
  hint: { zh: '搜索菜单', en: 'Search menu' },
  nothing: { zh: '没有匹配的菜单、视图、车辆、驾驶员或场所', en: 'No screen, view, truck, driver or place matches' },
  loading: { zh: '正在加载拼音词典和名称…', en: 'Loading names…' },
} as const

const GROUPS: Readonly<Record<FoundGroupName, Text>> = {
  screens: { zh: '页面', en: 'Screens' },
  views: { zh: '视图', en: 'Views' },
  trucks: { zh: '车辆', en: 'Trucks' },
  drivers: { zh: '驾驶员', en: 'Drivers' },
  places: { zh: '场所', en: 'Places' },
  fences: { zh: '电子围栏', en: 'Fences' },
  map: { zh: '地图', en: 'On the map' },
}

/** Class of the field, which Ctrl+K finds. */
export const SEARCH_FIELD = 'menu-search-input'

type Finder = (typed: string) => readonly FoundScreen[]

/** All that can be found; the large pinyin dictionary is loaded at the first search. */
function useEverything(links: readonly MenuLink[], isSearching: boolean) {
  const [findScreens, setFindScreens] = useState<Finder | null>(null)
  useEffect(() => {
    if (!isSearching) return undefined
    let wanted = true
    void import('./find-screens.ts').then(
      ({ screenFinder }) => {
        if (wanted) setFindScreens(() => screenFinder(links))
      },
      () => {
        if (wanted) setFindScreens(() => (typed: string) => byTitle(links, typed))
      },
    )
    return () => {
      wanted = false
    }
  }, [isSearching, links])
  const spell = useSpelling(isSearching)
  const hasBoard = links.some(({ url }) => url === BOARD)
  const { places, drivers, isLoading } = useNamed(isSearching && hasBoard, spell)
  const spots = useMapNames(isSearching && hasBoard, spell)
  const named = useNamedViews(isSearching).data?.views
  const views = useMemo(() => (named ?? []).map((view) => ({ ...view, searched: searchedText([view.name], spell) })), [named, spell])
  const { choices } = useTruckChoices()
  const trucks = useMemo(
    () =>
      isSearching && hasBoard
        ? choices.map(({ value, label }) => ({ id: value, plate: label, searched: searchedText([label], spell) }))
        : [],
    [isSearching, hasBoard, choices, spell],
  )
  return {
    find: useMemo(
      () => (typed: string) => findEverything({ links, findScreens, views, trucks, places, drivers, spots }, typed),
      [links, findScreens, views, trucks, places, drivers, spots],
    ),
    isLoading: findScreens === null || spell === null || isLoading,
  }
}

/** Ctrl+K from anywhere; arrows choose, Page Up and Page Down go from group to group, Enter opens, Escape leaves. */
export const MenuSearch = ({ links, onOpen }: { links: readonly MenuLink[]; onOpen: () => void }) => {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { find, isLoading } = useEverything(links, open)

  const shown = open && typed.trim() !== ''
  const groups = useMemo(() => (shown ? find(typed) : []), [shown, find, typed])
  const found = useMemo(() => groups.flatMap(({ lines }) => lines), [groups])

  const activeId = shown && found[active] ? `${listId}-${active}` : undefined
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const leave = (): void => {
    setTyped('')
    setActive(0)
    setOpen(false)
  }
  const go = (one: Found | undefined): void => {
    if (!one) return
    leave()
    onOpen()
    input.current?.blur()
    void navigate({ to: one.to, search: one.search })
  }

  return (
    <div className="menu-search" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={SEARCH_FIELD}
        placeholder={text(WORDS.hint)}
        aria-label={text(WORDS.label)}
        title={text(WORDS.label)}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
        value={typed}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
          else if (event.key === 'PageDown') setActive(firstOfGroup(groups, active, 1))
          else if (event.key === 'PageUp') setActive(firstOfGroup(groups, active, -1))
          else if (event.key === 'Enter') go(found[active])
          else if (event.key === 'Escape') leave()
          else return
          event.preventDefault()
        }}
      />
      <div id={listId} role="listbox" aria-label={text(WORDS.label)} className="menu-search-list" hidden={!shown}>
        {groups.map(({ group, lines }) => (
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <div id={`${listId}-${group}`} role="presentation" className="menu-search-group">
              {text(GROUPS[group])}
            </div>
            {lines.map((one) => {
              const index = found.indexOf(one)
              return (
                <div
                  key={one.key}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className="menu-search-item"
                  onPointerDown={(event) => (event.preventDefault(), go(one))}
                >
                  <span>{one.name}</span>
                  {group === 'places' && one.kind in PLACE_KIND_NAMES && (
                    <small>{text(PLACE_KIND_NAMES[one.kind as keyof typeof PLACE_KIND_NAMES])}</small>
                  )}
                </div>
              )
            })}
          </div>
        ))}
        {shown && (isLoading || found.length === 0) && (
          <div className="menu-search-none" role="option" aria-selected="false" aria-disabled="true">
            {text(isLoading ? WORDS.loading : WORDS.nothing)}
          </div>
        )}
      </div>
    </div>
  )
}
