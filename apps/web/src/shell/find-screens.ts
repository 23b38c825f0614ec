import Fuse from 'fuse.js'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { plainName, searchedText } from '../platform/find/find-names.ts'
import { spellingsOf } from '../platform/find/spelling.ts'

export type FoundScreen = { readonly link: MenuLink; /** What was typed stands in it as typed. */ readonly isSure: boolean }

/** Screens by title, path and, for Chinese titles, by pinyin or its first letters; the best first (spec 9: 0.4, 0.7, 0.3). */
export const screenFinder = (links: readonly MenuLink[]): ((typed: string) => readonly FoundScreen[]) => {
  const entries = links.map((link) => ({
    link,
    title: link.name,
    path: link.url.split('/').map((part) => part.replaceAll('_', ' ')),
    spelt: spellingsOf(link.name),
    searched: searchedText([link.name, ...link.url.split('/').map((part) => part.replaceAll('_', ''))], spellingsOf),
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
