/** A piece of a file as terminals send it: delimiter, name, offset, length, bytes. */
export function encodeAttachmentData(name: string, offset: number, bytes: Uint8Array): Uint8Array {
  const head = Buffer.alloc(62)
  head.write('01cd', 'latin1')
  head.write(name.slice(0, 50), 4, 'latin1')
  head.writeUInt32BE(offset, 54)
  head.writeUInt32BE(bytes.length, 58)
  return Buffer.concat([head, bytes])
}
