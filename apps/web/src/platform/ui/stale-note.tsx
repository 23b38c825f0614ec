import type { UseQueryResult } from '@tanstack/react-query'
import { text } from '../language.ts'
import { shownTime } from '../shown-values.ts'

const WORDS = {
  again: { zh: '重试', en: 'Try again' },
} as const

const since = (at: string): string => text({ zh: `刷新失败，所示为 ${at} 的数据`, en: `Could not be refreshed; showing data from ${at}` })

type Held = Pick<UseQueryResult, 'isError' | 'data' | 'isFetching' | 'dataUpdatedAt' | 'refetch'>

/** What was read before stays when reading it again fails; then this says so, and how old it is. */
export const StaleNote = ({ query }: { query: Held }) =>
  query.isError && query.data !== undefined ? (
    <p className="stale-note" role="status">
      {since(shownTime(query.dataUpdatedAt))}
      <button type="button" className="button" disabled={query.isFetching} onClick={() => void query.refetch()}>
        {text(WORDS.again)}
      </button>
    </p>
  ) : null
