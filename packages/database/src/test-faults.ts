import type { Socket } from 'node:net'
import type pg from 'pg'

/** Cuts a pool's connection at one statement. */
export type StatementFaults = {
  /** From now on the n-th statement finds its connection cut; those after it work again. */
  cutAt(n: number): void
  /** Whether it came to that. */
  readonly fired: boolean
  /** Nothing is cut any more. */
  stop(): void
}

/**
 * Counts all statements of a pool, including those that begin and end transactions. Call it before the pool has opened a
 * connection.
 */
export function statementFaults(pool: pg.Pool): StatementFaults {
  let left = Number.POSITIVE_INFINITY
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      left -= 1
      if (left === 0) stream.destroy()
      return ask(...args)
    }) as typeof client.query
  })
  return {
    cutAt(n) {
      left = n
    },
    get fired() {
      return left <= 0
    },
    stop() {
      left = Number.POSITIVE_INFINITY
    },
  }
}
