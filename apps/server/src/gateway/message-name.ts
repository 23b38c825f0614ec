import { isTakenIn } from '@tanker/protocol/message'

/** A message's name in metrics: its id in hexadecimal, or `other message`, so that a sender cannot invent names. */
export const messageName = (id: number): string => (isTakenIn(id) ? `0x${id.toString(16).padStart(4, '0')}` : 'other message')
