import type { ServerMessage } from '@tanker/contract/feed'

/** What the feed uses of a WebSocket (the `ws` of @fastify/websocket). */
export type ClientSocket = {
  readonly bufferedAmount: number
  send(text: string): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** A client that does not read is cut off at this; it resumes by its cursor (reliability F25). */
const MOST_BUFFERED_BYTES = 1_048_576
/** Positions can wait: a client that is this far behind is asked to fetch the fleet again instead. */
export const POSITIONS_HELD_ABOVE_BYTES = 262_144

/** Sends, or disconnects a client that has stopped reading; returns false then. */
export function sendText(socket: ClientSocket, text: string): boolean {
  if (socket.bufferedAmount > MOST_BUFFERED_BYTES) {
    // The closing handshake would wait behind what is not being read.
    socket.terminate()
    return false
  }
  socket.send(text)
  return true
}

export const sendMessage = (socket: ClientSocket, message: ServerMessage): boolean => sendText(socket, JSON.stringify(message))
