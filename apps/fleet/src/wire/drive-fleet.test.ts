import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { decodeReading } from '@tanker/protocol/reading'
import { encodeTankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import { expect, test } from 'vitest'
import { createFleet } from '../test-fleet.ts'
import { createRandom } from '../random.ts'
import { loadWorld } from '../world.ts'
import { aPlatform } from './a-platform.ts'
import { driveFleet } from './drive-fleet.ts'
import { locationOfReport } from './location-of-report.ts'
import { encodeLocation } from '@tanker/protocol/test-location'
import { defaultModel } from '@tanker/protocol/device-model'

const world = loadWorld(join(import.meta.dirname, '../../world'))

test('what a truck reports is what the platform reads', () => {
  const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)
  const fleet = createFleet({ world, seed: 2, startAt, trucks: 14, scenariosPerTruckHour: 10 })
  let seen = 0
  for (const { life, outputs } of fleet.advance(startAt + 3_600_000)) {
    for (const output of outputs) {
      if (output.kind !== 'report') continue
      const { report } = output
      const body = encodeLocation(locationOfReport(report, life.body.row.terminalId), defaultModel)
      const reading = decodeReading(body, { receivedAt: report.at })
      if (reading === 'short-body') throw new Error('too short')
      expect(reading.at).toBe(report.at)
      expect(reading.position.lat).toBeCloseTo(report.position.lat, 5)
      expect(reading.probes).toEqual(report.probes)
      expect(reading.events).toEqual(report.events)
      expect(reading.safety).toMatchObject(report.safety)
      // What the terminal holds can be requested from it.
      for (const { attachments, mark } of reading.safety)
        expect(mark?.terminalId).toBe(attachments === 0 ? undefined : life.body.row.terminalId)
      expect(reading.compartments).toHaveLength(report.compartments.length)
      for (const [index, gauge] of reading.compartments.entries()) {
        expect(gauge.volumeL).toBeCloseTo(report.compartments[index]!.volumeL, 0)
        expect(gauge.dataType).toBe(report.compartments[index]!.dataType)
      }
      expect(body.length).toBeLessThan(1_000)
      seen++
    }
  }
  expect(seen).toBeGreaterThan(1_500)
})

test('the fleet dials in and everything it has acknowledged was received', async () => {
  const platform = await aPlatform()
  const sent = new Set<string>()
  const acked = new Set<string>()
  const codes = new Map<string, string>()
  const fleet = createFleet({ world, seed: 1, startAt: Date.now(), trucks: 6 })
  const running = await new Promise<{ stop(): void }>((resolve) => {
    const started = driveFleet({
      fleet,
      host: '127.0.0.1',
      port: platform.port,
      random: createRandom(1),
      codes,
      onSent: (key) => sent.add(key),
      onAcked: (key) => acked.add(key),
      onAllOnline: () => setTimeout(() => resolve(started), 1_500),
    })
  })
  running.stop()
  await platform.until(({ kind }) => kind === 'logout')
  await platform.close()
  expect(codes.size).toBe(6)
  expect(acked.size).toBeGreaterThan(0)
  expect([...acked].every((key) => sent.has(key))).toBe(true)
  expect(platform.received.filter(({ message }) => message.kind === 'location-report').length).toBeGreaterThanOrEqual(acked.size)
})

test('a truck measures with the tank table that was sent to it, from its time on', async () => {
  const platform = await aPlatform()
  const fleet = createFleet({ world, seed: 1, startAt: Date.now(), trucks: 1 })
  const running = await new Promise<{ stop(): void }>((resolve) => {
    const started = driveFleet({
      fleet,
      host: '127.0.0.1',
      port: platform.port,
      random: createRandom(1),
      codes: new Map(),
      onAllOnline: () => setTimeout(() => resolve(started), 1),
    })
  })
  const compartment = fleet.lives[0]!.body.compartments[0]!
  const { heightMm, capacityL } = compartment.row
  const order = (effectiveAt: number, halfL: number) => {
    const table = { levelsMm: [0, heightMm / 2, heightMm], volumesL: [0, halfL, capacityL] }
    const data = encodeTankTableFile({
      compartment: compartment.row.compartment,
      serial: '1',
      effectiveAt,
      tankHeightMm: heightMm,
      capacityL,
      pipeL: 0,
      restart: false,
      clearFiles: false,
      table,
    })
    for (let offset = 0; offset < data.length; offset += 800)
      platform.order({
        kind: 'transparent-down',
        type: 0xf6,
        content: 'tanker-file',
        version: 1,
        action: 1,
        file: 32,
        subject: compartment.row.compartment,
        crc32: crc32(data),
        total: data.length,
        offset,
        data: data.subarray(offset, offset + 800),
      })
    return table
  }
  const soon = order(Date.now() + 1_500, capacityL * 0.4)
  const now = order(0, capacityL * 0.6)
  await expect.poll(() => compartment.table).toEqual(now)
  await expect.poll(() => compartment.table, { timeout: 10_000 }).toEqual(soon)
  running.stop()
  await platform.close()
})
