import { readFile } from 'node:fs/promises'

/** How many files and sockets this process may have open; a careful guess where the system does not say. */
export async function openFileLimit(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(text)?.[1]
  if (limit === undefined) return 4_096
  return limit === 'unlimited' ? 1_000_000 : Number(limit)
}
