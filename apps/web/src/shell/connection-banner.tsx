import { FEED_TIMES } from '@tanker/contract/feed'
import { useEffect } from 'react'
import { queryClient } from '../platform/calls/query-client.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { NoLineIcon } from '../platform/ui/icons.tsx'
import { FIRST_CALLS } from '../platform/account/account-queries.ts'
import type { ConnectionStatus } from '../platform/feed/connection-status.ts'
import { useConnectionStatus } from '../platform/feed/use-connection-status.ts'

const WORDS = {
  'no-network': { zh: '本机网络已断开，恢复后自动重连。', en: 'This computer is offline. It reconnects automatically.' },
  'no-server': { zh: '暂时无法连接服务器，正在自动重试…', en: 'The server cannot be reached at the moment, trying again…' },
  lost: { zh: '实时连接已断开，正在自动重连…', en: 'Connection lost, reconnecting…' },
  silent: { zh: '超过一分钟没有收到新数据。', en: 'Nothing new has arrived for over a minute.' },
  again: { zh: '立即重试', en: 'Try now' },
} as const satisfies Record<ConnectionStatus | 'again', { zh: string; en: string }>

const asOf = (at: string): string => text({ zh: `所示实时数据截至 ${at}`, en: `Live data as of ${at}` })

const askAgain = (): void => {
  for (const queryKey of FIRST_CALLS) void queryClient.refetchQueries({ queryKey, predicate: ({ state }) => state.status === 'error' })
}

/** One calm line under the header while what is shown is not live; nothing otherwise. `failed`: the first calls did not get through. */
export const ConnectionBanner = ({ failed }: { failed: boolean }) => {
  const { state, heardAt } = useConnectionStatus(failed)
  const isCut = state === 'no-server'
  useEffect(() => {
    if (!isCut) return
    const timer = setInterval(askAgain, FEED_TIMES.reconnectMs)
    return () => clearInterval(timer)
  }, [isCut])
  return (
    <div role="status" className="connection-banner" data-shown={state !== null}>
      {state !== null && (
        <>
          <NoLineIcon />
          <span>{text(WORDS[state])}</span>
          {heardAt !== null && <span className="line-as-of">{asOf(shownTime(heardAt))}</span>}
          {isCut && (
            <button className="button" onClick={askAgain}>
              {text(WORDS.again)}
            </button>
          )}
        </>
      )}
    </div>
  )
}
