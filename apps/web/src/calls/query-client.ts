import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** Only a broken line is worth another try: a refusal stays a refusal. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallError && error.outcome === 'network-error'

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, refetchOnWindowFocus: false, staleTime: 30_000 } },
})
