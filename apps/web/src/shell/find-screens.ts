import { SCREEN_LABELS } from '@tanker/contract/screen-labels'
import { SCREENS } from '@tanker/contract/screens'
import Fuse from 'fuse.js'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { plainName, searchedText } from '../platform/find/find-names.ts'
import { spellingsOf } from '../platform/find/spelling.ts'

export type FoundScreen = { readonly link: MenuLink; /** What was typed stands in it as typed. */ readonly isSure: boolean }

/** A screen is known by both of its titles and its other labels: people type the one they learned, in either language of the console. */
const titles = new Map<string, readonly string[]>(
  SCREENS.map(({ path, title }) => [path, [title, ...(SCREEN_LABELS[path] ?? [])].flatMap(({ zh, en }) => [zh, en])]),
)
const namesOf = ({ name, url }: MenuLink): readonly string[] => [...new Set([name, ...(titles.get(url) ?? [])])]

/** Screens by their titles, path and, for Chinese titles, by pinyin or its first letters; the best first (spec 9: 0.4, 0.7, 0.3). */
export const screenFinder = (links: readonly MenuLink[]): ((typed: string) => readonly FoundScreen[]) => {
  const entries = links.map((link) => ({
    link,
    title: namesOf(link),
    path: link.url.split('/').map((part) => part.replaceAll('_', ' ')),
    spelt: namesOf(link).flatMap(spellingsOf),
    searched: searchedText([...namesOf(link), ...link.url.split('/').map((part) => part.replaceAll('_', ''))], spellingsOf),
  }))
  const fuse = new Fuse(entries, {
    threshold: 0.4,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'spelt', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  })
  return (typed) =>
    typed.trim() === ''
      ? links.map((link) => ({ link, isSure: true }))
      : fuse.search(typed.trim()).map(({ item }) => ({ link: item.link, isSure: item.searched.includes(plainName(typed)) }))
}
