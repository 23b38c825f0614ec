import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AttachmentItem, AttachmentStream } from './attachment-stream.ts'
import { encodeFrame } from './frame.ts'
import { encodeAttachmentData } from './attachment-data.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const frame = (id: number): Uint8Array =>
  encodeFrame({ id, version: 2013, phone: '13800000001', serial: 1, body: Uint8Array.of(0x7e, 0x7d, 1) })

/** What came: ids of frames, and the bytes of pieces joined. */
function said(items: readonly AttachmentItem[]): (number | string)[] {
  const all: (number | string)[] = []
  let [next, last] = [-1, '']
  for (const item of items) {
    if (item.is === 'bad') all.push('bad')
    else if (item.is === 'frame') all.push(item.frame.id)
    else if (item.name === last && item.offset === next) all[all.length - 1] += Buffer.from(item.bytes).toString('hex')
    else all.push(`${item.name}@${item.offset}:${Buffer.from(item.bytes).toString('hex')}`)
    if (item.is === 'data') [next, last] = [item.offset + item.bytes.length, item.name]
    else last = ''
  }
  return all
}

test('packets and pieces of files are read alike however the stream is cut, with any bytes in the files', () => {
  const piece = fc.record({
    name: fc.constantFrom('00_64_6401_1_a.jpg', '02_65_6502_1_b.mp4'),
    offset: fc.nat(0xffff_ffff),
    bytes: fc
      .uint8Array({ minLength: 1, maxLength: 300 })
      .map((bytes) => bytes.map((byte, i) => (i % 7 === 0 ? 0x7e : i % 5 === 0 ? 0x30 : byte))),
  })
  const part = fc.oneof(piece, fc.constantFrom(0x1210, 0x1211, 0x1212))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(400), { minLength: 1, maxLength: 30 }), (parts, cuts) => {
      const bytes = Buffer.concat(
        parts.map((one) => (typeof one === 'number' ? frame(one) : encodeAttachmentData(one.name, one.offset, one.bytes))),
      )
      const stream = new AttachmentStream()
      const items: AttachmentItem[] = []
      // What was pushed is not touched later, so views on it stay.
      for (let at = 0, i = 0; at < bytes.length; i += 1) {
        const size = 1 + (cuts[i % cuts.length] as number)
        items.push(...stream.push(bytes.subarray(at, at + size)))
        at += size
      }
      const whole = new AttachmentStream().push(bytes)
      expect(said(items)).toEqual(said(whole))
      expect(whole.filter(({ is }) => is !== 'data')).toHaveLength(parts.filter((one) => typeof one === 'number').length)
    }),
  )
})

test('what is neither ends the stream, and so do a broken packet and one without an end', () => {
  expect(said(new AttachmentStream().push(bytesOf('GET / HTTP/1.1\r\n')))).toEqual(['bad'])
  const broken = frame(0x1210).map((byte, i) => (i === 4 ? byte ^ 1 : byte))
  const stream = new AttachmentStream()
  expect(said(stream.push(broken))).toEqual(['bad'])
  expect(stream.push(frame(0x1210))).toEqual([])
  const endless = new AttachmentStream()
  expect(said(endless.push(new Uint8Array(3_000).fill(0x11).map((byte, i) => (i === 0 ? 0x7e : byte))))).toEqual([])
  expect(said(endless.push(new Uint8Array(3_000).fill(0x11)))).toEqual(['bad'])
})
