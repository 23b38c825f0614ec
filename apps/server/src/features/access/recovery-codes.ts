import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@tanker/database/connection'

/** Codes per set. */
const CODES_AT_A_TIME = 10
/** 80 bits cannot be guessed by trial, so a plain hash is enough. */
const codeBytes = 10
/** Crockford's base 32, without letters that look like digits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const newCode = (): string => {
  let bits = BigInt(`0x${randomBytes(codeBytes).toString('hex')}`)
  let code = ''
  for (let sign = 0; sign < (codeBytes * 8) / 5; sign += 1) {
    code = `${SIGNS[Number(bits & 31n)]}${code}`
    bits >>= 5n
  }
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Normalises a typed code: ignores case, blanks and dashes; O is 0, I and L are 1. */
const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashOf = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest()

/** Replaces the recovery codes of a user and returns them; only their hashes are stored. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES_AT_A_TIME }, newCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, secret_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Uses up a recovery code; false when it is unknown or already used. */
export async function spendRecoveryCode(db: Db, userId: number, typed: string, at: Date): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('secret_hash', '=', hashOf(typed))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
