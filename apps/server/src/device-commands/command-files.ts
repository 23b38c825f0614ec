import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Bytes as stored in the database, and their SHA-256. */
export type CommandFile = { readonly content: Buffer; readonly sha256: Buffer }

/** Cache of files being sent: one copy per file, released after the last transfer. */
export class CommandFiles {
  readonly #pool: pg.Pool
  readonly #held = new Map<number, { readonly content: WeakRef<Buffer>; readonly sha256: Buffer }>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** The file of a command; null if it no longer exists. */
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
