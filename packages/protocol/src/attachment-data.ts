/** A piece of a file as terminals send it: delimiter, name, offset, length, bytes. */
export function encodeAttachmentData(name: string, offset: number, bytes: Uint8Array): Uint8Array {
  const piece = new Uint8Array(62 + bytes.length)
  const head = new DataView(piece.buffer)
  piece.set([...'01cd'].map((letter) => letter.charCodeAt(0)))
  piece.set(
    Array.from(name.slice(0, 50), (letter) => letter.charCodeAt(0)),
    4,
  )
  head.setUint32(54, offset)
  head.setUint32(58, bytes.length)
  piece.set(bytes, 62)
  return piece
}
