import Fuse from 'fuse.js'
import { pinyin } from 'pinyin-pro'
import type { MenuLink } from '../platform/account/menu-groups.ts'

/** Screens by title, path and, for Chinese titles, by pinyin or its first letters; the best first (spec 9: 0.4, 0.7, 0.3). */
export const screenFinder = (links: readonly MenuLink[]): ((typed: string) => readonly MenuLink[]) => {
  const entries = links.map((link) => ({
    link,
    title: link.name,
    path: link.url.split('/').map((part) => part.replaceAll('_', ' ')),
    spelt: /[\u4e00-\u9fff]/.test(link.name)
      ? [
          pinyin(link.name, { toneType: 'none', type: 'array' }).join(''),
          pinyin(link.name, { pattern: 'first', toneType: 'none', type: 'array' }).join(''),
        ]
      : [],
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
  return (typed) => (typed.trim() === '' ? links : fuse.search(typed.trim()).map(({ item }) => item.link))
}
