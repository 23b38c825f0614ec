import { endpoint } from '../endpoint.ts'
import { trackAsked, trackTanks, truckTrack, waterTrack, waterTrucks } from '../track.ts'

const playback = { permission: 'monitor/playback_track' } as const

const water = { permission: 'monitor/sprinkler_playback_track' } as const

const comparison = { permission: 'monitor/track_compare' } as const

export const trackCalls = {
  read: endpoint({
    method: 'GET',
    path: '/tracks/:truckId',
    policy: playback,
    summary: 'Get every position of a truck over at most 3 days, as columns of differences, and its stops',
    input: trackAsked,
    answer: truckTrack,
  }),
  tanks: endpoint({
    method: 'GET',
    path: '/tracks/:truckId/tanks',
    policy: playback,
    summary: 'Get level and volume of every compartment of a truck over at most 3 days, downsampled, and what happened',
    input: trackAsked,
    answer: trackTanks,
  }),
  compared: endpoint({
    method: 'GET',
    path: '/tracks/:truckId/compared',
    policy: comparison,
    summary: 'Get every position of a truck over at most 3 days, as columns of differences, and its stops, to be compared with others',
    input: trackAsked,
    answer: truckTrack,
  }),
  waterTrucks: endpoint({
    method: 'GET',
    path: '/tracks/water-trucks',
    policy: water,
    summary: 'List the trucks that carry water',
    input: null,
    answer: waterTrucks,
  }),
  water: endpoint({
    method: 'GET',
    path: '/tracks/:truckId/water',
    policy: water,
    summary: 'Get every position of a water truck over at most 3 days, its tanks, and its fillings and sprayings',
    input: trackAsked,
    answer: waterTrack,
  }),
}
