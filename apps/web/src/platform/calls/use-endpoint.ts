import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { AnswerOf, CallInput, DataEndpoint, Endpoint } from '@tanker/contract/endpoint'
import { call, type CallError, type Purpose } from './call.ts'
import { queryClient } from './query-client.ts'

type Key = readonly [string, ...unknown[]]

/** The key under which the answers of an endpoint are cached: of one input, or of all without it. */
export const keyOf = <E extends Endpoint>({ method, path }: E, input?: CallInput<E>): Key => [
  `${method} ${path}`,
  ...(input === undefined || input === null ? [] : [input]),
]

type Options<A> = Omit<UseQueryOptions<A, CallError, A, Key>, 'queryKey' | 'queryFn'> & {
  /** A function is asked at each request. */
  readonly purpose?: Purpose | (() => Purpose)
}
/** The answer of an endpoint, kept under its key. A query that is given up ends its request. */
export const useEndpoint = <E extends DataEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { purpose = 'screen', ...options }: Options<AnswerOf<E>> = {},
) =>
  useQuery({
    ...options,
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { purpose: typeof purpose === 'function' ? purpose() : purpose, signal }),
  })

/** Asks before the answer is shown, unless it is cached or on its way. A failure is silent; what waits for the answer by then asks itself. */
export const fetchAhead = async <E extends DataEndpoint>(endpoint: E, input: CallInput<E>, staleTime?: number): Promise<AnswerOf<E>> => {
  const queryKey = keyOf(endpoint, input)
  try {
    return await queryClient.ensureQueryData({
      queryKey,
      queryFn: ({ signal }) => call(endpoint, input, { purpose: 'silent', signal }),
      ...(staleTime === undefined ? {} : { staleTime }),
    })
  } catch (failure) {
    for (const observer of queryClient.getQueryCache().find({ queryKey })?.observers ?? []) void observer.refetch()
    throw failure
  }
}

/** Reads the answers of an endpoint again, of one input or of all: at once where they are shown, else when they are shown next. */
export const invalidate = <E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(endpoint, input) })

/** The cached answer. */
export const cached = <E extends Endpoint>(endpoint: E, input: CallInput<E>): AnswerOf<E> | undefined =>
  queryClient.getQueryData<AnswerOf<E>>(keyOf(endpoint, input))

/** Replaces the cached answer, as after a change that answered the new one. */
export const keepAnswer = <E extends Endpoint>(endpoint: E, input: CallInput<E>, answer: AnswerOf<E>): void =>
  void queryClient.setQueryData<AnswerOf<E>>(keyOf(endpoint, input), answer)
