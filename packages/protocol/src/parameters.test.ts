import { expect, test } from 'vitest'
import { parameterOf, parameterType, parameterValue } from './parameters.ts'

test('a parameter keeps its value in the type of its id', () => {
  for (const [id, value] of [
    [0x0001, 60], // heartbeat, DWORD
    [0x0013, 'tanker.example.cn:7611'], // server, STRING
    [0x005b, 50], // overspeed margin, WORD
    [0x0083, '沪D12345'], // plate, STRING
    [0x0084, 2], // plate colour, BYTE
  ] as const) {
    expect(parameterValue(parameterOf(id, value))).toBe(value)
  }
})

test('a parameter of the maker stays bytes', () => {
  const value = Uint8Array.of(0x1e, 0x06)
  expect(parameterType(0xf364)).toBe('bytes')
  expect(parameterValue(parameterOf(0xf364, value))).toBe(value)
  expect(() => parameterOf(0xf364, 'x')).toThrow(TypeError)
})

test('a number of an unexpected length stays bytes', () => {
  const value = Uint8Array.of(0x00, 0x3c) // two bytes where the standard says four
  expect(parameterValue({ id: 0x0001, value })).toBe(value)
})
