import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** Only a broken line is worth another try: a refusal stays a refusal. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallError && error.outcome === 'network-error'

/** Screens behind a tab come back with their rows, which are then refreshed. */
const keptMs = 3_600_000

/** Off the network a call fails like any other and says so: waiting for the network it would seem to load for ever. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      gcTime: keptMs,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Queries that failed while the connection was lost are retried automatically. */
export const readFailedAgain = (): void =>
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && !(state.error instanceof CallError && state.error.outcome === 'refused'),
  })
