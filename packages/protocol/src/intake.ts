/**
 * What the gateway does with a message of an authenticated terminal. A message without an intake is answered as unsupported: what is
 * not stored is not acknowledged as done.
 */
export type Intake =
  /** Only for a terminal that is not authenticated yet; later it authenticates again. */
  | { readonly to: 'registration' | 'authentication' }
  /** Nothing to store at once: contact, time, sign-off. Answered immediately. */
  | { readonly to: 'heartbeat' | 'time' | 'logout' }
  /** A body of 0x0200 begins at byte `at`; stored under the id `as`, acknowledged once it is durable. */
  | {
      readonly to: 'position'
      readonly at: number
      readonly as: number
      /** The position is the answer to a device command. */
      readonly answersCommand?: true
    }
  /** Several bodies of 0x0200, acknowledged once all are durable. */
  | { readonly to: 'positions' }
  /** About a device command. `acknowledged`: the terminal waits for 0x8001, which follows when the effects are stored. */
  | {
      readonly to: 'commands'
      readonly acknowledged: boolean
      /** The content of a transparent message that can be such an answer; other contents are a bad message. */
      readonly content?: string
    }

/** The intake of a message, or what decides it by the body. */
export type DeclaredIntake = Intake | ((body: Uint8Array) => Intake | null)
