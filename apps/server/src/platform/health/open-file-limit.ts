import { readFile } from 'node:fs/promises'

/** Limit of open files and sockets of this process; a conservative default if the system does not report it. */
export async function openFileLimit(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(text)?.[1]
  if (limit === undefined) return 4_096
  return limit === 'unlimited' ? 1_000_000 : Number(limit)
}
