import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Source of the key that encrypts second factors and addresses of robots: the environment, or a file created on first use. */
export type SealKey = { readonly key: string } | { readonly file: string }

/** Encrypts secrets before they are stored; each secret is bound to one user or robot. */
export type Seal = {
  close(plain: Uint8Array, ownerId: number): Promise<Buffer>
  /** Null when it was encrypted with another key or for another owner, or was altered. */
  open(sealed: Buffer, ownerId: number): Promise<Buffer | null>
}

const CIPHER = 'aes-256-gcm'
/** First stored byte: version of the encryption format. */
const VERSION = 1
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32] as const

/** What a secret is of; stored ones are bound to it. */
type SealedOf = 'second factor of user' | 'address of robot' | 'secret of robot'

export function secretSeal(from: SealKey, of: SealedOf = 'second factor of user'): Seal {
  const belongsTo = (ownerId: number): Buffer => Buffer.from(`${of} ${ownerId}`)
  let held: Buffer | null = null
  const key = async (): Promise<Buffer> => (held ??= 'key' in from ? keyOf(from.key) : await keyFrom(from.file))
  return {
    async close(plain, ownerId) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(CIPHER, await key(), iv, { authTagLength: tagBytes }).setAAD(belongsTo(ownerId))
      const content = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), content])
    },
    async open(sealed, ownerId) {
      if (sealed[0] !== VERSION || sealed.length < 1 + ivBytes + tagBytes) return null
      const [ivEnd, tagEnd] = [1 + ivBytes, 1 + ivBytes + tagBytes]
      const decipher = createDecipheriv(CIPHER, await key(), sealed.subarray(1, ivEnd), { authTagLength: tagBytes })
      decipher.setAAD(belongsTo(ownerId)).setAuthTag(sealed.subarray(ivEnd, tagEnd))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** 32 bytes that follow from the key and a purpose, the same in every process that has the key. */
export async function derivedKey(from: SealKey, purpose: string): Promise<Buffer> {
  const key = 'key' in from ? keyOf(from.key) : await keyFrom(from.file)
  return Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes))
}

/** Whether a text is a key: 32 bytes as base64 or base64url. */
export const isSealKey = (text: string): boolean => /^[A-Za-z0-9+/_-]{43}=?$/.test(text)

function keyOf(text: string): Buffer {
  if (!isSealKey(text)) throw new Error('The key for second factors must be 32 bytes as base64, 43 or 44 characters.')
  return Buffer.from(text, 'base64').subarray(0, keyBytes)
}

/** Reads or creates the key file; of two processes that create it at once one wins and both use its key. */
async function keyFrom(file: string): Promise<Buffer> {
  const read = async (): Promise<Buffer | null> => {
    try {
      return keyOf((await readFile(file, 'utf8')).trim())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  const kept = await read()
  if (kept) return kept
  await mkdir(dirname(file), { recursive: true })
  const fresh = randomBytes(keyBytes)
  try {
    await writeFile(file, `${fresh.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await read()) ?? fresh
  }
}
