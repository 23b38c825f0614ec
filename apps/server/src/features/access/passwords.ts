import { hash, verify } from '@node-rs/argon2'
import { errors } from '../../platform/http/errors.ts'

// OWASP's first choice for argon2id; about 30 ms on one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Concurrent hashes; each takes 19 MB and a core. */
const MAX_HASHES_AT_ONCE = 2
/** Queued hashes: about two seconds of work on half a core each. */
const MAX_WAITING_HASHES = 64

let running = 0
const waiting: (() => void)[] = []

/** Bounded concurrency, so that a flood of sign-ins does not starve other calls. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_HASHES_AT_ONCE) {
    if (waiting.length >= MAX_WAITING_HASHES) throw errors.tooManyRequests()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The hash to store for a password; `received` is the hash that browsers send (contract/password.ts). */
export const storedPassword = (received: string): Promise<string> => inTurn(() => hash(received, cost))

/**
 * Compared with when the user does not exist: a hash of discarded random bytes at the cost above. A constant, because creating
 * it on first use could fail, for example while the queue is full.
 */
export const UNKNOWN_USER_HASH = '$argon2id$v=19$m=19456,t=2,p=1$Q/56qZlve78EemRQp3NUlQ$6gj/1mJmq/WFava2pssS/y9crfogAi/AOarDFGrqmjU'

/** Whether the password is right. For an unknown user (null) it takes as long and returns false. */
export async function passwordFits(stored: string | null, received: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? UNKNOWN_USER_HASH, received))
  return fits && stored !== null
}
