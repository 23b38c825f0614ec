import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { objectStoreOf, WrongObjectStore } from './object-store-setting.ts'

const RIGHT = {
  EVIDENCE_S3_ENDPOINT: 'https://s3.example.com',
  EVIDENCE_S3_BUCKET: 'tanker-evidence',
  EVIDENCE_S3_ACCESS_KEY: 'AKEXAMPLE',
  EVIDENCE_S3_SECRET_KEY: 'very/secret+key=',
}
const storeOf = (more: Record<string, string> = {}) => objectStoreOf({ ...RIGHT, ...more }, 'EVIDENCE_S3')

test('a store is named by its settings, with defaults for region, path style and prefix', () => {
  expect(objectStoreOf({}, 'EVIDENCE_S3')).toBe(null)
  expect(storeOf()).toEqual({
    endpoint: new URL('https://s3.example.com'),
    bucket: 'tanker-evidence',
    region: 'us-east-1',
    pathStyle: true,
    prefix: '',
    accessKey: 'AKEXAMPLE',
    secretKey: 'very/secret+key=',
  })
  expect(
    storeOf({ EVIDENCE_S3_REGION: 'cn-north-1', EVIDENCE_S3_PATH_STYLE: 'no', EVIDENCE_S3_PREFIX: '/tanker/evidence/' }),
  ).toMatchObject({
    region: 'cn-north-1',
    pathStyle: false,
    prefix: 'tanker/evidence/',
  })
})

test('a wrong setting is named, and a key is never repeated', () => {
  for (const [wrong, named] of [
    [{ EVIDENCE_S3_ENDPOINT: '' }, 'EVIDENCE_S3_ENDPOINT'],
    [{ EVIDENCE_S3_ENDPOINT: 's3.example.com' }, 'EVIDENCE_S3_ENDPOINT'],
    [{ EVIDENCE_S3_ENDPOINT: 'https://s3.example.com/tanker-evidence' }, 'EVIDENCE_S3_ENDPOINT'],
    [{ EVIDENCE_S3_BUCKET: 'My Bucket' }, 'EVIDENCE_S3_BUCKET'],
    [{ EVIDENCE_S3_REGION: 'cn north' }, 'EVIDENCE_S3_REGION'],
    [{ EVIDENCE_S3_PATH_STYLE: 'true' }, 'EVIDENCE_S3_PATH_STYLE'],
    [{ EVIDENCE_S3_PREFIX: '../other' }, 'EVIDENCE_S3_PREFIX'],
    [{ EVIDENCE_S3_ACCESS_KEY: '' }, 'EVIDENCE_S3_ACCESS_KEY'],
    [{ EVIDENCE_S3_SECRET_KEY: '' }, 'EVIDENCE_S3_SECRET_KEY'],
    [{ EVIDENCE_S3_KEYS_FILE: '/etc/keys' }, 'EVIDENCE_S3_KEYS_FILE'],
  ] as const) {
    const problem = (() => {
      try {
        return storeOf(wrong)
      } catch (error) {
        return error
      }
    })()
    expect(problem, named).toBeInstanceOf(WrongObjectStore)
    expect((problem as Error).message.startsWith(`${named}: `), named).toBe(true)
    expect((problem as Error).message).not.toContain(RIGHT.EVIDENCE_S3_SECRET_KEY)
  }
})

test('the keys may be in a file, a line each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tanker-keys-'))
  const file = join(folder, 'keys')
  const fromFile = () => storeOf({ EVIDENCE_S3_ACCESS_KEY: '', EVIDENCE_S3_SECRET_KEY: '', EVIDENCE_S3_KEYS_FILE: file })
  expect(fromFile).toThrow('cannot be read (ENOENT)')
  writeFileSync(file, 'AKEXAMPLE\r\n')
  expect(fromFile).toThrow('the secret key is missing')
  writeFileSync(file, 'AKEXAMPLE\r\nvery/secret\r\n')
  expect(fromFile()).toMatchObject({ accessKey: 'AKEXAMPLE', secretKey: 'very/secret' })
  rmSync(folder, { recursive: true })
})
