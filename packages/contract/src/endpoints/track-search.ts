import { endpoint } from '../endpoint.ts'
import { searchFences, trackPasses, trackSearchAsked } from '../track-search.ts'

const search = { permission: 'monitor/track_search' } as const

export const trackSearchCalls = {
  passes: endpoint({
    method: 'GET',
    path: '/track-search',
    policy: search,
    summary: 'List which trucks were in an area during at most 31 days, with entry and exit of each stay',
    input: trackSearchAsked,
    answer: trackPasses,
  }),
  fences: endpoint({
    method: 'GET',
    path: '/track-search/fences',
    policy: search,
    summary: 'List the fences in force, with their areas, to search in one of them',
    input: null,
    answer: searchFences,
  }),
}
