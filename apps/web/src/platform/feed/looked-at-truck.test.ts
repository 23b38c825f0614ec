import type { FleetSnapshot } from '@tanker/contract/trucks'
import { afterEach, expect, test } from 'vitest'
import { stubStorage } from '../test-storage.ts'
import { fleetStore } from './fleet-store.ts'
import { forgetTruck, keepTruck, lookedAtTruck, newestTruck } from './looked-at-truck.ts'

afterEach(() => {
  fleetStore.fleet = null
})

const signedInAs = (userName: string): void => sessionStorage.setItem('userInfo', JSON.stringify({ userName }))
const fleetOf = (...truckId: number[]): FleetSnapshot => ({ truckId }) as FleetSnapshot

test('the truck looked at last is kept for each user of the browser, until it is forgotten', () => {
  stubStorage('localStorage')
  stubStorage('sessionStorage')
  signedInAs('anna')
  expect(lookedAtTruck()).toBeNull()
  keepTruck(7)
  expect(lookedAtTruck()).toBe(7)
  signedInAs('ben')
  expect(lookedAtTruck()).toBeNull()
  signedInAs('anna')
  forgetTruck()
  expect(lookedAtTruck()).toBeNull()
})

test('a truck that is no more among those of the user does not count, once the fleet is there', () => {
  stubStorage('localStorage')
  stubStorage('sessionStorage')
  signedInAs('anna')
  keepTruck(7)
  fleetStore.fleet = fleetOf(6, 7)
  expect(lookedAtTruck()).toBe(7)
  fleetStore.fleet = fleetOf(6, 8)
  expect(lookedAtTruck()).toBeNull()
})

test('what is kept and is no truck does not count', () => {
  stubStorage('localStorage', { 'looked-at-truck anna': 'x' })
  stubStorage('sessionStorage')
  signedInAs('anna')
  expect(lookedAtTruck()).toBeNull()
})

test('the truck with the newest reading is found among those that have reported', () => {
  expect(newestTruck({ truckId: [4, 5, 6], gpsTime: [null, 200, 100] })).toBe(5)
  expect(newestTruck({ truckId: [4], gpsTime: [null] })).toBeNull()
  expect(newestTruck({ truckId: [], gpsTime: [] })).toBeNull()
})
