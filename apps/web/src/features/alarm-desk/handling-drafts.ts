import { EXCEPTION_TYPES, HANDLE_RESULTS } from '@tanker/domain/alarms/handling'
import { useSyncExternalStore } from 'react'
import { text } from '../../platform/language.ts'

/** Half-written handlings of a tab, the newest: more alarms are not worked on at once. */
const MAX_DRAFTS = 50
const KEPT_AS = 'handling-drafts'

const CONFIRMS = ['confirmed', 'non-abnormal'] as const
const EXCEPTIONS = Object.keys(EXCEPTION_TYPES) as (keyof typeof EXCEPTION_TYPES)[]

/** What was chosen and written to handle an alarm, in the user's language. */
export type Handling = {
  readonly result: string
  readonly exceptionType: '' | (typeof EXCEPTIONS)[number]
  readonly confirm: (typeof CONFIRMS)[number]
  readonly remark: string
}
export const NOTHING: Handling = { result: '', exceptionType: '', confirm: 'confirmed', remark: '' }

const isHandling = (read: Partial<Handling> | null): read is Handling =>
  typeof read?.result === 'string' &&
  typeof read.remark === 'string' &&
  CONFIRMS.some((known) => known === read.confirm) &&
  ['', ...EXCEPTIONS].some((known) => known === read.exceptionType)

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

/** Oldest first; what another version wrote is left out. */
const readAll = (): ReadonlyMap<string, Handling> => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]') as readonly [string, Partial<Handling> | null][]
    return new Map(stored.flatMap(([id, draft]) => (isHandling(draft) ? [[id, draft] as const] : [])))
  } catch {
    return new Map()
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
