/** Actions of a truck as a generator: it yields the seconds of simulated time to wait before the next step. */
export type Story = Generator<number, void, void>

/** Longest step of a truck at rest, seconds: fine enough for seals and levels, coarse enough to be cheap. */
const restStepS = 5

/** Longest step once a truck has rested for a while: its gauges have settled and it reports once a minute. */
const sleepStepS = 30
const fallsAsleepS = 300

/** Lets time pass, in whole seconds: a device's clock knows no smaller ones. */
export function* wait(seconds: number): Story {
  for (let left = Math.round(seconds); left > 0; left -= restStepS) yield Math.min(left, restStepS)
}

/** The same for a long rest, in longer steps after the first minutes. */
export function* sleep(seconds: number): Story {
  const awakeS = Math.min(fallsAsleepS, Math.round(seconds))
  yield* wait(awakeS)
  for (let left = Math.round(seconds) - awakeS; left > 0; left -= sleepStepS) yield Math.min(left, sleepStepS)
}
