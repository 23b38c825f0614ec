import type { LiveMessage, LiveReason, LiveState } from '@tanker/contract/video'
import type { LiveGrant } from '../../platform/access/live-tickets.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { type MediaSocket, MediaWindow } from './media-window.ts'

/** One window that shows a camera live. */
export class LiveViewer extends MediaWindow {
  readonly grant: LiveGrant

  constructor(socket: MediaSocket, user: SignedInUser, grant: LiveGrant, uptime: () => number) {
    super(socket, user, uptime)
    this.grant = grant
  }

  say(message: LiveMessage): void {
    this.write(message)
  }

  state(state: LiveState, why: LiveReason | null = null): void {
    this.say({ op: 'state', state, why })
  }

  /** The last message, and the end of the socket. */
  end(state: 'ended' | 'refused', why: LiveReason): void {
    this.close({ op: 'state', state, why } satisfies LiveMessage, state, why)
  }
}
