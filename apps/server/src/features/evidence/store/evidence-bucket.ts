import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { NoObject, type ObjectStore, OtherObject } from '../../../platform/object-store/object-store.ts'
import { CheckedFiles, dayOf, dayOfPath, type EvidenceStore, MissingEvidence } from './evidence-store.ts'

/** How long an answer of the store counts, before trucks are asked or their files taken. */
const KNOWN_FOR_MS = 20_000
/** Objects removed in one run; the next run goes on. */
const MAX_REMOVED = 50_000
/** Objects removed at the same time. */
const MAX_REMOVALS_AT_ONCE = 8

/** Files in a bucket of an S3-compatible server, under the same paths as in a folder. */
export class EvidenceBucket implements EvidenceStore {
  readonly name: string
  readonly #objects: ObjectStore
  readonly #now: () => number
  readonly #checked = new CheckedFiles()
  #known: { readonly isReady: boolean; readonly at: number } | null = null

  constructor(objects: ObjectStore, now: () => number) {
    this.#objects = objects
    this.#now = now
    this.name = objects.name
  }

  async keep(incoming: string, path: string, sha256: Buffer): Promise<void> {
    await this.#noting(this.#objects.put(path, incoming, sha256).catch(() => this.#objects.put(path, incoming, sha256)))
    await rm(incoming, { force: true })
  }

  async read(path: string, sha256: Buffer, from: number, to: number): Promise<Readable> {
    const digest = sha256.toString('hex')
    for (let time = 0; ; time += 1) {
      const [known, tag] = this.#checked.seen(path)?.split(' ') ?? []
      try {
        if (known === digest && tag !== undefined) return (await this.#objects.get(path, { from, to, tag })).content
        const whole = await this.#objects.get(path, null)
        await this.#checked.check(path, sha256, whole.content, `${digest} ${whole.tag}`)
      } catch (error) {
        if (error instanceof NoObject) throw new MissingEvidence()
        if (!(error instanceof OtherObject) || time > 1) throw error
        // Another object under this path: all of it is read again.
        this.#checked.forget(path)
      }
    }
  }

  async removeBefore(before: Date): Promise<number> {
    const days = new Set<string>()
    let removed = 0
    for (let last = ''; removed < MAX_REMOVED;) {
      const keys = await this.#objects.keysAfter(last)
      const old = keys.filter((key) => (dayOfPath(key) ?? dayOf(before)) < dayOf(before))
      for (let at = 0; at < old.length; at += MAX_REMOVALS_AT_ONCE)
        await Promise.all(old.slice(at, at + MAX_REMOVALS_AT_ONCE).map((key) => this.#objects.remove(key)))
      for (const key of old) days.add(dayOfPath(key) ?? '')
      removed += old.length
      last = keys.at(-1) ?? ''
      // Keys begin with their day, and come in order.
      if (last === '' || (dayOfPath(last) ?? '') >= dayOf(before)) break
    }
    return days.size
  }

  async isReady(): Promise<boolean> {
    const known = this.#known
    if (known !== null && Math.abs(this.#now() - known.at) < KNOWN_FOR_MS) return known.isReady
    return this.check().then(
      () => true,
      () => false,
    )
  }

  async check(): Promise<void> {
    await this.#noting(this.#objects.keysAfter('', 1))
  }

  /** Writes, lists and removes a small object. @param path of a file that may be written */
  async tryOut(path: string): Promise<void> {
    const text = 'Tanker Console stores pictures and clips of alarms here.\n'
    await writeFile(path, text)
    try {
      await this.#noting(this.#objects.tryOut(path, createHash('sha256').update(text).digest()))
    } finally {
      await rm(path, { force: true })
    }
  }

  close(): void {
    this.#objects.close()
  }

  async #noting(work: Promise<unknown>): Promise<void> {
    try {
      await work
      this.#known = { isReady: true, at: this.#now() }
    } catch (error) {
      this.#known = { isReady: false, at: this.#now() }
      throw error
    }
  }
}
