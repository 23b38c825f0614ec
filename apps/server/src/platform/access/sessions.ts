import { randomBytes } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import type { Duty, SessionEnd, SessionEndedBy } from '@tanker/contract/session'
import type { Db } from '@tanker/database/connection'
import { type Account, accountOf, enabledAccounts } from './account.ts'
import { DEMO_ROLE, WATER_TRUCK_ROLE } from './grants.ts'
import { endPendingOf } from './pending-sign-in.ts'
import { hashOf } from './secret-hash.ts'
import { endSessionsOf, idleMs, whySessionEnded } from './session-end.ts'

const longestMs = 7 * 24 * 3_600_000
/** `seen_at` is written at most this often. */
const touchMs = 60_000

/** The browser's two secrets: a cookie that scripts cannot read, and a header id in session storage. Neither reveals the other. */
export type SessionSecrets = { readonly secret: string; readonly headerId: string }

/** The signed-in user as currently stored. */
export type SignedInUser = Account & {
  readonly sessionHash: Buffer
  readonly headerIdHash: Buffer
  readonly waterTruckAccount: boolean
  /** The step the user must take before anything else; null as a rule. */
  readonly owes: Duty | null
}

export type Sessions = {
  begin(userId: number, from: { ip: string; claimedIp: string | null; claimedArea: string | null }): Promise<SessionSecrets>
  /** The session of an enabled user that both secrets belong to, else null. Counts as activity. */
  find(secret: string, headerId: string): Promise<SignedInUser | null>
  /** For the socket's upgrade, which cannot carry headers: the first message brings the header id. None while a step is owed. */
  findByCookie(secret: string): Promise<SignedInUser | null>
  /** Which of the sessions (hex of their hash) are alive and owe no step. Does not count as activity. */
  stillAlive(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, SignedInUser>>
  /**
   * Renews the secrets of the session and ends the user's other sessions and pending sign-ins. Needed after any change of the
   * user's credentials or of the session's permissions (ASVS 7.2.4). Pass the transaction of that change.
   * @param because what the browsers of the other sessions are shown
   * @returns null when the session has ended
   */
  renew(within: Db, user: SignedInUser, because: SessionEndedBy): Promise<SessionSecrets | null>
  /** Ends a session that its user leaves. */
  end(user: SignedInUser): Promise<void>
  /** Why `find` finds nothing for these secrets; the cookie may be gone. */
  whyEnded(secret: string | null, headerId: string): Promise<SessionEnd>
}

/** A demo account is read only, so it owes neither a password change nor a second factor. */
const owedBy = (row: {
  role_name: string
  must_change_password: boolean
  second_factor_required: boolean
  has_factor: boolean
}): Duty | null =>
  row.role_name === DEMO_ROLE
    ? null
    : row.must_change_password
      ? 'password'
      : row.second_factor_required && !row.has_factor
        ? 'second-factor'
        : null

const newSecrets = (): SessionSecrets => ({
  secret: randomBytes(32).toString('base64url'),
  headerId: randomBytes(32).toString('base64url'),
})

export function sessionsIn(db: Db, now: () => Date, waterTruckUserName: string | null): Sessions {
  const living = async (where: Expression<boolean>): Promise<(SignedInUser & { seenAt: Date })[]> => {
    const at = now()
    const rows = await enabledAccounts(db, sql<boolean>`true`)
      .innerJoin('session', 'session.user_id', 'app_user.id')
      .where(where)
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', at)
      .where('session.seen_at', '>', new Date(at.getTime() - idleMs))
      .select([
        'session.secret_hash',
        'session.header_id_hash',
        'session.seen_at',
        'app_user.must_change_password',
        'role.second_factor_required',
        sql<boolean>`EXISTS (SELECT FROM second_factor f WHERE f.user_id = app_user.id AND f.confirmed_at IS NOT NULL)`.as('has_factor'),
      ])
      .execute()
    return rows.map((row) => ({
      sessionHash: row.secret_hash,
      headerIdHash: row.header_id_hash,
      seenAt: row.seen_at,
      ...accountOf(row),
      waterTruckAccount:
        row.role_name === WATER_TRUCK_ROLE ||
        (waterTruckUserName !== null && row.user_name.toLowerCase() === waterTruckUserName.toLowerCase()),
      owes: owedBy(row),
    }))
  }

  return {
    async begin(userId, from) {
      const secrets = newSecrets()
      const at = now()
      await db
        .insertInto('session')
        .values({
          secret_hash: hashOf(secrets.secret),
          header_id_hash: hashOf(secrets.headerId),
          user_id: userId,
          seen_at: at,
          expires_at: new Date(at.getTime() + longestMs),
          ip: from.ip,
          claimed_ip: from.claimedIp,
          claimed_area: from.claimedArea,
        })
        .execute()
      return secrets
    },

    async find(secret, headerId) {
      const [found] = await living(sql`session.secret_hash = ${hashOf(secret)} AND session.header_id_hash = ${hashOf(headerId)}`)
      if (!found) return null
      const at = now()
      if (at.getTime() - found.seenAt.getTime() > touchMs) {
        await db.updateTable('session').set({ seen_at: at }).where('secret_hash', '=', found.sessionHash).execute()
      }
      return found
    },

    async findByCookie(secret) {
      const [found] = await living(sql`session.secret_hash = ${hashOf(secret)}`)
      return found?.owes === null ? found : null
    },

    async stillAlive(hashes) {
      if (hashes.length === 0) return new Map()
      const found = await living(sql`session.secret_hash = ANY (${hashes as Buffer[]}::bytea[])`)
      return new Map(found.filter(({ owes }) => owes === null).map((user) => [user.sessionHash.toString('hex'), user]))
    },

    async renew(within, user, because) {
      const secrets = newSecrets()
      const renewed = await within
        .updateTable('session')
        .set({ secret_hash: hashOf(secrets.secret), header_id_hash: hashOf(secrets.headerId), seen_at: now() })
        .where('secret_hash', '=', user.sessionHash)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (renewed.numUpdatedRows !== 1n) return null
      await endSessionsOf(within, user.id, { at: now(), because, exceptHash: hashOf(secrets.secret) })
      await endPendingOf(within, user.id)
      return secrets
    },

    async end(user) {
      await db
        .updateTable('session')
        .set({ ended_at: now(), end_reason: 'signed-out' satisfies SessionEndedBy })
        .where('secret_hash', '=', user.sessionHash)
        .execute()
    },

    whyEnded: (secret, headerId) => whySessionEnded(db, now(), secret, headerId),
  }
}
