import { BOARD_SCREENS, boardDrivers, drivenToday, truckTrail, truckTrip } from '../board.ts'
import { deviceMonitor, truckDevices } from '../device-monitor.ts'
import { endpoint } from '../endpoint.ts'
import { safetyMonitor, truckSafety } from '../safety-monitor.ts'
import { waterMonitor } from '../water-monitor.ts'

const devices = { permission: 'monitor/device_target' } as const
const safety = { permission: 'monitor/safe_target' } as const
const board = { anyOf: BOARD_SCREENS } as const

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
  driven: endpoint({
    method: 'GET',
    path: '/trucks/:truckId/driven',
    policy: { permission: 'monitor/track_map' },
    summary: 'Get how far a truck has driven since midnight',
    input: null,
    answer: drivenToday,
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/board/drivers',
    policy: board,
    summary: 'List drivers and their trucks, to be found by name',
    input: null,
    answer: boardDrivers,
  }),
  safety: endpoint({
    method: 'GET',
    path: '/board/safety',
    policy: safety,
    summary: 'Get how every truck is driven today: drivers, driving times, active-safety events and overspeed',
    input: null,
    answer: safetyMonitor,
  }),
  truckSafety: endpoint({
    method: 'GET',
    path: '/trucks/:truckId/safety',
    policy: safety,
    summary: 'List the active-safety and overspeed events of a truck since midnight',
    input: null,
    answer: truckSafety,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/board/devices',
    policy: devices,
    summary: 'Get how the devices of every truck stand: counts by type, voltages, versions and signal strength',
    input: null,
    answer: deviceMonitor,
  }),
  truckDevices: endpoint({
    method: 'GET',
    path: '/trucks/:truckId/devices',
    policy: devices,
    summary: 'List the devices of a truck: console, controller, probes, gauges, cameras and flow meters',
    input: null,
    answer: truckDevices,
  }),
  water: endpoint({
    method: 'GET',
    path: '/board/water',
    policy: { permission: 'monitor/sprinkler_monitoring' },
    summary: 'Get what every water truck is doing, the water it has left, and what it has sprayed, filled and driven today',
    input: null,
    answer: waterMonitor,
  }),
}
