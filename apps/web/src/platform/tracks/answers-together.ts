type Answer<T> = { readonly data?: T | undefined; readonly isError: boolean; refetch(): unknown }

/** The answers for several trucks as one: in their order as they arrive, whether all are there, and whether one has failed. */
export const answersTogether = <T>(results: readonly Answer<T>[]) => ({
  answers: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  isWhole: results.every(({ data }) => data !== undefined),
  isFailed: results.some(({ isError }) => isError),
  again: () => results.forEach((result) => void result.refetch()),
})
