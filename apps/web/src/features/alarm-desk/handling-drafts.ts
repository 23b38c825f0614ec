import { EXCEPTION_TYPES, HANDLE_RESULTS } from '@tanker/domain/alarms/handling'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { text } from '../../platform/language.ts'

/** Half-written handlings of a tab, the newest: more alarms are not worked on at once. */
const MAX_DRAFTS = 50
const KEPT_AS = 'handling-drafts'

const CONFIRMS = ['confirmed', 'non-abnormal'] as const
const EXCEPTIONS = Object.keys(EXCEPTION_TYPES) as (keyof typeof EXCEPTION_TYPES)[]

const handling = z.object({
  result: z.string().max(500),
  exceptionType: z.enum(['', ...EXCEPTIONS]),
  confirm: z.enum(CONFIRMS),
  remark: z.string().max(500),
})
/** What was chosen and written to handle an alarm, in the user's language. */
export type Handling = z.infer<typeof handling>
export const NOTHING: Handling = { result: '', exceptionType: '', confirm: 'confirmed', remark: '' }

/** Oldest first. */
const stored = z.array(z.tuple([z.string(), handling]))

const isEmpty = ({ result, exceptionType, remark }: Handling): boolean =>
  result.trim() === '' && exceptionType === '' && remark.trim() === ''

/** Results of the list are stored by their key: the language may change before they are sent. */
const keyOf = (result: string): string => {
  const known = Object.entries(HANDLE_RESULTS).find(([, words]) => text(words) === result)
  return known ? `=${known[0]}` : result
}
const wordsOf = (result: string): string => {
  const known = result.startsWith('=') ? HANDLE_RESULTS[result.slice(1) as keyof typeof HANDLE_RESULTS] : undefined
  return known === undefined ? result : text(known)
}

const readAll = (): ReadonlyMap<string, Handling> => {
  try {
    return new Map(stored.parse(JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]')))
  } catch {
    return new Map() // written by another version
  }
}

const listeners = new Set<() => void>()
let ids = ''

const changed = (drafts: ReadonlyMap<string, Handling>): void => {
  ids = [...drafts.keys()].join(',')
  for (const listener of listeners) listener()
}

/** The draft of an alarm; null: none. */
export const readDraft = (alarmId: string): Handling | null => {
  const draft = readAll().get(alarmId)
  return draft === undefined ? null : { ...draft, result: wordsOf(draft.result) }
}

/** Keeps what was written for an alarm in this tab; nothing written removes its draft. The oldest go beyond the bound. */
export const keepDraft = (alarmId: string, draft: Handling): void => {
  const drafts = new Map(readAll())
  if (!drafts.delete(alarmId) && isEmpty(draft)) return
  if (!isEmpty(draft)) drafts.set(alarmId, { ...draft, result: keyOf(draft.result) })
  const kept = new Map([...drafts].slice(-MAX_DRAFTS))
  sessionStorage.setItem(KEPT_AS, JSON.stringify([...kept]))
  changed(kept)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The alarms with a draft. */
export const useDraftIds = (): ReadonlySet<string> => {
  const now = useSyncExternalStore(subscribe, () => ids)
  return new Set(now === '' ? [] : now.split(','))
}

ids = [...readAll().keys()].join(',')
