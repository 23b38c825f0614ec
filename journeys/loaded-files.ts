import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Bytes that a page has loaded, as gzip packs them; of files in the folder `web` of a build. */
export type LoadedFiles = { readonly scriptBytes: number; readonly styleBytes: number; readonly files: readonly string[] }

/** Records which scripts and style sheets a page loads; the returned function clears the record. */
export async function noteLoadedFiles(page: Page, web: string): Promise<() => Promise<LoadedFiles>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  // What was loaded before counts, too.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.m?js$|\.css$/.test(pathname)) loaded.add(pathname)
  })
  return async () => {
    const files = [...loaded].toSorted()
    loaded.clear()
    const sizes = await Promise.all(files.map(async (file) => (await packed(join(web, file))).length))
    const sum = (isWanted: (file: string) => boolean): number =>
      files.reduce((bytes, file, index) => bytes + (isWanted(file) ? (sizes[index] ?? 0) : 0), 0)
    return { scriptBytes: sum((file) => !file.endsWith('.css')), styleBytes: sum((file) => file.endsWith('.css')), files }
  }
}

/** Small files lie there unpacked only. */
const packed = (file: string): Promise<Buffer> => readFile(`${file}.gz`).catch(() => readFile(file))
