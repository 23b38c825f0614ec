import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { CheckedFiles, dayOf, dayOfPath, type EvidenceStore, MissingEvidence } from './evidence-store.ts'

/** Files in a folder a day. */
export class EvidenceFolder implements EvidenceStore {
  readonly name: string
  readonly #root: string
  readonly #checked = new CheckedFiles()

  constructor(root: string) {
    this.#root = root
    this.name = root
  }

  async keep(incoming: string, path: string): Promise<void> {
    const to = join(this.#root, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(incoming, to)
    for (const folder of [dirname(to), this.#root]) await flushFolder(folder)
  }

  async read(path: string, sha256: Buffer, from: number, to: number): Promise<Readable> {
    const file = join(this.#root, path)
    const { ino, size, mtimeMs, ctimeMs } = await stat(file).catch(missing)
    const seen = [sha256.toString('hex'), ino, size, mtimeMs, ctimeMs].join(' ')
    if (this.#checked.seen(path) !== seen) await this.#checked.check(path, sha256, createReadStream(file), seen)
    return createReadStream(file, { start: from, end: to })
  }

  async removeBefore(before: Date): Promise<number> {
    const old = (await namesIn(this.#root)).filter((name) => (dayOfPath(name) ?? dayOf(before)) < dayOf(before))
    for (const day of old) await rm(join(this.#root, day), { recursive: true })
    return old.length
  }

  isReady(): Promise<boolean> {
    return this.check().then(
      () => true,
      () => false,
    )
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    await access(this.#root, constants.W_OK)
  }

  close(): void {
    // Nothing is held open.
  }
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new MissingEvidence()
  throw error
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
