/**
 * Whether this test run leaves nothing out (`npm test -- --all`, which guards every change, and a run of named files).
 * A plain `npm test` asks a share of the questions that differ only in whom or what they name.
 */
export const isWholeRun = process.env['TANKER_TEST'] === 'all'

/** All of them in a whole run, else every `nth`: a number without a common factor with how many belong together meets each kind. */
export const shareOf = <T>(items: readonly T[], nth: number): readonly T[] =>
  isWholeRun ? items : items.filter((_, index) => index % nth === 0)
