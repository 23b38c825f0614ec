import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { metresOutside } from '@tanker/domain/fences/geo'
import { MANHOLE } from '@tanker/domain/devices/probe-type'
import { expect, test } from 'vitest'
import { createFleet } from './test-fleet.ts'
import type { Report } from './reporter.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import type { TruckOutput } from './truck-life.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)
const hourMs = 3_600_000

const reportsOf = (outputs: readonly TruckOutput[]): Report[] =>
  outputs.flatMap((output) => (output.kind === 'report' ? [output.report] : []))

test('the same seed gives the same day, however often the clock is asked; another seed another day', () => {
  const digest = (seed: number, stepMs: number) => {
    const fleet = createFleet({ world, seed, startAt, trucks: 3 })
    const hashes = new Map<string, ReturnType<typeof createHash>>()
    for (let at = startAt + stepMs; at <= startAt + 2 * hourMs; at += stepMs) {
      for (const { life, outputs } of fleet.advance(at)) {
        const { plate } = life.body.row
        const hash = hashes.get(plate) ?? createHash('sha256')
        hashes.set(plate, hash.update(JSON.stringify(outputs).slice(1, -1)))
      }
    }
    return [...hashes]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([plate, hash]) => plate + hash.digest('hex'))
      .join()
  }
  expect(digest(7, hourMs)).toBe(digest(7, hourMs))
  expect(digest(7, hourMs)).not.toBe(digest(8, hourMs))
  const positions = (stepMs: number) => {
    const fleet = createFleet({ world, seed: 7, startAt, trucks: 3 })
    for (let at = startAt + stepMs; at <= startAt + hourMs; at += stepMs) fleet.advance(at)
    return fleet.lives.map(({ body }) => [body.at, body.lat, body.lng, body.mileageM])
  }
  expect(positions(1_000)).toEqual(positions(hourMs))
})

test('product is conserved: what was loaded is aboard, delivered or stolen', () => {
  const fleet = createFleet({ world, seed: 3, startAt, trucks: 20, scenariosPerTruckHour: 2 })
  fleet.advance(startAt + 8 * hourMs)
  let delivered = 0
  for (const { body } of fleet.lives) {
    const aboardL = body.compartments.reduce((sum, { v20L }) => sum + v20L, 0)
    const { loadedL, unloadedL, lostL } = body.ledger
    expect(Math.abs(loadedL - unloadedL - lostL - aboardL), body.row.plate).toBeLessThan(0.01)
    expect(body.compartments.every((tank) => tank.v20L >= 0 && tank.v20L < tank.row.capacityL)).toBe(true)
    delivered += unloadedL
  }
  expect(delivered).toBeGreaterThan(200_000)
})

test('trucks move as trucks do: no leaps, no speed beyond a hurried driver, no harder braking than an emergency', () => {
  const fleet = createFleet({ world, seed: 5, startAt, trucks: 12 })
  const last = new Map<string, Report>()
  for (let minute = 1; minute <= 240; minute++) {
    for (const { life, outputs } of fleet.advance(startAt + minute * 60_000)) {
      for (const report of reportsOf(outputs)) {
        const before = last.get(life.body.row.plate)
        last.set(life.body.row.plate, report)
        expect(report.position.speedKmh).toBeLessThan(108)
        if (!before || !report.position.located || !before.position.located) continue
        const seconds = (report.at - before.at) / 1_000
        expect(seconds).toBeGreaterThan(0)
        const shape = { shape: 'circle', lat: before.position.lat, lng: before.position.lng, radiusM: 0 } as const
        expect(metresOutside(shape, report.position.lat, report.position.lng)).toBeLessThan(32 * seconds + 20)
        expect(before.position.recorderSpeedKmh! - report.position.recorderSpeedKmh!).toBeLessThan(3.6 * 5 * seconds)
      }
    }
  }
})

test('at the start trucks are everywhere in the cycle, and a newcomer sees an overspeed and a roadside opening within three minutes', () => {
  const fleet = createFleet({ world, seed: 1, startAt })
  expect(new Set(fleet.lives.map(({ body }) => body.activity)).size).toBeGreaterThanOrEqual(4)
  let fastest = 0
  let opened = false
  for (const { life, outputs } of fleet.advance(startAt + 180_000)) {
    for (const report of reportsOf(outputs)) {
      fastest = Math.max(fastest, report.position.speedKmh)
      opened ||= life.body.activity === 'driving' && report.probes.some(({ type, open }) => type === MANHOLE && open)
    }
  }
  expect(fastest).toBeGreaterThan(88)
  expect(opened).toBe(true)
})

test('a driver who is not hurried keeps below 80', () => {
  const fleet = createFleet({ world, seed: 9, startAt, trucks: 10, scenariosPerTruckHour: 0 })
  for (const { outputs } of fleet.advance(startAt + 3 * hourMs)) {
    for (const { position } of reportsOf(outputs)) expect(position.speedKmh).toBeLessThan(80)
  }
})

test('every scenario finds a truck that suits within a day, plays to its end and is named once', () => {
  const fleet = createFleet({ world, seed: 11, startAt, trucks: 20, scenariosPerTruckHour: 0 })
  const left = new Set(allScenarios)
  for (let minute = 1; minute <= 24 * 60 && left.size > 0; minute++) {
    fleet.advance(startAt + minute * 60_000)
    for (const scenario of left) {
      const life = fleet.lives.find(({ body }) => !body.interruption && scenario.suits(body))
      if (!life) continue
      life.play(scenario)
      left.delete(scenario)
    }
  }
  expect([...left].map(({ name }) => name)).toEqual([])
  fleet.advance(fleet.lives[0]!.body.at + 8 * hourMs)
  expect(fleet.lives.every(({ body }) => body.consoleUp && body.linkUp && !body.gpsLost)).toBe(true)
  expect(new Set(allScenarios.map(({ name }) => name)).size).toBe(allScenarios.length)
  expect(allScenarios.every(({ feeds }) => feeds.length > 0)).toBe(true)
})

test('drivers keep to the law: at most eight hours at the wheel in any 24, on days without scenarios', () => {
  const fleet = createFleet({ world, seed: 1, startAt, trucks: 10, scenariosPerTruckHour: 0, warmUpMs: 0 })
  const stepMs = 15 * 60_000
  const driven = new Map(fleet.lives.map((life) => [life, [] as number[]]))
  for (let at = startAt + stepMs; at <= startAt + 4 * 24 * hourMs; at += stepMs) {
    const before = fleet.lives.map(({ body }) => body.driveLeftS)
    fleet.advance(at)
    // The hours left start again with each duty.
    for (const [index, life] of fleet.lives.entries()) driven.get(life)!.push(Math.max(0, before[index]! - life.body.driveLeftS))
  }
  for (const [{ body }, quarters] of driven) {
    const days = quarters.map((_, index) => quarters.slice(Math.max(0, index - 95), index + 1).reduce((sum, one) => sum + one, 0))
    expect(Math.max(...days), body.row.plate).toBeLessThan(8 * 3_600)
    expect(Math.max(...days), body.row.plate).toBeGreaterThan(3_600)
  }
})
