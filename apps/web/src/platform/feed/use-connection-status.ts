import { FEED_TIMES } from '@tanker/contract/feed'
import { useSyncExternalStore } from 'react'
import { lastHeardAt, useFeed } from './feed.ts'
import { useNow } from '../ui/use-now.ts'
import { type ConnectionStatus, connectionStatus } from './connection-status.ts'

const onNetworkChange = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Why the live data shown may be old, null while it is live; and until when it was, milliseconds UTC. `failed`: the web console's first calls did not get through. */
export const useConnectionStatus = (failed = false): { readonly state: ConnectionStatus | null; readonly heardAt: number | null } => {
  const lostAt = useFeed((feed) => feed.lostAt)
  const onNetwork = useSyncExternalStore(onNetworkChange, () => navigator.onLine)
  const now = useNow(1_000)
  const heardAt = lastHeardAt()
  const state = connectionStatus({ onNetwork, failed, lostAt, heardAt, now, statusEveryMs: FEED_TIMES.statusFrequencyS * 1000 })
  return { state, heardAt }
}
