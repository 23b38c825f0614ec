import { writeFileSync } from 'node:fs'
import { Compression, TileType, zxyToTileId } from 'pmtiles'

export const PNG_TILES = TileType.Png

export type TestTile = { readonly zoom: number; readonly x: number; readonly y: number; readonly bytes: Uint8Array }

type Written = {
  readonly tiles: readonly TestTile[]
  readonly metadata?: object
  readonly type?: number
  /** West, south, east, north in degrees. */
  readonly bounds?: readonly [number, number, number, number]
}

const HEADER_BYTES = 127

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))])

/** Writes a PMTiles 3 file without compression, with one directory. */
export function writeTileFile(file: string, { tiles, metadata = {}, type = TileType.Mvt, bounds = [118, 31, 121, 33] }: Written): void {
  const sorted = tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.zoom, tile.x, tile.y) })).toSorted((a, b) => a.id - b.id)
  const directory = Buffer.from(
    [
      varint(sorted.length),
      ...sorted.map(({ id }, index) => varint(id - (sorted[index - 1]?.id ?? 0))),
      ...sorted.map(() => varint(1)),
      ...sorted.map(({ bytes }) => varint(bytes.length)),
      // Zero: right after the one before.
      ...sorted.map((_, index) => varint(index === 0 ? 1 : 0)),
    ].flat(),
  )
  const about = Buffer.from(JSON.stringify(metadata))
  const content = Buffer.concat(sorted.map(({ bytes }) => bytes))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const parts = [directory.length, about.length, 0, content.length]
  let offset = HEADER_BYTES
  for (const [index, length] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    offset += length
  }
  const zooms = sorted.map(({ zoom }) => zoom)
  header.set([1, Compression.None, Compression.None, type, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4)
  writeFileSync(file, Buffer.concat([header, directory, about, content]))
}
