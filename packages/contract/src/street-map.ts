import { z } from 'zod'

/** WGS-84 as GPS gives it, or GCJ-02, in which Chinese map services shift their maps by some hundred metres. */
export const COORDINATE_SYSTEMS = ['wgs84', 'gcj02'] as const
/** How the layers of vector tiles are named. */
export const TILE_SCHEMAS = ['protomaps', 'openmaptiles'] as const

export const MAX_TILE_ZOOM = 22 // a house fills the screen
/** Layers of tiles above each other, such as streets and their names. */
export const MAX_TILE_LAYERS = 3

const tileNumber = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** MAX_TILE_ZOOM - 1)

/** One tile of the server's own tile file. */
export const tileAsked = z.object({ zoom: z.coerce.number().int().min(0).max(MAX_TILE_ZOOM), x: tileNumber, y: tileNumber })

/** The street map of this installation; null where none is set. */
export const streetMap = z
  .object({
    /** Addresses with {z}, {x} and {y}, bottom layer first; null: the server's own tile file. */
    tiles: z.array(z.string()).max(MAX_TILE_LAYERS).nullable(),
    /** Null: pictures. */
    schema: z.enum(TILE_SCHEMAS).nullable(),
    system: z.enum(COORDINATE_SYSTEMS),
    /** Zooms with tiles of their own; beyond the largest they are enlarged. */
    minZoom: z.number().int(),
    maxZoom: z.number().int(),
    /** West, south, east, north in degrees. */
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    /** Owner of the map data, shown in a corner of the map; may be empty. */
    credit: z.string(),
  })
  .nullable()

export type StreetMap = NonNullable<z.infer<typeof streetMap>>
