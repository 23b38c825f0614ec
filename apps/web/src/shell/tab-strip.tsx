import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { text } from '../platform/language.ts'
import { ClosedIcon, CloseIcon } from '../platform/ui/icons.tsx'
import { titleOfPath } from './screen-titles.ts'
import './tab-strip.css'
import type { OpenViews } from './use-open-views.ts'
import { close, closeAll, type Closed, closeOthers, type View } from './visited-views.ts'

const WORDS = {
  tabs: { zh: '已打开的页面', en: 'Open screens' },
  noName: { zh: '未命名', en: 'No name' },
  close: { zh: '关闭', en: 'Close' },
  refresh: { zh: '刷新', en: 'Refresh' },
  closeOthers: { zh: '关闭其他', en: 'Close others' },
  before: { zh: '左侧的页面', en: 'Screens to the left' },
  after: { zh: '右侧的页面', en: 'Screens to the right' },
  closeAll: { zh: '关闭全部', en: 'Close all' },
} as const

/** Tabs that lie out of sight on either side. */
function useOverflow(strip: RefObject<HTMLUListElement | null>, count: number) {
  const [overflow, setOverflow] = useState({ before: false, after: false })
  const measure = useCallback((): void => {
    if (!strip.current) return
    const { scrollLeft, scrollWidth, clientWidth } = strip.current
    const [before, after] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
    setOverflow((now) => (now.before === before && now.after === after ? now : { before, after }))
  }, [strip])
  useEffect(() => {
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [measure, count])
  const scroll = (direction: -1 | 1): void =>
    strip.current?.scrollBy({ left: direction * strip.current.clientWidth * 0.8, behavior: 'smooth' })
  return { overflow, measure, scroll }
}

type TabArrowProps = { readonly direction: -1 | 1; readonly isShown: boolean; readonly onScroll: (direction: -1 | 1) => void }

/** For the mouse; a tab that the keyboard reaches comes into sight by itself. */
const TabArrow = ({ direction, isShown, onScroll }: TabArrowProps) => (
  <button
    type="button"
    className="tab-arrow"
    data-direction={direction}
    data-shown={isShown}
    tabIndex={-1}
    aria-hidden="true"
    title={text(direction === -1 ? WORDS.before : WORDS.after)}
    onClick={() => onScroll(direction)}
  >
    <ClosedIcon />
  </button>
)

type Menu = { readonly view: View; readonly x: number; readonly y: number }

/** The screens that were visited (spec 2.11). A right click, or the menu key on a tab, offers to refresh and to close. */
export const TabStrip = ({ tabs, onRefresh }: { tabs: OpenViews; onRefresh: (path: string) => void }) => {
  const { views, shown } = tabs
  const menuPanel = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLUListElement>(null)
  const [menu, setMenu] = useState<Menu | null>(null)

  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [views, shown])
  // Not a popover of the browser: it would take the end of the right click for a click outside.
  useEffect(() => {
    if (!menu) return undefined
    menuPanel.current?.querySelector('button')?.focus()
    const leave = (event: Event): void => {
      const outside = !(event.target instanceof Node && menuPanel.current?.contains(event.target))
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : outside) setMenu(null)
    }
    for (const kind of ['pointerdown', 'keydown', 'focusin']) addEventListener(kind, leave)
    return () => {
      for (const kind of ['pointerdown', 'keydown', 'focusin']) removeEventListener(kind, leave)
    }
  }, [menu])

  const apply = (closed: Closed): void => {
    setMenu(null)
    tabs.apply(closed)
  }
  const openMenu = (event: MouseEvent, view: View): void => {
    event.preventDefault()
    const at = event.currentTarget.getBoundingClientRect()
    // The menu key has no pointer.
    const byKey = event.clientX === 0 && event.clientY === 0
    setMenu({ view, x: byKey ? at.left : event.clientX, y: byKey ? at.bottom : event.clientY })
  }

  const { overflow, measure, scroll } = useOverflow(strip, views.length)

  return (
    <nav className="tab-strip" data-overflow={overflow.before || overflow.after} aria-label={text(WORDS.tabs)}>
      <TabArrow direction={-1} isShown={overflow.before} onScroll={scroll} />
      <ul ref={strip} onScroll={measure}>
        {views.map((view) => {
          const title = titleOfPath(view.path)
          const name = title ? text(title) : text(WORDS.noName)
          return (
            <li key={view.path} className="tab" {...(view.path === shown.path ? { 'aria-current': 'page' as const } : {})}>
              <button type="button" className="tab-name" onClick={() => tabs.open(view)} onContextMenu={(event) => openMenu(event, view)}>
                {name}
              </button>
              <button
                type="button"
                className="tab-close"
                aria-label={`${text(WORDS.close)} ${name}`}
                onClick={() => apply(close(views, view.path, shown.path))}
              >
                <CloseIcon />
              </button>
            </li>
          )
        })}
      </ul>
      <TabArrow direction={1} isShown={overflow.after} onScroll={scroll} />
      {menu && (
        <div ref={menuPanel} className="tab-menu" style={{ left: menu.x, top: menu.y }}>
          <button
            className="popover-item"
            onClick={() => {
              setMenu(null)
              if (menu.view.path !== shown.path) tabs.open(menu.view)
              onRefresh(menu.view.path)
            }}
          >
            {text(WORDS.refresh)}
          </button>
          <button className="popover-item" onClick={() => apply(close(views, menu.view.path, shown.path))}>
            {text(WORDS.close)}
          </button>
          <button className="popover-item" onClick={() => apply(closeOthers(views, menu.view.path, shown.path))}>
            {text(WORDS.closeOthers)}
          </button>
          <button className="popover-item" onClick={() => apply(closeAll())}>
            {text(WORDS.closeAll)}
          </button>
        </div>
      )}
    </nav>
  )
}
