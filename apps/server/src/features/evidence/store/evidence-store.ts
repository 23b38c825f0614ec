import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Files whose digest is not computed again: what a shift looks at. */
const MAX_CHECKED = 1_000

/** A stored file does not match its digest. */
export class AlteredEvidence extends Error {}
/** The store has no such file. */
export class MissingEvidence extends Error {}

/** Where complete pictures and clips are. Paths are `YYYY-MM-DD/name`, by the day of receipt; names are ours, never those of terminals. */
export type EvidenceStore = {
  /** For logs and health. */
  readonly name: string
  /** Takes a complete, flushed file from the incoming folder. Resolves when it is durable; when it fails, the file stays where it was. */
  keep(incoming: string, path: string, sha256: Buffer): Promise<void>
  /**
   * Its bytes from here to there, both included. All of a file is read once and compared with its digest; after that only when it changed.
   * @throws AlteredEvidence, MissingEvidence, StoreAway
   */
  read(path: string, sha256: Buffer, from: number, to: number): Promise<Readable>
  /** Removes the days before this one. Returns the number of days. */
  removeBefore(before: Date): Promise<number>
  /** Whether files can be kept now; answered from memory for some seconds. */
  isReady(): Promise<boolean>
  /** @throws StoreAway, or what an operator must correct */
  check(): Promise<void>
  close(): void
}

/** Name of a file under the day of its receipt. */
export const evidencePath = (at: Date, number: string, file: string, kind: string): string => `${dayOf(at)}/${number}-${file}.${kind}`

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The day of a path; null where it is none of ours. */
export const dayOfPath = (path: string): string | null => /^(\d{4}-\d\d-\d\d)(\/|$)/.exec(path)?.[1] ?? null

/** Remembers how files were when their digest was found right. */
export class CheckedFiles {
  readonly #seen = new Map<string, string>()

  seen(path: string): string | undefined {
    return this.#seen.get(path)
  }

  forget(path: string): void {
    this.#seen.delete(path)
  }

  /** Reads all of a file, and remembers it under what changes when it is touched. @throws AlteredEvidence */
  async check(path: string, sha256: Buffer, content: Readable, as: string): Promise<void> {
    this.forget(path)
    const hash = createHash('sha256')
    await pipeline(content, hash)
    if (!hash.digest().equals(sha256)) throw new AlteredEvidence(path)
    this.#seen.set(path, as)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > MAX_CHECKED && oldest !== undefined) this.#seen.delete(oldest)
  }
}
