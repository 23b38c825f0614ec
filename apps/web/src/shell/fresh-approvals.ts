import type { PendingApprovals } from '@tanker/contract/fence-approvals'
import type { Text } from '@tanker/domain/texts/text'

type Request = Pick<PendingApprovals[number], 'id' | 'version' | 'modifier'>

const KEPT_AS = 'fence-requests-known'
/** Requests that a user was notified of in this browser. */
const MAX_KNOWN = 200

/** Kept beyond a reload of the page. */
export const knownApprovals = (userName: string): ReadonlySet<string> =>
  new Set(JSON.parse(localStorage.getItem(`${KEPT_AS} ${userName}`) ?? '[]') as string[])

export const keepKnownApprovals = (userName: string, known: ReadonlySet<string>): void =>
  localStorage.setItem(`${KEPT_AS} ${userName}`, JSON.stringify([...known].slice(0, MAX_KNOWN)))

/**
 * How many requests wait that were not known before, and what is known now; one that was changed since is a new one. The user's own
 * requests are for others to decide.
 */
export const freshApprovals = (known: ReadonlySet<string>, pending: readonly Request[], userName: string) => {
  const named = pending.map(({ id, version, modifier }) => ({ name: `${id} ${version}`, isOwn: modifier === userName }))
  return {
    fresh: named.filter(({ name, isOwn }) => !isOwn && !known.has(name)).length,
    now: new Set(named.map(({ name }) => name)),
  }
}

export const freshWords = (fresh: number): Text => ({
  zh: `有 ${fresh} 个电子围栏待审批`,
  en: fresh === 1 ? '1 fence waits for approval' : `${fresh} fences wait for approval`,
})
