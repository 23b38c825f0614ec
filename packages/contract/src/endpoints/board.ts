import { boardDrivers, truckTrail, truckTrip } from '../board.ts'
import { endpoint } from '../endpoint.ts'

const board = { permission: 'monitor/cargo_transport' } as const

export const boardCalls = {
  trail: endpoint({
    method: 'GET',
    path: '/trucks/:truckId/trail',
    policy: board,
    summary: 'Get where a truck was in the last two hours, with its cover openings and operations',
    input: null,
    answer: truckTrail,
  }),
  trip: endpoint({
    method: 'GET',
    path: '/trucks/:truckId/trip',
    policy: board,
    summary: 'Get the running trip of a truck: slip, load, depot, stations and the estimated arrival at the next one',
    input: null,
    answer: truckTrip,
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/board/drivers',
    policy: board,
    summary: 'List drivers and their trucks, to be found by name',
    input: null,
    answer: boardDrivers,
  }),
}
