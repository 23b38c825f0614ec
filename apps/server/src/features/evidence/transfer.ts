import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { MessageOfKind } from '@tanker/protocol/message'
import { evidenceKind } from './evidence-kind.ts'
import { type NamedRequest, noteRefusedFile, storeFile } from './evidence-rows.ts'
import { IncomingFile } from './incoming-file.ts'
import { evidencePath, type EvidenceStore } from './store/evidence-store.ts'
import type { IncomingFolder } from './store/incoming-folder.ts'

/** A clip of a minute. */
const MAX_FILE_BYTES = 50_000_000
/** Pictures and clips of one event. */
const MAX_FILES = 10
/** How often a terminal is asked for what is missing of one file. */
const MAX_ROUNDS = 10
/** Missing stretches in one answer: it must fit into one packet. */
const MAX_STRETCHES_ASKED = 100
/** Names in the heads of pieces are cut after this. */
const NAME_BYTES = 50

/** Plain ASCII without separators: names of the standard are of digits, letters, underscores and one dot. */
const isName = (name: string): boolean => /^[\x21-\x7e]{1,100}$/.test(name) && !/[/\\]/.test(name)

type Announced = MessageOfKind<'evidence-files'>['files']
type FileHead = Pick<MessageOfKind<'evidence-file-begins'>, 'name' | 'bytes'>
type FileAnswer = Omit<MessageOfKind<'evidence-file-answer'>, 'kind' | 'type'>

/** Whether the files that a terminal announces can be taken besides those that are stored. */
export const areTakable = (files: Announced, stored: ReadonlySet<string>): boolean =>
  files.length > 0 &&
  new Set([...stored, ...files.map(({ name }) => name)]).size <= MAX_FILES &&
  files.every(({ name, bytes }) => isName(name) && bytes > 0 && bytes <= MAX_FILE_BYTES) &&
  new Set(files.map(({ name }) => name.slice(0, NAME_BYTES))).size === files.length

/** Where files are while they come, and when they are complete. */
export type Places = { readonly incoming: IncomingFolder; readonly store: EvidenceStore }

/** The store did not take a complete file; it stays where it came, and its terminal is asked again. */
export class NotKept extends Error {}

type Entry = { readonly name: string; readonly file: IncomingFile; isDone: boolean; rounds: number }

/** The files of one request while they come, over one connection after the other. */
export class Transfer {
  readonly request: NamedRequest
  readonly #pool: pg.Pool
  readonly #places: Places
  readonly #entries = new Map<string, Entry>()

  constructor(request: NamedRequest, pool: pg.Pool, places: Places) {
    this.request = request
    this.#pool = pool
    this.#places = places
  }

  /** A terminal that comes back announces all its files again, or those that are left; it gives up the others. */
  async announce(files: Announced, stored: ReadonlySet<string>): Promise<void> {
    const announced = new Set(files.map(({ name }) => name.slice(0, NAME_BYTES)))
    for (const [key, { file }] of this.#entries) {
      if (announced.has(key)) continue
      // What is stored was moved away; what is not would fill the disk.
      await file.discard()
      this.#entries.delete(key)
    }
    for (const { name, bytes } of files) {
      const known = this.#entryOf(name)
      if (known?.name === name && known.file.size === bytes) continue
      await known?.file.discard()
      const path = await this.#places.incoming.pathOf(`${this.request.number}-${digestOf(name)}`)
      this.#entries.set(name.slice(0, NAME_BYTES), { name, file: new IncomingFile(path, bytes), isDone: stored.has(name), rounds: 0 })
    }
  }

  /** What was announced and is not stored. */
  get unfinishedBytes(): number {
    let sum = 0
    for (const { file, isDone } of this.#entries.values()) if (!isDone) sum += file.size
    return sum
  }

  /** Whether the file is one of those announced. */
  knows({ name, bytes }: FileHead): boolean {
    const entry = this.#entryOf(name)
    return entry?.name === name && entry.file.size === bytes
  }

  /** False for bytes of no announced file, or beyond its end. */
  async take(name: string, offset: number, bytes: Uint8Array): Promise<boolean> {
    const entry = this.#entryOf(name)
    if (entry === undefined) return false
    return entry.isDone || entry.file.write(offset, bytes)
  }

  /** What to answer at the end of a file, which is durable before it is answered as complete; null after too many rounds. @throws NotKept */
  async end(head: FileHead, now: Date): Promise<FileAnswer | null> {
    const entry = this.#entryOf(head.name)
    if (entry === undefined || !this.knows(head)) return null
    if (!entry.isDone && !entry.file.isComplete) {
      entry.rounds += 1
      if (entry.rounds > MAX_ROUNDS) return null
      return { name: head.name, result: 1, missing: entry.file.missing(MAX_STRETCHES_ASKED) }
    }
    if (!entry.isDone) await this.#keep(entry, now)
    entry.isDone = true
    return { name: head.name, result: 0, missing: [] }
  }

  async #keep({ name, file }: Entry, now: Date): Promise<void> {
    const { head, sha256 } = await file.finish()
    const kind = evidenceKind(head, file.size)
    if (kind === null) {
      await file.discard()
      return noteRefusedFile(this.#pool, this.request, now)
    }
    const path = evidencePath(now, this.request.number, digestOf(name), kind)
    await this.#places.store.keep(file.path, path, sha256).catch((error: unknown) => {
      throw new NotKept(error instanceof Error ? error.message : String(error))
    })
    await storeFile(this.#pool, this.request, { name, kind, bytes: file.size, sha256, path }, now)
  }

  #entryOf(name: string): Entry | undefined {
    return this.#entries.get(name.slice(0, NAME_BYTES))
  }

  /** Releases open files; what has come stays for a terminal that comes back. */
  async rest(): Promise<void> {
    for (const { file } of this.#entries.values()) await file.close()
  }

  async discard(): Promise<void> {
    for (const { file, isDone } of this.#entries.values()) if (!isDone) await file.discard()
  }
}

/** Names a file of a request on disk without its own name. */
const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 12)
