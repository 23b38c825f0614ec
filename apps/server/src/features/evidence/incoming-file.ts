import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { KIND_BYTES } from './evidence-kind.ts'
import { type ByteRange, ReceivedRanges } from './received-ranges.ts'

/** A file while it comes: its bytes on disk, and which of them have come. */
export class IncomingFile {
  readonly size: number
  readonly #path: string
  readonly #ranges: ReceivedRanges
  #handle: FileHandle | null = null
  #isBegun = false

  constructor(path: string, size: number) {
    this.#path = path
    this.size = size
    this.#ranges = new ReceivedRanges(size)
  }

  get path(): string {
    return this.#path
  }

  get isComplete(): boolean {
    return this.#ranges.isComplete
  }

  missing(most: number): ByteRange[] {
    return this.#ranges.missing(most)
  }

  /** False where the bytes are beyond the announced size, which are not written, or come in too many stretches. */
  async write(offset: number, bytes: Uint8Array): Promise<boolean> {
    if (offset + bytes.length > this.size) return false
    const handle = await this.#opened()
    // A disk that is nearly full takes a part. What it did not take has not come.
    for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten
    return this.#ranges.add({ offset, length: bytes.length })
  }

  /** Flushes it; answers its first bytes and its digest. */
  async finish(): Promise<{ head: Buffer; sha256: Buffer }> {
    const handle = await this.#opened()
    await handle.sync()
    const head = Buffer.alloc(Math.min(KIND_BYTES, this.size))
    await handle.read(head, 0, head.length, 0)
    const hash = createHash('sha256')
    for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer)
    await this.close()
    return { head, sha256: hash.digest() }
  }

  async #opened(): Promise<FileHandle> {
    this.#handle ??= await open(this.#path, this.#isBegun ? 'r+' : 'w+', 0o600)
    this.#isBegun = true
    return this.#handle
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = null
  }

  async discard(): Promise<void> {
    await this.close()
    await rm(this.#path, { force: true })
  }
}
