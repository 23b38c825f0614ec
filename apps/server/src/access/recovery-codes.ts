import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@tanker/database/connection'

/** How many are given at a time. */
const CODES_AT_A_TIME = 10
/** 80 bits: nothing that anybody could try out, so a plain hash keeps them. */
const codeBytes = 10
/** Crockford's base 32: no letter looks like a digit. */
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

/** As somebody may read it off paper: without case, blanks and dashes, with O for 0 and I or L for 1. */
const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashOf = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest()

/** Replaces the recovery codes of a user; the answer is the only place where they can be read. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES_AT_A_TIME }, newCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, secret_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Uses a recovery code up; false when it is none of the user's, or was used before. */
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
