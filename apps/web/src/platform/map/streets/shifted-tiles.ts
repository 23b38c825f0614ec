import { addProtocol } from 'maplibre-gl'
import { gcjParts } from './gcj-tile.ts'
import { withSession } from './tile-requests.ts'

const PROTOCOL = 'gcj02'
const TILE_PX = 256
/** Tiles kept for their neighbours: each is part of up to four. */
const MAX_KEPT_TILES = 64

const kept = new Map<string, Promise<ImageBitmap>>()

const read = async (address: string): Promise<ImageBitmap> => {
  const { url, headers = {} } = withSession(address)
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`tile: HTTP ${answer.status}`)
  return createImageBitmap(await answer.blob())
}

/** A tile, read once for all the tiles that it is part of. */
const tileAt = (address: string): Promise<ImageBitmap> => {
  const known = kept.get(address)
  if (known) return known
  const reading = read(address)
  kept.set(address, reading)
  reading.catch(() => kept.delete(address))
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT_TILES) break
    kept.delete(oldest)
  }
  return reading
}

/** Draws a WGS-84 tile from the GCJ-02 tiles that cover it. */
const drawn = async (address: string, zoom: number, x: number, y: number): Promise<ImageBitmap> => {
  const parts = await Promise.all(
    gcjParts(zoom, x, y).map(async (part) => ({
      ...part,
      picture: await tileAt(address.replace('{z}', String(zoom)).replace('{x}', String(part.x)).replace('{y}', String(part.y))),
    })),
  )
  const size = parts[0]?.picture.width ?? TILE_PX
  const canvas = new OffscreenCanvas(size, size)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas support')
  for (const { picture, left, top } of parts) pen.drawImage(picture, Math.round(left * size), Math.round(top * size), size, size)
  return canvas.transferToImageBitmap()
}

const addresses: string[] = []

/** The address under which the map finds the tiles of a GCJ-02 map, drawn where WGS-84 has them. */
export const shiftedTiles = (address: string): string => {
  addProtocol(PROTOCOL, async ({ url }) => {
    const [number, zoom, x, y] = url.slice(`${PROTOCOL}://`.length).split('/').map(Number)
    return { data: await drawn(addresses[number ?? 0] ?? '', zoom ?? 0, x ?? 0, y ?? 0) }
  })
  // The map fills in {z}, {x} and {y} wherever they are, so the address itself goes by its number.
  if (!addresses.includes(address)) addresses.push(address)
  return `${PROTOCOL}://${addresses.indexOf(address)}/{z}/{x}/{y}`
}
