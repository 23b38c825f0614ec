import { z } from 'zod'
import { BOARD_SCREENS } from '../board.ts'
import { endpoint } from '../endpoint.ts'
import { devices, fleetSnapshot, heartbeatTimeouts, onlineTrucks, truckCard, truckStatusData } from '../trucks.ts'

export const truckCalls = {
  status: endpoint({
    method: 'GET',
    path: '/truckStatusData',
    policy: 'session',
    summary: 'Status of every truck, counters by status, litres by product',
    input: z.object({ userPri: z.string().optional() }),
    answer: truckStatusData,
  }),
  online: endpoint({
    method: 'GET',
    path: '/onlineTruck',
    policy: 'session',
    summary: 'The trucks that are not offline',
    input: null,
    answer: onlineTrucks,
  }),
  heartbeatTimeouts: endpoint({
    method: 'GET',
    path: '/heartBeatInfo',
    policy: 'session',
    summary: 'Trucks silent for a quarter of an hour or longer; for super administrators',
    input: z.object({ userPri: z.string().optional() }),
    answer: heartbeatTimeouts,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/devices/all',
    policy: 'session',
    summary: 'The on-board console of every truck',
    input: null,
    answer: devices,
  }),
  fleet: endpoint({
    method: 'GET',
    path: '/trucks/live',
    policy: { anyOf: BOARD_SCREENS },
    summary: 'The fleet data of the map and the tree, as arrays',
    input: null,
    answer: fleetSnapshot,
  }),
  card: endpoint({
    method: 'GET',
    path: '/trucks/:truckId/card',
    policy: 'session',
    summary: 'The card of one truck',
    input: null,
    answer: truckCard,
  }),
}
