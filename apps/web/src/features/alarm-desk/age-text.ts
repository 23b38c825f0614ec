import type { Text } from '@tanker/domain/texts/text'

const UNITS: readonly { readonly ms: number; readonly words: (amount: number) => Text }[] = [
  { ms: 86_400_000, words: (amount) => ({ zh: `${amount} 天`, en: `${amount} d` }) },
  { ms: 3_600_000, words: (amount) => ({ zh: `${amount} 时`, en: `${amount} h` }) },
  { ms: 60_000, words: (amount) => ({ zh: `${amount} 分`, en: `${amount} min` }) },
  { ms: 1_000, words: (amount) => ({ zh: `${amount} 秒`, en: `${amount} s` }) },
]

/** How long something has waited, in its largest unit. A clock of the truck or the browser that runs ahead gives 0 s. */
export const ageText = (sinceMs: number, nowMs: number): Text => {
  const ageMs = Math.max(0, nowMs - sinceMs)
  const unit = UNITS.find(({ ms }) => ageMs >= ms) ?? UNITS[UNITS.length - 1]
  return unit ? unit.words(Math.floor(ageMs / unit.ms)) : { zh: '', en: '' }
}

/** Detection needs up to minutes to be sure; an alarm that was known later than this came by late data. */
const lateFromMs = 5 * 60_000

/** How long after its beginning an alarm became known, where that was late: no one could have handled it before. */
export const lateText = (startedMs: number, insertedMs: number): Text | null => {
  if (insertedMs - startedMs < lateFromMs) return null
  const { zh, en } = ageText(startedMs, insertedMs)
  return { zh: `晚到 ${zh}`, en: `${en} late` }
}
