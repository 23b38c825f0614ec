import { SCREENS } from '@tanker/contract/screens'
import type { Menus } from '@tanker/contract/session'

export type MenuLink = { readonly name: string; readonly url: string }
export type MenuSection = { readonly name: string; readonly links: readonly MenuLink[] }
export type MenuGroup = { readonly name: string; readonly sections: readonly MenuSection[] }

const screenPaths: ReadonlySet<string> = new Set(SCREENS.map(({ path }) => path))
const asRoute = (url: string): string => url.replace(/^\/+/, '')

/** The server's menu as the sidebar draws it: a screen that does not exist yet is not shown, nor what is empty without it. */
export const menuGroups = (menus: Menus): readonly MenuGroup[] =>
  menus
    .map((group) => ({
      name: group.name,
      sections: group.menus
        .map((menu) => ({
          name: menu.child.length > 0 ? menu.name : '',
          links: (menu.child.length > 0 ? menu.child : [menu])
            .map(({ name, url }) => ({ name, url: asRoute(url) }))
            .filter(({ url }) => screenPaths.has(url)),
        }))
        .filter(({ links }) => links.length > 0),
    }))
    .filter(({ sections }) => sections.length > 0)

export const menuLinks = (menus: Menus): readonly MenuLink[] =>
  menuGroups(menus).flatMap(({ sections }) => sections.flatMap(({ links }) => links))

/** Entries that are rights and no screens (spec 6): taken out of the menu at every level, and kept as flags in cookies. */
const DEVICE_COMMANDS = { 传感器使能: 'sensorEnable', 强制干: 'forceDry', 设置电池类型: 'setBatteryType' } as const
export type MenuFlag = (typeof DEVICE_COMMANDS)[keyof typeof DEVICE_COMMANDS]

const flagOf = (name: string): MenuFlag | undefined => (DEVICE_COMMANDS as Readonly<Record<string, MenuFlag>>)[name]

type Entry = { readonly name: string; readonly menus?: readonly Entry[]; readonly child?: readonly Entry[] }

/** The menu without the three special entries, and which of them it held. */
export function withoutDeviceCommands(menus: Menus): { readonly menus: Menus; readonly flags: ReadonlySet<MenuFlag> } {
  const flags = new Set<MenuFlag>()
  const kept = <E extends Entry>(entries: readonly E[]): E[] =>
    entries.flatMap((entry) => {
      const flag = flagOf(entry.name)
      if (flag !== undefined) {
        flags.add(flag)
        return []
      }
      const { menus: inner, child } = entry
      return [{ ...entry, ...(inner && { menus: kept(inner) }), ...(child && { child: kept(child) }) }]
    })
  return { menus: kept(menus), flags }
}

/** The cookies say what the newest menu said. */
export function keepMenuFlags(flags: ReadonlySet<MenuFlag>): void {
  for (const flag of Object.values(DEVICE_COMMANDS))
    document.cookie = `${flag}=${flags.has(flag) ? '1' : ''}; path=/; samesite=lax${flags.has(flag) ? '' : '; max-age=0'}`
}
