import { queryClient } from '../calls/query-client.ts'

/** The list of tests is read anew when it is next seen: what was read of it before no longer holds. */
export const readListAgain = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind, path] }) => path === 'setting/base_data/test' && kind !== 'report' })
