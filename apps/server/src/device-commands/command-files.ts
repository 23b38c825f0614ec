import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Bytes as they lie in the database, and the SHA-256 of just these. */
export type CommandFile = { readonly content: Buffer; readonly sha256: Buffer }

/** What goes down, each file once in memory however many trucks it goes to at the same time, and no longer than to one. */
export class CommandFiles {
  readonly #pool: pg.Pool
  readonly #held = new Map<number, { readonly content: WeakRef<Buffer>; readonly sha256: Buffer }>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** The file of an order; null when there is none any more. */
  async read(id: number): Promise<CommandFile | null> {
    const held = this.#held.get(id)
    const content = held?.content.deref()
    if (held && content) return { content, sha256: held.sha256 }
    const { rows } = await this.#pool.query<{ content: Buffer }>('SELECT content FROM command_file WHERE id = $1', [id])
    const read = rows[0]?.content
    if (!read) return null
    const sha256 = createHash('sha256').update(read).digest()
    for (const [other, { content: kept }] of this.#held) if (!kept.deref()) this.#held.delete(other)
    this.#held.set(id, { content: new WeakRef(read), sha256 })
    return { content: read, sha256 }
  }
}
