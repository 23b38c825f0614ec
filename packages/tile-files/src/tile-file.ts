import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { StreetMap } from '@tanker/contract/street-map'
import {
  bytesToHeader,
  Compression,
  EtagMismatch,
  type Header,
  PMTiles,
  type RangeResponse,
  SharedPromiseCache,
  type Source,
  TileType,
} from 'pmtiles'

const HEADER_BYTES = 127
/** Largest part read at once: a tile, a directory or the metadata. A street tile has some 100 kB. */
const MAX_PART_BYTES = 8 * 1024 * 1024
/** Directories kept in memory; a province needs about ten. */
const MAX_DIRECTORIES = 64

/** A tile file that cannot be used; the message says why. */
export class WrongTileFile extends Error {}

/** What a PMTiles file says of itself. */
export type TileFile = { readonly file: string } & Omit<StreetMap, 'tiles' | 'system'>

/** Reads header and metadata of a PMTiles 3 file; throws `WrongTileFile`. */
export function describeTileFile(file: string): TileFile {
  const header = readHeader(file)
  const metadata = header.jsonMetadataLength === 0 ? {} : readMetadata(file, header)
  const layers = new Set((metadata.vector_layers ?? []).map(({ id }) => id))
  const schema = layers.has('transportation') ? 'openmaptiles' : layers.has('roads') ? 'protomaps' : null
  if (header.tileType === TileType.Mvt && schema === null)
    throw new WrongTileFile('its vector tiles have neither the layers of Protomaps (roads) nor of OpenMapTiles (transportation)')
  if (header.tileType === TileType.Unknown || header.tileType > TileType.Webp)
    throw new WrongTileFile('its tiles are neither vector tiles nor PNG, JPEG or WebP pictures')
  return {
    file,
    schema,
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    credit: plainText(metadata.attribution ?? ''),
  }
}

function readHeader(file: string): Header {
  try {
    const bytes = readPart(file, 0, HEADER_BYTES)
    if (Buffer.from(bytes).toString('latin1', 0, 7) !== 'PMTiles') throw new Error('its first bytes are not those of a PMTiles file')
    return bytesToHeader(bytes)
  } catch (error) {
    throw new WrongTileFile(error instanceof Error ? error.message : String(error))
  }
}

type Metadata = { vector_layers?: { id: string }[]; attribution?: string }

function readMetadata(file: string, header: Header): Metadata {
  try {
    if (header.jsonMetadataLength > MAX_PART_BYTES) throw new Error('too long')
    const bytes = Buffer.from(readPart(file, header.jsonMetadataOffset, header.jsonMetadataLength))
    const read = header.internalCompression === Compression.Gzip ? gunzipSync(bytes, { maxOutputLength: MAX_PART_BYTES }) : bytes
    return JSON.parse(read.toString('utf8')) as Metadata
  } catch (error) {
    throw new WrongTileFile(`its metadata cannot be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

function readPart(file: string, offset: number, length: number): ArrayBuffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(length)
    const read = readSync(handle, bytes, 0, length, offset)
    if (read < length) throw new Error('it is shorter than it says')
    return bytes.buffer
  } finally {
    closeSync(handle)
  }
}

/** Metadata has links in HTML; the map shows text. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, 200)

/** Parts of a file. It is opened for each part, so that it may be replaced while the server runs. */
class FileParts implements Source {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  getKey = (): string => this.#file

  async getBytes(offset: number, length: number, _signal?: AbortSignal, known?: string): Promise<RangeResponse> {
    if (length > MAX_PART_BYTES) throw new Error(`${this.#file} has a part of ${length} bytes`)
    const handle = await open(this.#file)
    try {
      const { mtimeMs, size } = await handle.stat()
      const etag = `${mtimeMs}-${size}`
      if (known !== undefined && known !== etag) throw new EtagMismatch()
      const bytes = new Uint8Array(length)
      const { bytesRead } = await handle.read(bytes, 0, length, offset)
      return { data: bytes.buffer.slice(0, bytesRead), etag }
    } finally {
      await handle.close()
    }
  }
}

/** A reader of tiles: the bytes of a tile, unpacked; none where the file has no such tile. */
export const openTileFile = (file: string): ((zoom: number, x: number, y: number) => Promise<Uint8Array>) => {
  const tiles = new PMTiles(new FileParts(file), new SharedPromiseCache(MAX_DIRECTORIES))
  return async (zoom, x, y) => {
    if (x >= 2 ** zoom || y >= 2 ** zoom) return new Uint8Array()
    const found = await tiles.getZxy(zoom, x, y)
    return new Uint8Array(found?.data ?? new ArrayBuffer())
  }
}
