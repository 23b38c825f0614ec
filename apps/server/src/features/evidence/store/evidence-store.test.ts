import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreAway } from '../../../platform/object-store/object-store.ts'
import { WrongObjectStore } from '../../../platform/object-store/object-store-setting.ts'
import { TestS3Server } from '../../../platform/object-store/test-s3-server.ts'
import { picture } from '../test-evidence.ts'
import { AlteredEvidence, type EvidenceStore, evidencePath, MissingEvidence } from './evidence-store.ts'
import { openEvidenceStore, openIncoming, tryEvidenceStore } from './open-evidence-store.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-store-'))
const AT = new Date('2026-11-23T08:00:00Z')
const NUMBER = '1'.repeat(32)
const digest = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

let s3: TestS3Server
beforeAll(async () => {
  s3 = await TestS3Server.start()
})
afterAll(async () => {
  await s3.stop()
  rmSync(dataFolder, { recursive: true })
})

/** How a test reaches behind the store. */
const STORES = {
  folder: {
    setting: () => ({ dataFolder, evidenceStore: null }),
    alter: (path: string, content: Buffer) => writeFileSync(join(dataFolder, 'evidence', path), content),
    remove: (path: string) => rmSync(join(dataFolder, 'evidence', path)),
    // A file where the folder was: nothing can be written there.
    async away(): Promise<() => Promise<void>> {
      const folder = join(dataFolder, 'evidence')
      rmSync(folder, { recursive: true })
      writeFileSync(folder, '')
      return async () => {
        rmSync(folder)
        mkdirSync(folder)
      }
    },
  },
  bucket: {
    setting: () => ({ dataFolder, evidenceStore: s3.setting() }),
    alter: (path: string, content: Buffer) => void s3.objects.set(`tanker/${path}`, content),
    remove: (path: string) => void s3.objects.delete(`tanker/${path}`),
    async away(): Promise<() => Promise<void>> {
      await s3.stop()
      return () => s3.listen()
    },
  },
} as const

describe.each(['folder', 'bucket'] as const)('pictures in a %s', (name) => {
  const behind = STORES[name]
  let store: EvidenceStore
  let clock = AT.getTime()
  beforeAll(() => {
    store = openEvidenceStore(behind.setting(), () => clock)
  })
  afterAll(() => store.close())

  async function kept(content: Buffer, at = AT, file = 'a'): Promise<string> {
    const incoming = await openIncoming(behind.setting()).pathOf(`${NUMBER}-${file}`)
    writeFileSync(incoming, content)
    const path = evidencePath(at, NUMBER, file, 'jpg')
    await store.keep(incoming, path, digest(content))
    expect(existsSync(incoming)).toBe(false)
    return path
  }
  const read = async (path: string, content: Buffer, from = 0, to = content.length - 1): Promise<Buffer> =>
    buffer(await store.read(path, digest(content), from, to))
  /** Whether exactly these bytes are read. */
  const reads = async (path: string, content: Buffer, from = 0, to = content.length - 1): Promise<boolean> =>
    (await read(path, content, from, to)).equals(content.subarray(from, to + 1))

  test('a file is kept and read, whole and in parts', async () => {
    const content = picture(30_000)
    const path = await kept(content)
    expect(await reads(path, content)).toBe(true)
    expect(await reads(path, content, 0, 0)).toBe(true)
    expect(await reads(path, content, 10_000, 19_999)).toBe(true)
    expect(await reads(path, content, 29_999, 29_999)).toBe(true)
    // A terminal that lost the answer sends it again.
    expect(await kept(content)).toBe(path)
    expect(await reads(path, content)).toBe(true)
  })

  test('a file that was altered is not read, also after it was read; restored it is; one that is gone is missing', async () => {
    const content = picture(10_000, name)
    const path = await kept(content, AT, 'altered')
    expect(await reads(path, content, 5, 9)).toBe(true)
    behind.alter(path, picture(10_000, 'another'))
    await expect(read(path, content, 5, 9)).rejects.toThrow(AlteredEvidence)
    await expect(read(path, content, 5, 9)).rejects.toThrow(AlteredEvidence)
    behind.alter(path, content)
    expect(await reads(path, content, 5, 9)).toBe(true)
    behind.remove(path)
    await expect(read(path, content, 5, 9)).rejects.toThrow(MissingEvidence)
  })

  test('the days before a day are removed, that day and later ones are not', async () => {
    const content = picture(500)
    const paths = await Promise.all(
      ['2026-08-01', '2026-08-02', '2026-08-03'].map((day) => kept(content, new Date(`${day}T23:59:59Z`), `of-${day}`)),
    )
    expect(await store.removeBefore(new Date('2026-08-03T00:00:00Z'))).toBe(2)
    expect(await store.removeBefore(new Date('2026-08-03T00:00:00Z'))).toBe(0)
    for (const path of paths.slice(0, 2)) await expect(read(path, content)).rejects.toThrow(MissingEvidence)
    expect(await reads(paths[2] ?? '', content)).toBe(true)
  })

  test('a store that cannot be reached is not ready, and is when it is back', async () => {
    expect(await store.isReady()).toBe(true)
    const comeBack = await behind.away()
    clock += 60_000
    expect(await store.isReady()).toBe(false)
    await expect(store.check()).rejects.toThrow()
    await comeBack()
    clock += 60_000
    expect(await store.isReady()).toBe(true)
    await store.check()
  })
})

describe('a bucket', () => {
  const log = pino({ level: 'silent' })
  const withStore = (more: Parameters<TestS3Server['setting']>[0]) => ({ dataFolder, evidenceStore: s3.setting(more) })

  test('a file that stays when the store does not take it', async () => {
    const content = picture(1_000)
    const incoming = await openIncoming(withStore({})).pathOf('stays')
    writeFileSync(incoming, content)
    const store = openEvidenceStore(withStore({}), () => AT.getTime())
    s3.failing = { status: 503, code: 'SlowDown' }
    await expect(store.keep(incoming, '2026-11-23/stays.jpg', digest(content))).rejects.toThrow(StoreAway)
    expect(await store.isReady()).toBe(false)
    s3.failing = null
    expect(existsSync(incoming)).toBe(true)
    // The bytes are not those of the digest: the server refuses them.
    await expect(store.keep(incoming, '2026-11-23/stays.jpg', digest(picture(1_000, 'b')))).rejects.toThrow(WrongObjectStore)
    expect([...s3.objects.keys()]).not.toContain('tanker/2026-11-23/stays.jpg')
    await store.keep(incoming, '2026-11-23/stays.jpg', digest(content))
    expect(s3.objects.get('tanker/2026-11-23/stays.jpg')).toEqual(content)
    store.close()
  })

  test('more objects than one list holds are removed, oldest first, and other objects of the bucket stay', async () => {
    s3.objects.clear()
    const keys = Array.from({ length: 1_050 }, (_, at) => `tanker/2026-0${1 + (at % 3)}-10/${at}.jpg`)
    for (const key of [...keys, 'tanker/2026-11-23/new.jpg', 'tanker/notes.txt', 'another/2026-01-01/x.jpg'])
      s3.objects.set(key, Buffer.from('x'))
    const store = openEvidenceStore(withStore({}), () => AT.getTime())
    expect(await store.removeBefore(AT)).toBe(3)
    expect([...s3.objects.keys()]).toEqual(['tanker/2026-11-23/new.jpg', 'tanker/notes.txt', 'another/2026-01-01/x.jpg'])
    store.close()
  })

  test('a start tries the store: wrong settings end it with what to correct, a server that does not answer does not', async () => {
    await tryEvidenceStore(withStore({}), log)
    expect([...s3.objects.keys()]).not.toContain('tanker/trial.txt')
    for (const [wrong, said] of [
      [{ bucket: 'no-such' }, /bucket does not exist/],
      [{ accessKey: 'other' }, /access key is not known/],
      [{ secretKey: 'other' }, /secret key or the region is wrong/],
      [{ region: 'eu-1' }, /region is wrong/],
    ] as const)
      await expect(tryEvidenceStore(withStore(wrong), log), JSON.stringify(wrong)).rejects.toThrow(said)
    await s3.stop()
    const lines: string[] = []
    await tryEvidenceStore(withStore({}), pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }))
    await s3.listen()
    expect(lines.join()).toContain('trucks keep theirs until it answers')
  })
})
