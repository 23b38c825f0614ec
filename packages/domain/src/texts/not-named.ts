import type { Text } from './text.ts'

/** Shown for a stored key that this version does not know, written by a newer one: users never read keys. */
export const NOT_NAMED = { zh: '未知', en: 'Unknown' } as const satisfies Text
