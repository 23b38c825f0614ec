import type { Text } from './text.ts'

/** Shown for a stored key that this version does not know, written by a newer one: users never read keys. */
export const NOT_NAMED = { zh: '未知', en: 'Unknown' } as const satisfies Text

/** The same with the key behind it, where several may stand in one list and support asks which; an empty key says nothing. */
export const unknownValue = (stored: string): Text =>
  stored === '' ? { zh: '', en: '' } : { zh: `${NOT_NAMED.zh}（${stored}）`, en: `${NOT_NAMED.en} (${stored})` }
