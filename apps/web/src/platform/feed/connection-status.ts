/** Why what is shown may be old. */
export type ConnectionStatus = 'no-network' | 'no-server' | 'lost' | 'silent'

type LineFacts = {
  readonly onNetwork: boolean
  /** The web console's first calls did not get through. */
  readonly failed: boolean
  /** Since when the socket is closed; null while it is open. */
  readonly lostAt: number | null
  /** Last message of the socket; null before the first. */
  readonly heardAt: number | null
  readonly now: number
  readonly statusEveryMs: number
}

/** The first reconnect comes after 5 s and usually succeeds, so no banner before it. */
const patienceMs = 6_000

/** Null: live. The server says something at least every `statusEveryMs`, however still the fleet is. */
export const connectionStatus = ({ onNetwork, failed, lostAt, heardAt, now, statusEveryMs }: LineFacts): ConnectionStatus | null => {
  if (!onNetwork) return 'no-network'
  if (failed) return 'no-server'
  if (lostAt !== null) return now - lostAt > patienceMs ? 'lost' : null
  return heardAt !== null && now - heardAt > 2.5 * statusEveryMs ? 'silent' : null
}
