import { hash, verify } from '@node-rs/argon2'
import { errors } from '../http/errors.ts'

// OWASP's first choice for argon2id; about 30 ms on one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashes worked on at a time: each takes 19 MB and a core. */
const MAX_HASHES_AT_ONCE = 2
/** Hashes that wait for their turn; at half a core each that is about two seconds. */
const MAX_WAITING_HASHES = 64

let running = 0
const waiting: (() => void)[] = []

/** Two at a time, so that a flood of sign-ins starves nobody else. */
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

/** What is stored of a password; `received` is the hash that browsers send (contract/password.ts). */
export const storedPassword = (received: string): Promise<string> => inTurn(() => hash(received, cost))

/**
 * The hash of random bytes that were thrown away, at the cost above: what a user that does not exist is compared with.
 * Written down, because one that is made when it is first needed can fail, for example while the queue is full.
 */
export const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$Q/56qZlve78EemRQp3NUlQ$6gj/1mJmq/WFava2pssS/y9crfogAi/AOarDFGrqmjU'

/** Whether the password fits. For a user that does not exist (null) it takes as long and says no. */
export async function passwordFits(stored: string | null, received: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? NOBODY, received))
  return fits && stored !== null
}
