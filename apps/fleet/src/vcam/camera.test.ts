import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BitWriter } from './bit-writer.ts'
import { createCamera } from './camera.ts'
import { createH264Writer } from './h264-writer.ts'
import { readTimeBars } from './test-time-bars.ts'
import { TIME_BARS, timeBars } from './time-bars.ts'

const at = Date.UTC(2026, 10, 28, 4, 0, 0)
const label = { sim: '13800000011', channel: 2, plate: '苏A10001' }
/** Types of the NAL units of an access unit. */
const unitsOf = (bytes: Uint8Array): number[] =>
  bytes.length < 5
    ? []
    : Buffer.from(bytes)
        .toString('hex')
        .split('00000001')
        .slice(1)
        .map((unit) => Number.parseInt(unit.slice(0, 2), 16) & 31)

test('numbers are written as the standard codes them', () => {
  const codeOf = (write: (bits: BitWriter) => void): string => {
    const bits = new BitWriter()
    write(bits)
    // The stop bit and what fills the byte are not part of it.
    return [...bits.finish()]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .replace(/10*$/, '')
  }
  expect([0, 1, 2, 3, 7].map((value) => codeOf((bits) => bits.unsigned(value)))).toEqual(['1', '010', '011', '00100', '0001000'])
  expect([0, 1, -1, 2, -2].map((value) => codeOf((bits) => bits.signed(value)))).toEqual(['1', '010', '011', '00100', '00101'])
})

test('a first picture is a key picture with its parameter sets, then there is one each two seconds', () => {
  const camera = createCamera(label, 'sub')
  const frames = Array.from({ length: 61 }, (_, frame) => camera.frameAt(at + Math.round((frame * 1_000) / 15), frame === 0))
  expect(frames.map(({ isKey }, frame) => (isKey ? frame : -1)).filter((frame) => frame >= 0)).toEqual([0, 30, 60])
  expect(unitsOf(frames[0]?.bytes ?? new Uint8Array())).toEqual([7, 8, 5])
  expect(unitsOf(frames[1]?.bytes ?? new Uint8Array())).toEqual([1])
  expect(frames[0]?.bytes.length).toBeLessThan(24_000)
  const between = frames.filter(({ isKey }) => !isKey).map(({ bytes }) => bytes.length)
  // The clock changes once a second.
  expect(between.toSorted((a, b) => a - b)[Math.floor(between.length / 2)]).toBeLessThan(400)
  expect(camera.frameAt(at + 4_100, true).isKey).toBe(true)
})

test('the picture is a function of truck, channel and time', () => {
  const picture = (of: Partial<typeof label>, time: number) =>
    Buffer.from(createCamera({ ...label, ...of }, 'sub').frameAt(time, true).bytes)
  expect(picture({}, at)).toEqual(picture({}, at))
  expect(picture({}, at).equals(picture({}, at + 1_000))).toBe(false)
  expect(picture({}, at).equals(picture({ channel: 3 }, at))).toBe(false)
  expect(picture({}, at).equals(picture({ plate: '苏A10002' }, at))).toBe(false)
})

test('the time is read back from the bars, and one wrong bar is noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.nat(TIME_BARS - 1), (time, wrong) => {
      const bars = timeBars(time)
      expect(readTimeBars(bars)).toBe(Math.floor(time / 100) % 2 ** 20)
      expect(readTimeBars(bars.map((isLight, bar) => (bar === wrong ? !isLight : isLight)))).toBeNull()
    }),
  )
})

test('no bytes within a unit look like the begin of one', () => {
  const square = fc.oneof(fc.integer({ min: 16, max: 235 }), fc.uint8Array({ minLength: 256, maxLength: 256, max: 3 }))
  fc.assert(
    fc.property(fc.array(fc.array(square, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (pictures) => {
      const writer = createH264Writer(2, 2)
      for (const [index, squares] of pictures.entries())
        expect(unitsOf(writer.write(squares, false))).toEqual(index === 0 ? [7, 8, 5] : [1])
    }),
  )
})
