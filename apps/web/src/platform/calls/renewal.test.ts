import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../test-storage.ts'

/** A tab of the browser: its own copy of the module, its own storage. All tabs share the browser's channel. */
const openTab = async (id: string) => {
  const items = new Map([['header-id', id]])
  const written: string[] = []
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      written.push(value)
      items.set(key, value)
    },
  }
  vi.resetModules()
  const tab = await import('./renewal.ts')
  /** Runs as in this tab: which storage is meant is decided when it is used. */
  const inTab = <T>(run: () => T): T => {
    vi.stubGlobal('sessionStorage', storage)
    return run()
  }
  return { tab, inTab, written, id: () => items.get('header-id') }
}

beforeEach(() => {
  vi.unstubAllGlobals()
  return () => vi.resetModules()
})

test('a call that was refused with the old secret means nothing when the session has a new one since', async () => {
  const items = stubStorage('sessionStorage', { 'header-id': 'old' })
  vi.resetModules()
  const { renewing, wasRenewedSince } = await import('./renewal.ts')
  expect(await wasRenewedSince(null)).toBe(false)
  await renewing(Promise.resolve({ id: 'new' }), ({ id }) => id)
  expect(items.get('header-id')).toBe('new')
  expect(await wasRenewedSince('old')).toBe(true)
  expect(await wasRenewedSince('new')).toBe(false)
})

test('a refusal that comes while the session is being renewed waits for the end of it', async () => {
  stubStorage('sessionStorage', { 'header-id': 'old' })
  vi.resetModules()
  const { renewing, wasRenewedSince } = await import('./renewal.ts')
  const line = new EventTarget()
  const answer = new Promise<{ id: string }>((resolve) => line.addEventListener('answer', () => resolve({ id: 'new' })))
  void renewing(answer, ({ id }) => id)
  const refused = wasRenewedSince('old')
  line.dispatchEvent(new Event('answer'))
  expect(await refused).toBe(true)
})

test('a renewal that fails leaves the session as it was, and does not stop other calls', async () => {
  const items = stubStorage('sessionStorage', { 'header-id': 'old' })
  vi.resetModules()
  const { renewing, wasRenewedSince } = await import('./renewal.ts')
  await expect(renewing(Promise.reject(new Error('no line')), () => 'new')).rejects.toThrow('no line')
  expect(await wasRenewedSince('old')).toBe(false)
  // An answer without a new id, as a refusal is.
  await renewing(Promise.resolve({}), () => undefined)
  expect(items.get('header-id')).toBe('old')
})

test('after signing out nothing is renewed', async () => {
  stubStorage('sessionStorage')
  vi.resetModules()
  const { wasRenewedSince } = await import('./renewal.ts')
  expect(await wasRenewedSince('old')).toBe(false)
})

test('another tab of the same session gets the new secret, a tab of another session keeps its own', async () => {
  const first = await openTab('shared')
  first.inTab(() => first.tab.shareRenewals())
  await first.inTab(() => first.tab.renewing(Promise.resolve('renewed'), (id) => id))
  expect(first.id()).toBe('renewed')
  const channel = new BroadcastChannel('tanker-session-renewed')
  const answers: unknown[] = []
  channel.addEventListener('message', ({ data }: MessageEvent) => void answers.push(data))
  channel.postMessage({ ask: 'shared' })
  channel.postMessage({ ask: 'someone else' })
  await vi.waitFor(() => expect(answers).toEqual([{ from: 'shared', to: 'renewed' }]), { timeout: 20_000 })
  // A renewal of a session that is not this tab's.
  channel.postMessage({ from: 'someone else', to: 'stolen' })
  channel.postMessage({ from: 'renewed', to: 'twice' })
  await vi.waitFor(() => expect(first.id()).toBe('twice'), { timeout: 20_000 })
  expect(first.written).toEqual(['renewed', 'twice'])
  channel.close()
})
