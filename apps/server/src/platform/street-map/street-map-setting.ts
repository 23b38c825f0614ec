import { COORDINATE_SYSTEMS, MAX_TILE_LAYERS, MAX_TILE_ZOOM, type StreetMap, TILE_SCHEMAS } from '@tanker/contract/street-map'
import { describeTileFile, WrongTileFile } from '@tanker/tile-files/tile-file'

/** A setting of the street map that cannot be used; the message names it and says what to do. */
export class WrongStreetMap extends Error {}

/** The street map of an installation: its own tile file, or tiles of another server. */
export type StreetMapSetting = { readonly map: StreetMap; readonly file: string | null }

type Env = Readonly<Record<string, string | undefined>>

const EVERYWHERE: StreetMap['bounds'] = [-180, -85, 180, 85]
const PICTURE_ZOOM = 18
const VECTOR_ZOOM = 14

/** Reads MAP_TILES and the settings beside it (docs/operating.md); null without MAP_TILES. Throws `WrongStreetMap`. */
export function streetMapOf(env: Env): StreetMapSetting | null {
  const tiles = (env['MAP_TILES'] ?? '').trim()
  if (tiles === '') return null
  const system = oneOf(env, 'MAP_TILES_SYSTEM', COORDINATE_SYSTEMS) ?? 'wgs84'
  const credit = env['MAP_TILES_CREDIT']?.trim()
  if (!/^https?:/i.test(tiles)) {
    try {
      const { file, ...described } = describeTileFile(tiles)
      return { file, map: { ...described, tiles: null, system, credit: credit ?? described.credit } }
    } catch (error) {
      if (!(error instanceof WrongTileFile)) throw error
      throw new WrongStreetMap(
        `MAP_TILES ${tiles}: ${error.message}. Give a PMTiles file, or addresses of tiles such as https://tiles.example.com/{z}/{x}/{y}.png.`,
      )
    }
  }
  const addresses = tiles.split(/\s+/)
  if (addresses.length > MAX_TILE_LAYERS)
    throw new WrongStreetMap(`MAP_TILES: give at most ${MAX_TILE_LAYERS} addresses, the lowest layer first, separated by spaces.`)
  for (const address of addresses) {
    const filled = address.replace('{z}', '1').replace('{x}', '1').replace('{y}', '1')
    if (!/^https?:/i.test(address) || !URL.canParse(filled) || !['{z}', '{x}', '{y}'].every((part) => address.includes(part)))
      throw new WrongStreetMap(`MAP_TILES ${address}: an address of tiles begins with https:// and has {z}, {x} and {y}.`)
  }
  const isVector = addresses.every((address) => /\.(?:pbf|mvt)(?:$|\?)/i.test(address))
  const schema = oneOf(env, 'MAP_TILES_SCHEMA', TILE_SCHEMAS)
  if (isVector && addresses.length > 1) throw new WrongStreetMap('MAP_TILES: give one address of vector tiles.')
  return {
    file: null,
    map: {
      tiles: addresses,
      schema: isVector ? (schema ?? 'openmaptiles') : null,
      system,
      minZoom: 0,
      maxZoom: zoomOf(env['MAP_TILES_MAX_ZOOM'], isVector ? VECTOR_ZOOM : PICTURE_ZOOM),
      bounds: EVERYWHERE,
      credit: credit ?? '',
    },
  }
}

function oneOf<const T extends readonly string[]>(env: Env, name: string, known: T): T[number] | null {
  const text = env[name] ?? ''
  if (text === '') return null
  const found = known.find((one) => one === text)
  if (found === undefined) throw new WrongStreetMap(`${name} ${text}: give ${known.join(' or ')}.`)
  return found
}

function zoomOf(text: string | undefined, usual: number): number {
  if (text === undefined || text === '') return usual
  if (!/^\d{1,2}$/.test(text) || Number(text) > MAX_TILE_ZOOM)
    throw new WrongStreetMap(`MAP_TILES_MAX_ZOOM ${text}: give the largest zoom that has tiles, from 0 to ${MAX_TILE_ZOOM}.`)
  return Number(text)
}

/** Origins that the browser reads tiles from, for the content security policy. */
export const originsOf = (setting: StreetMapSetting | null): string[] => [
  ...new Set((setting?.map.tiles ?? []).map((address) => new URL(address.replaceAll(/[{}]/g, '')).origin)),
]
