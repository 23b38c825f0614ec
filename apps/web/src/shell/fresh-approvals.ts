import type { PendingApprovals } from '@tanker/contract/fence-approvals'
import type { Text } from '@tanker/domain/texts/text'

type Request = Pick<PendingApprovals[number], 'id' | 'version'>

/** How many requests wait that were not known before, and what is known now; one that was changed since is a new one. */
export const freshApprovals = (known: ReadonlySet<string>, pending: readonly Request[]) => {
  const now = new Set(pending.map(({ id, version }) => `${id} ${version}`))
  return { fresh: [...now].filter((one) => !known.has(one)).length, now }
}

export const freshWords = (fresh: number): Text => ({
  zh: `有 ${fresh} 个电子围栏待审批`,
  en: fresh === 1 ? '1 fence waits for approval' : `${fresh} fences wait for approval`,
})
