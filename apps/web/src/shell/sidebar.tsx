import { Link } from '@tanstack/react-router'
import { text } from '../language.ts'
import { menuGroups, useMenus } from './console-queries.ts'

const WORDS = {
  menu: { zh: '菜单', en: 'Menu' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '菜单加载失败', en: 'The menu could not be loaded' },
} as const

export const Sidebar = ({ onNavigate }: { onNavigate: () => void }) => {
  const menus = useMenus()
  return (
    <nav id="menu" className="sidebar" aria-label={text(WORDS.menu)}>
      {!menus.data && <p className="sidebar-none">{text(menus.isError ? WORDS.failed : WORDS.loading)}</p>}
      {menuGroups(menus.data ?? []).map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h2 className="sidebar-group">{group.name}</h2>
          {group.sections.map((section) => (
            <div key={section.name}>
              {section.name !== '' && <h3 className="sidebar-section">{section.name}</h3>}
              <ul>
                {section.links.map((link) => (
                  <li key={link.url}>
                    <Link
                      to={`/${link.url}`}
                      search={{}}
                      className="sidebar-link"
                      activeOptions={{ includeSearch: false }}
                      activeProps={{ 'aria-current': 'page' }}
                      onClick={onNavigate}
                    >
                      {link.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </nav>
  )
}
