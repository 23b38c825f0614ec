import { streetMapCalls } from '@tanker/contract/endpoints/street-map'
import { BASE_PATH, HEADER } from '@tanker/contract/envelope'
import { headerId } from '../../calls/session.ts'

/** Tiles of the server's own file. */
export const OWN_TILES = `${location.origin}${BASE_PATH}${streetMapCalls.tile.path}`

/** The address with the session for tiles of this server; other servers get nothing. */
export const withSession = (url: string): { url: string; headers?: Record<string, string> } =>
  url.startsWith(OWN_TILES) ? { url, headers: { [HEADER.session]: headerId() ?? '' } } : { url }
