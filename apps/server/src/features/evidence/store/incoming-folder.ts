import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What a disconnected terminal has not finished after this is sent from its beginning. */
const INCOMING_MS = 86_400_000

/** Files while they come: pieces come in any order, so they are put together on this machine, for either store. */
export class IncomingFolder {
  readonly #folder: string

  constructor(evidenceFolder: string) {
    this.#folder = join(evidenceFolder, 'incoming')
  }

  create(): Promise<string | undefined> {
    return mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  async pathOf(name: string): Promise<string> {
    await this.create()
    return join(this.#folder, name)
  }

  /** Use of its disk. */
  async diskPercent(): Promise<number> {
    const { blocks, bavail } = await statfs(this.#folder)
    return blocks === 0 ? 0 : 100 - (bavail / blocks) * 100
  }

  /** Removes what was never finished. */
  async removeUnfinished(now: Date): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const file = join(this.#folder, name)
      // The other process may finish it at this moment.
      const found = await stat(file).catch(() => null)
      if (found !== null && found.mtimeMs < now.getTime() - INCOMING_MS) await rm(file, { force: true })
    }
  }
}
