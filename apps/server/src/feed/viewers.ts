import type { Db } from '@tanker/database/connection'
import type { Sessions, SignedInUser } from '../platform/access/sessions.ts'

/** Users of the clients and what they may see, at most one second old. */
type Viewers = {
  /** Reads sessions, users, roles and the organisation tree again, at most once a second. */
  refresh(sessionHashes: () => readonly Buffer[]): Promise<void>
  /** The next refresh reads in any case. */
  invalidate(): void
  /** The user of a session as of the last refresh; null when it has ended, undefined when that refresh was not asked about it. */
  userOf(sessionHash: Buffer): SignedInUser | null | undefined
  /** Incremented when an organisation is added, removed or moved: clients may see other trucks then. */
  readonly tree: number
  /** Whether rows of `organisationId` belong to what a user of `ownOrganisationId` sees. */
  sees(ownOrganisationId: number, organisationId: number): boolean
}

const trustedMs = 1_000

export function viewers(db: Db, sessions: Sessions): Viewers {
  /** By the hex of the session's hash, of all that were asked about. */
  let users: ReadonlyMap<string, SignedInUser | null> = new Map()
  let ancestors: ReadonlyMap<number, ReadonlySet<number>> = new Map()
  // Start of the last read, and the revocations it includes.
  let readAt = Number.NEGATIVE_INFINITY
  let readVersion = -1
  let version = 0
  let tree = 0
  let treeText: string | null = null
  let running: Promise<void> | null = null

  const read = async (sessionHashes: () => readonly Buffer[]): Promise<void> => {
    // By the monotonic clock: it bounds how long a revoked user is still trusted.
    const at = performance.now()
    const versionThen = version
    const asked = sessionHashes()
    const [alive, organisations] = await Promise.all([
      sessions.stillAlive(asked),
      db.selectFrom('organisation').select(['id', 'ancestors']).orderBy('id').execute(),
    ])
    users = new Map(asked.map((hash) => hash.toString('hex')).map((hex) => [hex, alive.get(hex) ?? null]))
    ancestors = new Map(organisations.map((organisation) => [organisation.id, new Set(organisation.ancestors)]))
    const text = JSON.stringify(organisations)
    if (treeText !== null && text !== treeText) tree += 1
    treeText = text
    readAt = at
    readVersion = versionThen
  }

  return {
    async refresh(sessionHashes) {
      const calledAt = performance.now()
      const wanted = version
      while (readVersion < wanted || readAt < calledAt - trustedMs) {
        running ??= read(sessionHashes).finally(() => (running = null))
        await running
      }
    },
    invalidate() {
      version += 1
    },
    get tree() {
      return tree
    },
    userOf: (sessionHash) => users.get(sessionHash.toString('hex')),
    sees: (ownOrganisationId, organisationId) => ancestors.get(organisationId)?.has(ownOrganisationId) === true,
  }
}
