import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeTileFile } from './test-tile-file.ts'
import { describeTileFile, openTileFile } from './tile-file.ts'

const file = join(mkdtempSync(join(tmpdir(), 'tiles-')), 'any.pmtiles')
const metadata = { vector_layers: [{ id: 'roads' }] }

const tileNumbers = fc
  .integer({ min: 0, max: 15 })
  .chain((zoom) =>
    fc.record({ zoom: fc.constant(zoom), x: fc.integer({ min: 0, max: 2 ** zoom - 1 }), y: fc.integer({ min: 0, max: 2 ** zoom - 1 }) }),
  )

test('every tile of a file is read as it was written, and no other', async () => {
  const named = ({ zoom, x, y }: { zoom: number; x: number; y: number }) => `${zoom}/${x}/${y}`
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(tileNumbers, { selector: named, minLength: 1, maxLength: 30 }), tileNumbers, async (numbers, other) => {
      writeTileFile(file, { tiles: numbers.map((number) => ({ ...number, bytes: Buffer.from(named(number)) })), metadata })
      const tile = openTileFile(file)
      for (const number of numbers) expect(Buffer.from(await tile(number.zoom, number.x, number.y)).toString()).toBe(named(number))
      const isWritten = numbers.some((number) => named(number) === named(other))
      expect((await tile(other.zoom, other.x, other.y)).length).toBe(isWritten ? named(other).length : 0)
      const zooms = numbers.map(({ zoom }) => zoom)
      expect(describeTileFile(file)).toMatchObject({ minZoom: Math.min(...zooms), maxZoom: Math.max(...zooms) })
    }),
    { numRuns: 40 },
  )
})
