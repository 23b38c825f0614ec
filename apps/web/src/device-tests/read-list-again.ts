import { queryClient } from '../calls/query-client.ts'

/** Invalidates the list of tests, so that it is loaded again when it is next shown. */
export const readListAgain = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind, path] }) => path === 'setting/base_data/test' && kind !== 'report' })
