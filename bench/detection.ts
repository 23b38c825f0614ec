// Speed of detection: µs per step and per encode, bytes per truck.
// Usage: npm run bench -- detection
import { boundsOf } from '@tanker/domain/fences/geo'
import type { Fence } from '@tanker/domain/fences/fence'
import type { Reading } from '@tanker/domain/reading'
import type { FenceFinder } from '@tanker/domain/trucks/truck-context'
import { aDay, aTruck, depot, park, repairShop, secondStation, station } from '../packages/detection/src/scenarios/a-day.ts'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '@tanker/detection/truck-engine'

/** Fences by cells of a hundredth of a degree, as the server finds them. */
function cellFinder(fences: readonly Fence[]): FenceFinder {
  const cells = new Map<number, Fence[]>()
  const none: readonly Fence[] = []
  const cell = (lat: number, lng: number): number => Math.floor(lat * 100) * 100_000 + Math.floor(lng * 100)
  for (const fence of fences) {
    const { south, north, west, east } = boundsOf(fence, 100)
    for (let lat = south; lat <= north + 0.01; lat += 0.01) {
      for (let lng = west; lng <= east + 0.01; lng += 0.01) {
        const key = cell(Math.min(lat, north), Math.min(lng, east))
        cells.set(key, [...(cells.get(key) ?? []), fence])
      }
    }
  }
  return { near: (lat, lng) => cells.get(cell(lat, lng)) ?? none }
}

const truck = aTruck({ fences: cellFinder([depot, station, secondStation, park, repairShop]) })
const loaded = (): ReturnType<typeof aDay> => aDay(3).waits(300).loads([7700, 7700, 6000], 60).drivesTo(5)
const start = loaded().readings
const moving = loaded().drivesTo(60).readings.slice(start.length)
const wholeDay = loaded().drivesTo(90).waits(120).unloads([0, 0, 0], 60).waits(600).shuts().waits(3600).drivesTo(0).waits(7200).readings
const trucks = 300

measure('step, moving, 3 compartments, no events', moving)
measure('step, a whole day with loading and unloading', wholeDay, true)
measureEncode()
measureRestore()

function measure(name: string, readings: readonly Reading[], fromNothing = false): void {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round += 1) {
    const states = Array.from({ length: trucks }, () => begun(fromNothing))
    const from = performance.now()
    // Trucks take turns, as they do in a gateway, so that no state stays in the processor's nearest memory.
    for (const reading of readings) for (const state of states) step(state, reading, truck)
    best = Math.min(best, ((performance.now() - from) * 1000) / (trucks * readings.length))
  }
  console.log(`${name}: ${best.toFixed(2)} µs`)
}

function begun(fromNothing: boolean): ReturnType<typeof createTruckState> {
  const state = createTruckState()
  if (!fromNothing) for (const reading of start) step(state, reading, truck)
  return state
}

function measureEncode(): void {
  const states = Array.from({ length: trucks }, () => begun(false))
  for (const state of states) for (const reading of moving.slice(0, 60)) step(state, reading, truck)
  let best = Number.POSITIVE_INFINITY
  let bytes = 0
  for (let round = 0; round < 400; round += 1) {
    const from = performance.now()
    for (const state of states) bytes = encodeTruckState(state).length
    best = Math.min(best, ((performance.now() - from) * 1000) / trucks)
  }
  console.log(`encode, on the road loaded: ${best.toFixed(2)} µs, ${bytes} bytes`)
  const state = createTruckState()
  const sizes = wholeDay.map((reading) => {
    step(state, reading, truck)
    return encodeTruckState(state).length
  })
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  console.log(`bytes over a day: mean ${mean.toFixed(0)}, most ${Math.max(...sizes)} (hoses coupled, all covers open)`)
}

function measureRestore(): void {
  const state = begun(false)
  const bytes = encodeTruckState(state)
  const recent = start.filter(({ at }) => at > state.newestAt - 900_000)
  const from = performance.now()
  for (let i = 0; i < 500; i += 1) restoreTruckState(bytes, recent, truck)
  console.log(`restore with ${recent.length} readings: ${(((performance.now() - from) * 1000) / 500).toFixed(0)} µs`)
}
