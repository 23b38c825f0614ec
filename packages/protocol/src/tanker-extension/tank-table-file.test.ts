import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ellipticTable } from '@tanker/domain/tank/tank-table'
import { decodeTankTableFile, encodeTankTableFile, type TankTableFile } from './tank-table-file.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

const small: TankTableFile = {
  compartment: 3,
  serial: '25080000011',
  effectiveAt: Date.UTC(2026, 5, 1, 4),
  tankHeightMm: 20,
  capacityL: 18.15,
  pipeL: 12,
  restart: true,
  clearFiles: false,
  table: { levelsMm: [0, 10, 20], volumesL: [0, 6.43, 18.15] },
}
const written = `tanktable 1
compartment 3
serial 25080000011
effective 2026-06-01T04:00:00Z
height 20
capacity 18.15
pipe 12
restart 1
clear 0
rows 3
0,0
10,6.43
20,18.15
`

test('a tank table goes down as the lines of docs/tanker-extension.md', () => {
  expect(textOf(encodeTankTableFile(small))).toBe(written)
  expect(decodeTankTableFile(bytesOf(written))).toEqual(small)
})

test('words of a later version are skipped', () => {
  expect(decodeTankTableFile(bytesOf(written.replace('pipe 12', 'pipe 12\nmaterial steel')))).toEqual(small)
})

test.each([
  ['of another version', written.replace('tanktable 1', 'tanktable 2')],
  ['that lost rows on its way', written.replace('10,6.43\n', '')],
  ['whose volumes fall', written.replace('10,6.43', '10,60.43')],
  ['that is not of this tank', written.replace('height 20', 'height 15')],
  ['without a time', written.replace('2026-06-01T04:00:00Z', 'soon')],
  ['that is empty', ''],
])('a file %s is no tank table', (_, text) => {
  expect(decodeTankTableFile(bytesOf(text))).toBeNull()
})

test('any tank comes back as it was written', () => {
  const anyFile = fc
    .record({
      compartment: fc.integer({ min: 1, max: 10 }),
      serial: fc.stringMatching(/^[0-9A-Za-z]{0,40}$/),
      effectiveS: fc.integer({ min: 0, max: 4_000_000_000 }),
      heightMm: fc.integer({ min: 300, max: 3_000 }),
      pipeCl: fc.integer({ min: 0, max: 9_999 }),
      restart: fc.boolean(),
      clearFiles: fc.boolean(),
      rowMm: fc.integer({ min: 5, max: 100 }),
    })
    .map(({ effectiveS, heightMm, pipeCl, rowMm, ...file }): TankTableFile => {
      const oval = ellipticTable({ halfWidthM: 1.2, halfHeightM: heightMm / 2_000, lengthM: 2.7 }, rowMm)
      const volumesL = oval.volumesL.map((volumeL) => Math.round(volumeL * 100) / 100)
      const table = { levelsMm: oval.levelsMm, volumesL }
      return {
        ...file,
        effectiveAt: effectiveS * 1_000,
        tankHeightMm: heightMm,
        pipeL: pipeCl / 100,
        capacityL: volumesL.at(-1) ?? 0,
        table,
      }
    })
  fc.assert(
    fc.property(anyFile, (file) => {
      expect(decodeTankTableFile(encodeTankTableFile(file))).toEqual(file)
    }),
  )
})
