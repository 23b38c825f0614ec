import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { text } from '../platform/language.ts'
import { ClosedIcon, OpenIcon } from '../platform/ui/icons.tsx'
import { useMenus } from '../platform/account/account-queries.ts'
import { type MenuLink, menuGroups, type MenuSection } from '../platform/account/menu-groups.ts'
import { MenuSearch } from './menu-search.tsx'
import { DASHBOARD_TITLE } from './screen-titles.ts'
import { aheadOf } from './use-ahead.ts'
import { DASHBOARD, type View } from './visited-views.ts'

const WORDS = {
  menu: { zh: '菜单', en: 'Menu' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '菜单加载失败', en: 'The menu could not be loaded' },
} as const

type LinksProps = { readonly links: readonly MenuLink[]; readonly views: readonly View[]; readonly onNavigate: () => void }

/** A screen that is open in a tab is found there as it was left. */
const Links = ({ links, views, onNavigate }: LinksProps) => (
  <ul>
    {links.map((link) => (
      <li key={link.url}>
        <Link
          to={`/${link.url}`}
          search={views.find(({ path }) => path === `/${link.url}`)?.search ?? {}}
          className="sidebar-link"
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
          onClick={onNavigate}
          {...aheadOf(link.url, views.find(({ path }) => path === `/${link.url}`)?.search ?? {})}
        >
          {link.name}
        </Link>
      </li>
    ))}
  </ul>
)

/** A section opens by itself when the screen inside it is shown, so that long menus stay short. */
const Section = ({ section, views, onNavigate }: { section: MenuSection; views: readonly View[]; onNavigate: () => void }) => {
  const holdsScreen = useLocation({ select: ({ pathname }) => section.links.some(({ url }) => `/${url}` === pathname) })
  const [chosen, setChosen] = useState<{ open: boolean; whileHeld: boolean } | null>(null)
  const open = chosen !== null && chosen.whileHeld === holdsScreen ? chosen.open : holdsScreen
  return (
    <div>
      <h3>
        <button
          type="button"
          className="sidebar-section"
          aria-expanded={open}
          onClick={() => setChosen({ open: !open, whileHeld: holdsScreen })}
        >
          {open ? <OpenIcon /> : <ClosedIcon />}
          {section.name}
        </button>
      </h3>
      {open && <Links links={section.links} views={views} onNavigate={onNavigate} />}
    </div>
  )
}

export const Sidebar = ({ links, views, onNavigate }: LinksProps) => {
  const menus = useMenus()
  return (
    <nav id="menu" className="sidebar" aria-label={text(WORDS.menu)}>
      <MenuSearch links={links} onOpen={onNavigate} />
      <Link to={DASHBOARD} search={{}} className="sidebar-link sidebar-home" activeProps={{ 'aria-current': 'page' }} onClick={onNavigate}>
        {text(DASHBOARD_TITLE)}
      </Link>
      {!menus.data && <p className="sidebar-none">{text(menus.isError ? WORDS.failed : WORDS.loading)}</p>}
      {menuGroups(menus.data ?? []).map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h2 className="sidebar-group">{group.name}</h2>
          {group.sections.map((section) =>
            section.name === '' ? (
              <Links key={section.links[0]?.url} links={section.links} views={views} onNavigate={onNavigate} />
            ) : (
              <Section key={section.name} section={section} views={views} onNavigate={onNavigate} />
            ),
          )}
        </section>
      ))}
    </nav>
  )
}
