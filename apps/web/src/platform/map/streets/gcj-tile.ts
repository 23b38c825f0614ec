import gcoord from 'gcoord'

/** Fraction of the world's width and height, from the north-west corner (Web Mercator). */
type WorldPoint = { readonly x: number; readonly y: number }

const worldPoint = (lng: number, lat: number): WorldPoint => {
  const sine = Math.sin((lat * Math.PI) / 180)
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

const placeAt = ({ x, y }: WorldPoint): [number, number] => [
  (x - 0.5) * 360,
  (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90,
]

/**
 * How far a GCJ-02 map draws a place from where WGS-84 has it, as fractions of the world's width; zero outside China. It changes by
 * about a metre per kilometre, so one shift serves a tile or a screen.
 */
export const gcjShift = (lng: number, lat: number): WorldPoint => {
  const [shiftedLng, shiftedLat] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02)
  const [from, to] = [worldPoint(lng, lat), worldPoint(shiftedLng, shiftedLat)]
  return { x: to.x - from.x, y: to.y - from.y }
}

export type TilePart = { readonly x: number; readonly y: number; readonly left: number; readonly top: number }

/** The GCJ-02 tiles that cover a WGS-84 tile, up to four, and where their corner lies on it, in tiles. */
export const gcjParts = (zoom: number, x: number, y: number): readonly TilePart[] => {
  const count = 2 ** zoom
  const shift = gcjShift(...placeAt({ x: (x + 0.5) / count, y: (y + 0.5) / count }))
  const [west, north] = [x + shift.x * count, y + shift.y * count]
  const parts: TilePart[] = []
  for (const column of new Set([Math.floor(west), Math.ceil(west)]))
    for (const row of new Set([Math.floor(north), Math.ceil(north)]))
      if (row >= 0 && row < count) parts.push({ x: (column + count) % count, y: row, left: column - west, top: row - north })
  return parts
}
