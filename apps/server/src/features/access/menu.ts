import type { Menus } from '@tanker/contract/session'
import { SCREEN_GROUPS, SCREENS, type Screen } from '@tanker/contract/screens'
import type { Language } from '@tanker/domain/texts/text'
import { type Grants, mayUse } from '../../platform/access/grants.ts'

/** The menu: the screens granted to the role (spec 3.4). Groups and sections without a screen are left out. */
export function menuOf(grants: Grants, language: Language): Menus {
  const granted: readonly Screen[] = SCREENS.filter((screen) => mayUse(grants, screen.path))
  return Object.entries(SCREEN_GROUPS)
    .map(([group, name]) => ({
      name: name[language],
      menus: entriesOf(
        granted.filter((screen) => screen.group === group),
        language,
      ),
    }))
    .filter(({ menus }) => menus.length > 0)
}

function entriesOf(screens: readonly Screen[], language: Language): Menus[number]['menus'] {
  const entries: Menus[number]['menus'] = []
  for (const { path, title, section } of screens) {
    const item = { name: title[language], url: `/${path}` }
    if (section === null) {
      entries.push({ ...item, child: [] })
      continue
    }
    const name = section[language]
    const open = entries.find((entry) => entry.url === '' && entry.name === name)
    if (open) open.child.push(item)
    else entries.push({ name, url: '', child: [item] })
  }
  return entries
}
