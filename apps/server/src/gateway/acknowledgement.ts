import type { SessionConnection, OwedAck } from './session-connection.ts'

/**
 * Writes 0x8001 result 0 for everything a durable group owes: one write per socket, because sending costs
 * more than everything before it.
 */
export function acknowledge(acks: readonly OwedAck[]): void {
  for (const ack of acks) {
    const { connection } = ack.session
    if (connection.closed) continue
    if (connection.owed !== null) connection.owed.push(ack)
    else {
      connection.owed = [ack]
      touched.push(connection)
    }
  }
  for (const connection of touched) {
    const owed = connection.owed ?? []
    connection.owed = null
    const out = Buffer.allocUnsafe(owed.length * REPLY_BYTES)
    let at = 0
    for (const ack of owed) at = writeReply(out, at, ack, connection.nextSerial())
    connection.write(out.subarray(0, at))
  }
  touched.length = 0
}

const touched: SessionConnection[] = []

/** Header of 17 bytes at most, body of 5, checksum, all escaped, and two delimiters. */
const REPLY_BYTES = 2 * (17 + 5 + 1) + 2
const inner = new Uint8Array(24)

/** One 0x8001 (JT/T 808-2019 section 8.2) at `at`; returns the offset of the next. */
function writeReply(out: Buffer, at: number, { session, serial, messageId }: OwedAck, ownSerial: number): number {
  const is2019 = session.version === 2019
  inner[0] = 0x80
  inner[1] = 0x01
  inner[2] = is2019 ? 0x40 : 0
  inner[3] = 5
  let n = 4
  if (is2019) inner[n++] = 1
  const { phoneBytes } = session
  for (let i = 0; i < phoneBytes.length; i += 1) inner[n++] = phoneBytes[i] as number
  inner[n++] = ownSerial >> 8
  inner[n++] = ownSerial & 0xff
  inner[n++] = serial >> 8
  inner[n++] = serial & 0xff
  inner[n++] = messageId >> 8
  inner[n++] = messageId & 0xff
  inner[n++] = 0
  let checksum = 0
  for (let i = 0; i < n; i += 1) checksum ^= inner[i] as number
  inner[n++] = checksum
  out[at++] = 0x7e
  for (let i = 0; i < n; i += 1) {
    const byte = inner[i] as number
    if (byte === 0x7e || byte === 0x7d) {
      out[at++] = 0x7d
      out[at++] = byte === 0x7e ? 2 : 1
    } else {
      out[at++] = byte
    }
  }
  out[at++] = 0x7e
  return at
}
