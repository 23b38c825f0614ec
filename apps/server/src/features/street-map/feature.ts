import { Readable } from 'node:stream'
import { BYTES } from '@tanker/contract/endpoint'
import { streetMapCalls } from '@tanker/contract/endpoints/street-map'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { openTileFile } from '@tanker/tile-files/tile-file'
import type { Feature } from '../feature.ts'

/** Browsers keep a tile for a day: streets change slowly, and panning back needs no call. */
const TILE_AGE_S = 86_400

/** Streets below the fleet, from a tile file or another server. */
export const streetMap: Feature = { routes: (parts) => routes(parts) }

function routes({ settings: { streetMap: setting } }: HttpParts): Route[] {
  const tileOf = setting?.file ? openTileFile(setting.file) : async () => new Uint8Array()
  return [
    handle(streetMapCalls.read, async () => setting?.map ?? null),
    handle(
      streetMapCalls.tile,
      async ({ input }) =>
        new FileAnswer(
          Readable.from([await tileOf(input.zoom, input.x, input.y)]),
          BYTES,
          `${input.zoom}-${input.x}-${input.y}`,
          TILE_AGE_S,
        ),
    ),
  ]
}
