import { onTestFinished, vi } from 'vitest'

/** A browser's storage, for as long as the test runs. */
export function stubStorage(name: 'localStorage' | 'sessionStorage', held: Readonly<Record<string, string>> = {}): Map<string, string> {
  const items = new Map(Object.entries(held))
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  }
  vi.stubGlobal(name, methods)
  onTestFinished(() => void vi.unstubAllGlobals())
  return items
}
