import { FEED_TIMES } from '@tanker/contract/feed'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { lastHeardAt, useFeed } from '../feed/feed.ts'
import { text } from '../language.ts'
import { shownTime } from '../shown-values.ts'
import { NoLineIcon } from '../ui/icons.tsx'
import { useNow } from '../ui/use-now.ts'
import { type LineState, lineState } from './line-state.ts'

const WORDS = {
  'no-network': { zh: '本机网络已断开，恢复后自动重连。', en: 'This computer is off the network. It will reconnect by itself.' },
  'no-server': { zh: '暂时无法连接服务器。', en: 'The server cannot be reached at the moment.' },
  lost: { zh: '实时连接已断开，正在重试…', en: 'Connection lost, trying again…' },
  silent: { zh: '超过一分钟没有收到新数据。', en: 'Nothing new has arrived for over a minute.' },
  again: { zh: '重试', en: 'Try again' },
} as const satisfies Record<LineState | 'again', { zh: string; en: string }>

const asOf = (at: string): string => text({ zh: `所示数据截至 ${at}`, en: `What you see is as of ${at}` })

const onNetworkChange = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** One calm line under the header while what is shown is not live; nothing otherwise. `failed`: the first calls did not get through. */
export const LineBar = ({ failed }: { failed: boolean }) => {
  const lostAt = useFeed((feed) => feed.lostAt)
  const onNetwork = useSyncExternalStore(onNetworkChange, () => navigator.onLine)
  const now = useNow(1_000)
  const heardAt = lastHeardAt()
  const state = lineState({ onNetwork, failed, lostAt, heardAt, now, statusEveryMs: FEED_TIMES.statusFrequencyS * 1000 })
  return (
    <div role="status" className="line-bar" data-shown={state !== null}>
      {state !== null && (
        <>
          <NoLineIcon />
          <span>{text(WORDS[state])}</span>
          {heardAt !== null && <span className="line-as-of">{asOf(shownTime(heardAt))}</span>}
          {state === 'no-server' && (
            <button
              className="button"
              onClick={() => {
                void queryClient.refetchQueries({ queryKey: ['userPri'] })
                void queryClient.refetchQueries({ queryKey: ['menus'] })
              }}
            >
              {text(WORDS.again)}
            </button>
          )}
        </>
      )}
    </div>
  )
}
