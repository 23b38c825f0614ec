import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPermitted, type ParameterValue, type TerminalParameter } from '@tanker/parameters/define-parameter'
import { isOfEdition, TERMINAL_PARAMETERS, terminalParameter } from '@tanker/parameters/terminal-parameters'
import { gbkText } from '../test/arbitrary-locations.ts'
import { decodeMessage, encodeMessage } from './message.ts'
import { decodeParameter, encodeParameter } from './terminal-parameter.ts'

const all = TERMINAL_PARAMETERS.flatMap(({ parameters }) => parameters)
const parameter = (id: number): TerminalParameter => terminalParameter(id) as TerminalParameter

/** Values that may be set. */
function valueOf({ content }: TerminalParameter): fc.Arbitrary<ParameterValue> {
  switch (content.type) {
    case 'number': {
      const perUnit = Math.round(1 / Math.min(1, content.step ?? 1))
      return fc.integer({ min: Math.ceil(content.min * perUnit), max: Math.floor(content.max * perUnit) }).map((whole) => whole / perUnit)
    }
    case 'choice':
      return fc.constantFrom(...content.choices.map(({ value }) => value))
    case 'bits':
      return fc.subarray([...content.bits]).map((bits) => bits.reduce((sum, { value }) => sum + 2 ** value, 0))
    case 'text':
      return gbkText(content.maxBytes).filter((text) => isPermitted({ key: '', label: { zh: '', en: '' }, content }, text))
    case 'period': {
      const time = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
      return fc.tuple(time, time).map((times) => times.join('-'))
    }
  }
}

for (const one of all)
  test(`${one.key}: what may be set survives the wire`, () => {
    fc.assert(
      fc.property(valueOf(one), (value) => {
        expect(isPermitted(one, value), String(value)).toBe(true)
        const bytes = encodeParameter(one, value)
        expect(bytes.length).toBeLessThanOrEqual(255)
        expect(decodeParameter(one, bytes)).toBe(value)
      }),
      { numRuns: 100 },
    )
  })

test('every parameter has an id of its own, both labels, a permitted default and room for its values', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const room = { byte: 0xff, word: 0xffff, 'double-word': 0xffff_ffff } as const
  for (const { parameters } of TERMINAL_PARAMETERS) expect(new Set(parameters.map(({ key }) => key)).size).toBe(parameters.length)
  for (const one of all) {
    const { key, label, content, wire } = one
    expect(label.zh, key).toMatch(/[一-龥]/)
    expect(label.en.length, key).toBeGreaterThan(2)
    if (one.default !== undefined) expect(isPermitted(one, one.default), key).toBe(true)
    expect(wire === 'text', key).toBe(content.type === 'text')
    expect(wire === 'period', key).toBe(content.type === 'period')
    if (wire === 'text' || wire === 'period') continue
    if (content.type === 'number') expect(content.max / Math.min(1, content.step ?? 1), key).toBeLessThanOrEqual(room[wire] + 1e-3)
    if (content.type === 'bits') expect(Math.max(...content.bits.map(({ value }) => 2 ** value)), key).toBeLessThanOrEqual(room[wire])
    if (content.type === 'choice') expect(Math.max(...content.choices.map(({ value }) => value)), key).toBeLessThanOrEqual(room[wire])
  }
})

test('a value of another type or outside its range may not be set', () => {
  const refused: readonly (readonly [number, ParameterValue])[] = [
    [0x0055, 201],
    [0x0055, -1],
    [0x0055, 80.5],
    [0x0055, '80'],
    [0x0020, 3],
    [0x0090, 16],
    [0x0013, 'x'.repeat(121)],
    [0x0013, '省'.repeat(61)],
    [0x0013, 'a\u0000b'],
    [0x0032, '24:00-06:00'],
    [0x0032, '2200-0600'],
  ]
  for (const [id, value] of refused) expect(isPermitted(parameter(id), value), `${id.toString(16)} ${value}`).toBe(false)
  expect(isPermitted(parameter(0x005b), 5.5)).toBe(true)
  expect(isPermitted(parameter(0x005b), 5.55)).toBe(false)
})

test('tenths, texts with padding and numbers of another length are read, bytes that are no value are not', () => {
  expect([...encodeParameter(parameter(0x0080), 1234.5)]).toEqual([0, 0, 0x30, 0x39])
  expect(decodeParameter(parameter(0x0080), Uint8Array.of(0, 0, 0x30, 0x39))).toBe(1234.5)
  expect([...encodeParameter(parameter(0x0032), '22:00-05:30')]).toEqual([0x22, 0x00, 0x05, 0x30])
  expect(decodeParameter(parameter(0x0032), Uint8Array.of(0x25, 0, 0, 0))).toBeNull()
  expect(decodeParameter(parameter(0x0032), Uint8Array.of(0x22))).toBeNull()
  expect(decodeParameter(parameter(0x0013), Uint8Array.of(0x61, 0x62, 0, 0))).toBe('ab')
  // Terminals send the byte of 0x0090 as four.
  expect(decodeParameter(parameter(0x0090), Uint8Array.of(0, 0, 0, 3))).toBe(3)
  expect(decodeParameter(parameter(0x0055), Uint8Array.of(1, 2, 3))).toBeNull()
  expect(() => encodeParameter(parameter(0x0055), 'fast')).toThrow(TypeError)
})

test('parameters of an answer of a terminal are read by their declarations', () => {
  // 0x0104 with heartbeat 10 s and the server www.example.com, written by hand after JT/T 808-2013 section 8.9.
  const server = new TextEncoder().encode('www.example.com')
  const body = Uint8Array.of(0, 20, 2, 0, 0, 0, 1, 4, 0, 0, 0, 10, 0, 0, 0, 0x13, server.length, ...server)
  const message = decodeMessage({ id: 0x0104, body, version: 2013, encrypted: 0 } as Parameters<typeof decodeMessage>[0])
  if (message.kind !== 'parameters-answer') throw new Error(message.kind)
  expect(message.parameters.map(({ id, value }) => [parameter(id).key, decodeParameter(parameter(id), value)])).toEqual([
    ['heartbeatS', 10],
    ['server', 'www.example.com'],
  ])
  const set = encodeMessage({ kind: 'set-parameters', parameters: [{ id: 0x0001, value: encodeParameter(parameter(0x0001), 10) }] }, 2013)
  expect([...set.body]).toEqual([1, 0, 0, 0, 1, 4, 0, 0, 0, 10])
})

test('the two editions differ in where ports and the second server stand', () => {
  const of = (edition: 2013 | 2019) => all.filter((one) => isOfEdition(one, edition)).map(({ key }) => key)
  expect(of(2013)).toContain('tcpPort')
  expect(of(2013)).not.toContain('slaveServer')
  expect(of(2019)).not.toContain('tcpPort')
  expect(of(2019)).toContain('forbiddenPeriod')
})
