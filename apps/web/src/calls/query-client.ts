import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** Only a broken line is worth another try: a refusal stays a refusal. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallError && error.outcome === 'network-error'

/** Screens behind a tab come back with their rows, which are then read anew. */
const keptMs = 3_600_000

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, refetchOnWindowFocus: false, staleTime: 30_000, gcTime: keptMs } },
})
