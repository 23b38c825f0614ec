/** Electrical values of the seal probes: what their sensors give, and what their console finds wrong with them. */
import { API_PROBES } from '@tanker/domain/devices/probe-type'
import type { ProbeSensing } from '@tanker/domain/reading'
import type { Probe, TruckBody } from './truck-body.ts'

const gateMv = 600
const zeroMv = 200
const midMv = 400
const maxMv = 3_000
/** When it was calibrated with the cover shut, and how much that differs between probes. */
const closeMv = { least: 2_200, range: 400 }
/** One probe in so many has aged, and gives little more than its gate. */
const agedOneIn = 45
const agedMv = { least: 720, range: 180 }
const openMv = { least: 30, range: 60 }
const noiseMv = 12

/** The same for the same probe, so that a life that is lived again finds the same. */
const hashOf = (seed: number, salt: number): number => ((seed * 2_654_435_761 + salt * 40_503) >>> 0) % 10_007

/** So many fill one extra, and more of them may not fit into one message. */
const atOnce = 12

/** When the values of which probes go into a report. */
export type Sensors = {
  now(body: TruckBody): ProbeSensing[]
}

/** @param everyMs how often all of them are reported */
export function createSensors(everyMs: number): Sensors {
  let allAt = Number.NEGATIVE_INFINITY
  let waiting: readonly Probe[] = []
  return {
    now(body) {
      if (body.row.model === 'sprinkler') return []
      if (body.everythingNow || body.sensingNow || body.at - allAt >= everyMs) {
        allAt = body.at
        waiting = first(body.probes, ({ electrical }) => electrical !== undefined)
      }
      // Of a valve that was opened or became wet the values have changed.
      if (body.sealChanged) {
        const valves = body.probes.filter(({ type }) => API_PROBES.includes(type))
        waiting = [...valves, ...waiting.filter((probe) => !valves.includes(probe))]
      }
      const now = waiting.slice(0, atOnce)
      waiting = waiting.slice(atOnce)
      return now.map((probe) => readSensing(body, probe))
    },
  }
}

const first = (probes: readonly Probe[], isFirst: (probe: Probe) => boolean): Probe[] => [
  ...probes.filter(isFirst),
  ...probes.filter((probe) => !isFirst(probe)),
]

export function readSensing({ row, at }: Pick<TruckBody, 'row' | 'at'>, probe: Probe): ProbeSensing {
  const serial = serialOf(row.consoleCode, probe)
  const seed = Number(serial) % 1_000_003
  const close = closeMv.least + (hashOf(seed, 1) % closeMv.range)
  const error = probe.electrical ?? (probe.answering ? 'none' : 'silent')
  return {
    compartment: probe.compartment,
    type: probe.type,
    line: probe.line,
    error,
    serial: error === 'duplicate-serial' ? serialOf(row.consoleCode, { compartment: 9, type: probe.type }) : serial,
    sensorMv: error === 'silent' ? null : Math.max(0, sensorOf(probe, seed, close) + (hashOf(seed, Math.floor(at / 60_000)) % noiseMv)),
    closeMv: close,
    gateMv,
    zeroMv,
    midMv,
    maxMv,
  }
}

const serialOf = (consoleCode: string, { compartment, type }: Pick<Probe, 'compartment' | 'type'>): string =>
  `${String(Number(consoleCode) % 1_000_000).padStart(6, '0')}${String(compartment * 100 + type).padStart(4, '0')}`

function sensorOf({ electrical, open, wet, uncertain }: Probe, seed: number, close: number): number {
  if (electrical === 'short-circuit') return 0
  if (electrical === 'open-circuit' || electrical === 'over-range') return maxMv + 240
  if (electrical === 'drift') return gateMv + 90
  if (uncertain) return midMv
  if (open || wet) return openMv.least + (hashOf(seed, 2) % openMv.range)
  return hashOf(seed, 3) % agedOneIn === 0 ? agedMv.least + (hashOf(seed, 4) % agedMv.range) : close - 20
}
