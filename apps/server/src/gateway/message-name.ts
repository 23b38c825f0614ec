/** Messages that trucks send; all others share one name, so that a sender cannot invent names. */
const KNOWN = new Set([0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0100, 0x0102, 0x0107, 0x0108, 0x0200, 0x0201, 0x0500, 0x0704, 0x0900])

/** A message's name in metrics: its id in hexadecimal, or `other message`. */
export const messageName = (id: number): string => (KNOWN.has(id) ? `0x${id.toString(16).padStart(4, '0')}` : 'other message')
