/** After so many failures of one phone or one address, the next ones wait. */
const FREE_FAILURES = 5
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

type Failures = { count: number; until: number }

/** Slows guessing of authentication codes, by phone and by address. Never locks a truck out for more than a minute. */
export class FailedCodes {
  readonly #failures = new Map<string, Failures>()

  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  mustWait(address: string, phone: string): boolean {
    const now = this.#now()
    return [`a${address}`, `p${phone}`].some((key) => (this.#failures.get(key)?.until ?? 0) > now)
  }

  add(address: string, phone: string): void {
    // One carrier's trucks come from one address, so an address gets twenty times the patience.
    this.#count(`p${phone}`, FREE_FAILURES)
    this.#count(`a${address}`, FREE_FAILURES * 20)
  }

  forgetOld(): void {
    const before = this.#now() - 10 * LONGEST_WAIT_MS
    for (const [key, failures] of this.#failures) if (failures.until < before) this.#failures.delete(key)
  }

  #count(key: string, free: number): void {
    const failures = this.#failures.get(key) ?? { count: 0, until: 0 }
    failures.count += 1
    const wait = failures.count <= free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures.count - free - 1, 10))
    failures.until = this.#now() + wait
    this.#failures.set(key, failures)
  }
}
