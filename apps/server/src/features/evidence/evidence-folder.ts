import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const DAY_MS = 86_400_000
/** What a disconnected terminal has not finished after this is sent from its beginning. */
const INCOMING_MS = DAY_MS
/** Files whose digest is not computed again: what a shift looks at. */
const MAX_CHECKED = 1_000

/** A stored file does not match its digest. */
export class AlteredEvidence extends Error {}

/** Where pictures and clips are: `incoming` while they come, then a folder a day. Names are ours, never those of terminals. */
export class EvidenceFolder {
  readonly #root: string
  /** How files were when their digest was found right. */
  readonly #checked = new Map<string, string>()

  constructor(dataFolder: string) {
    this.#root = join(dataFolder, 'evidence')
  }

  get root(): string {
    return this.#root
  }

  /** Name of a file under the day of its receipt. */
  static pathOf(at: Date, number: string, file: string, kind: string): string {
    return `${at.toISOString().slice(0, 10)}/${number}-${file}.${kind}`
  }

  async incoming(name: string): Promise<string> {
    const folder = join(this.#root, 'incoming')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, name)
  }

  /** Moves a complete, flushed file to its place, durably. */
  async keep(incoming: string, path: string): Promise<void> {
    const to = join(this.#root, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(incoming, to)
    for (const folder of [dirname(to), this.#root]) await flushFolder(folder)
  }

  /** Its bytes from here to there, both included. @throws AlteredEvidence if the file is not the one that was received */
  async read(path: string, sha256: Buffer, from: number, to: number): Promise<Readable> {
    const file = join(this.#root, path)
    await this.#check(file, sha256)
    return createReadStream(file, { start: from, end: to })
  }

  /** Reads all of a file once; after that only when it was touched, so that playing a clip does not read it for each part. */
  async #check(file: string, sha256: Buffer): Promise<void> {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file)
    const seen = [sha256.toString('hex'), ino, size, mtimeMs, ctimeMs].join(' ')
    if (this.#checked.get(file) === seen) return
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    if (!hash.digest().equals(sha256)) throw new AlteredEvidence(file)
    this.#checked.delete(file)
    this.#checked.set(file, seen)
    const [oldest] = this.#checked.keys()
    if (this.#checked.size > MAX_CHECKED && oldest !== undefined) this.#checked.delete(oldest)
  }

  /** Removes the days before this one, and what was never finished. Returns the number of days. */
  async removeBefore(before: Date, now: Date): Promise<number> {
    const names = await namesIn(this.#root)
    const old = names.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name < before.toISOString().slice(0, 10))
    for (const day of old) await rm(join(this.#root, day), { recursive: true })
    for (const name of await namesIn(join(this.#root, 'incoming'))) {
      const file = join(this.#root, 'incoming', name)
      const { mtimeMs } = await stat(file)
      if (mtimeMs < now.getTime() - INCOMING_MS) await rm(file)
    }
    return old.length
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** A rename survives a loss of power once its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
