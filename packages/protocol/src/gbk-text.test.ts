import { expect, test } from 'vitest'
import { decodeGbk, decodePaddedGbk, encodeGbk, encodeGbkWithin, outsideGbk } from './gbk-text.ts'

test('a plate goes out and comes back in GBK', () => {
  const bytes = Uint8Array.of(0xd4, 0xc1, 0x41, 0x31, 0x32) // 粤 A 1 2
  expect(decodeGbk(bytes)).toBe('粤A12')
  expect(encodeGbk('粤A12')).toEqual(bytes)
})

test('every character of GBK comes back as itself', () => {
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decodeGbk(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\uFFFD') expect(decodeGbk(encodeGbk(text))).toBe(text)
    }
  }
})

test('a character outside GBK becomes a question mark', () => {
  expect(decodeGbk(encodeGbk('油🚚罐'))).toBe('油?罐')
})

test('characters outside GBK are named, each once', () => {
  expect(outsideGbk('油🚚罐🚚é𠀀 OK')).toEqual(['🚚', '𠀀'])
  expect(outsideGbk('苏A·12345，请减速！')).toEqual([])
})

test('text is cut between characters', () => {
  expect(decodeGbk(encodeGbkWithin('a油罐车', 4))).toBe('a油')
  expect(decodeGbk(encodeGbkWithin('油罐', 4))).toBe('油罐')
})

test('padding at either end is not text', () => {
  expect(decodePaddedGbk(Uint8Array.of(0, 0, 0x41, 0x20, 0x42, 0x20, 0, 0))).toBe('A B')
  expect(decodePaddedGbk(new Uint8Array(5))).toBe('')
})
