import type pg from 'pg'

/** What pg's client has beyond its published type. */
type OpenClient = pg.ClientBase & {
  readonly connection: {
    readonly stream: { setTimeout(ms: number): void; on(event: 'timeout', listener: () => void): void; destroy(error: Error): void }
  }
  /** False from the moment a statement is sent until its answer is whole. */
  readonly readyForQuery: boolean
}

/** The database said nothing for too long: what was asked may or may not have happened. */
export class SilentDatabase extends Error {}

/**
 * Closes a connected client's socket when a statement waits and not one byte came for `ms`. Closing is all that we may do: a
 * commit that waits for its standby and is cancelled answers success, though one disk alone holds it.
 */
export function limitSilence(client: pg.ClientBase, ms: number): void {
  const open = client as OpenClient
  const { stream } = open.connection
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (!open.readyForQuery) stream.destroy(new SilentDatabase(`the database did not answer within ${ms / 1000} s`))
  })
}
