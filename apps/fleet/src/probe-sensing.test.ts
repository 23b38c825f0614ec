import { join } from 'node:path'
import { sensingMargin } from '@tanker/domain/devices/probe-sensing'
import { expect, test } from 'vitest'
import { readSensing } from './probe-sensing.ts'
import type { Report } from './reporter.ts'
import { createFleet } from './test-fleet.ts'
import { setElectrical } from './truck-body.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)
const hourMs = 3_600_000

test('a console reports all probes with serials of their own, twelve at a time, and its API valves when a seal changes', () => {
  const fleet = createFleet({ world, seed: 7, startAt, trucks: 3, scenariosPerTruckHour: 0 })
  const said: Report[] = []
  for (const { life, outputs } of fleet.advance(startAt + 6 * hourMs)) {
    const reports = outputs.flatMap((output) => (output.kind === 'report' ? [output.report] : []))
    const serials = new Map<string, string>()
    for (const { compartment, type, serial } of reports.flatMap(({ sensing = [] }) => sensing))
      serials.set(`${compartment}/${type}`, serial)
    if (reports.length > 100) expect(new Set(serials.values()).size, life.body.row.plate).toBe(life.body.probes.length)
    for (const { sensing = [] } of reports) expect(sensing.length).toBeLessThanOrEqual(12)
    said.push(...reports)
  }
  const margins = said.flatMap(({ sensing = [], probes }) =>
    sensing.flatMap((values) => {
      const probe = probes.find(({ compartment, type }) => compartment === values.compartment && type === values.type)
      return probe?.answering === true && !probe.uncertain
        ? [{ open: probe.open || probe.wet, margin: sensingMargin(values) ?? -1, values }]
        : []
    }),
  )
  expect(margins.some(({ open }) => open)).toBe(true)
  for (const { open, margin, values } of margins) {
    expect(margin).toBeGreaterThan(0)
    expect((values.sensorMv ?? 0) <= (values.zeroMv ?? 0)).toBe(open)
  }
})

test('what is broken is said with the value that shows it', () => {
  const fleet = createFleet({ world, seed: 7, startAt, trucks: 1, scenariosPerTruckHour: 0 })
  const [{ life } = { life: undefined }] = [...fleet.advance(startAt + 60_000)]
  const probe = life?.body.probes[0]
  if (!life || !probe) throw new Error('no truck')
  const errorOf = (electrical: Parameters<typeof setElectrical>[2]) => {
    setElectrical(life.body, probe, electrical)
    const { error, sensorMv } = readSensing(life.body, probe)
    return { error, sensorMv: sensorMv ?? -1 }
  }
  expect(errorOf('short-circuit').sensorMv).toBeLessThan(20)
  expect(errorOf('over-range').sensorMv).toBeGreaterThan(3_000)
  expect(errorOf('silent')).toEqual({ error: 'silent', sensorMv: -1 })
  expect(errorOf(undefined).error).toBe('none')
})
