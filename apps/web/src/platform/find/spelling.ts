import { pinyin } from 'pinyin-pro'

/** Ten thousand trucks, their drivers and places; more are spelt again when they are asked for. */
const MAX_SPELLINGS = 40_000
/** Characters of a person's name. Some surnames are read unlike the same character elsewhere: 曾 zeng, 单 shan, 解 xie. */
const MAX_PERSON = 4
const known = new Map<string, readonly string[]>()

const options = { toneType: 'none', type: 'array', nonZh: 'consecutive' } as const

function spell(name: string): readonly string[] {
  const kept = known.get(name)
  if (kept) return kept
  const modes = name.length <= MAX_PERSON ? ([options, { ...options, surname: 'head' }] as const) : [options]
  const spelt = [
    ...new Set(
      modes.flatMap((mode) =>
        [pinyin(name, mode), pinyin(name, { ...mode, pattern: 'first' })].map((parts) => parts.join('').toLowerCase()),
      ),
    ),
  ]
  if (known.size >= MAX_SPELLINGS) known.clear()
  known.set(name, spelt)
  return spelt
}

/**
 * How a Chinese name is spelt: its pinyin, and the first letters of it, in lower case; what is not Chinese in it stays. Empty for other names.
 * Imports the dictionary, which is large: load this module when something is searched.
 */
export const spellingsOf = (name: string): readonly string[] => {
  if (!/[\u4e00-\u9fff]/.test(name)) return []
  // Ten thousand plates begin with the few characters of their provinces.
  const [, begin, rest] = /^([\u4e00-\u9fff]+)([^\u4e00-\u9fff]+)$/.exec(name) ?? []
  return begin === undefined || rest === undefined ? spell(name) : spell(begin).map((spelt) => spelt + rest.toLowerCase())
}
