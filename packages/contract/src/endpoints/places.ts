import { endpoint } from '../endpoint.ts'
import { mapPlaces } from '../trucks.ts'

export const placeCalls = {
  list: endpoint({
    method: 'GET',
    path: '/map/places',
    policy: 'session',
    summary: 'Places and fences for the map',
    input: null,
    answer: mapPlaces,
  }),
}
