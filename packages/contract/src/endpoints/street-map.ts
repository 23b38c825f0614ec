import { BYTES, endpoint } from '../endpoint.ts'
import { streetMap, tileAsked } from '../street-map.ts'

export const streetMapCalls = {
  read: endpoint({
    method: 'GET',
    path: '/map/streets',
    policy: 'session',
    summary: 'The street map of this installation, if one is set',
    input: null,
    answer: streetMap,
  }),
  tile: endpoint({
    method: 'GET',
    path: '/map/streets/tile',
    policy: 'session',
    summary: "One tile of the server's own tile file; empty where the file has none",
    input: tileAsked,
    answer: BYTES,
  }),
}
