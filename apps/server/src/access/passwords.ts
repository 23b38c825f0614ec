import { hash, verify } from '@node-rs/argon2'
import { errors } from '../http/errors.ts'

// OWASP's first choice for argon2id; about 30 ms on one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 2
const mayWait = 64

let running = 0
const waiting: (() => void)[] = []

/** Argon2 takes 19 MB and a core: two at a time, so that a flood of sign-ins starves nobody else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw errors.tooManyRequests()
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

let nobody: Promise<string> | null = null

/** Whether the password fits. For a user that does not exist (null) it takes as long and says no. */
export async function passwordFits(stored: string | null, received: string): Promise<boolean> {
  nobody ??= storedPassword('nobody signs in with this')
  const fits = await (async (against) => inTurn(() => verify(against, received)))(stored ?? (await nobody))
  return fits && stored !== null
}
