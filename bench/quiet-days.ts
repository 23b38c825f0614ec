// How many alarms of openings and losses detection raises over days of the virtual fleet in which nothing happens: each of them is false.
// Usage: npm run bench -- quiet-days [--days N] [--starts N] [--trucks N] [--live]; by default 4 days of 8 trucks from 12 starts, 97 s apart,
// at the reporting rates of stored data.
import { parseArgs } from 'node:util'
import { createTruckState, step } from '@tanker/detection/truck-engine'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { Fence } from '@tanker/domain/fences/fence'
import type { Reading } from '@tanker/domain/reading'
import { defaultThresholds } from '@tanker/domain/thresholds'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { lifeMaker } from '@tanker/fleet/fleet'
import { liveRates, type Report, thriftyRates } from '@tanker/fleet/reporter'
import { loadWorld, type TruckRow } from '@tanker/fleet/world'
import { fenceFinder } from '../packages/detection/src/scenarios/a-truck.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '4' },
    starts: { type: 'string', default: '12' },
    trucks: { type: 'string', default: '8' },
    live: { type: 'boolean', default: false },
  },
})
const rates = values.live ? liveRates : thriftyRates
const dayMs = 86_400_000
const firstStart = Date.UTC(2026, 10, 19, 3, 55)
const betweenStartsMs = 97_000
const seed = 5
const blindLevelMm = 40
/** Part of the key of a reading: each has its own. */
let digest = 0n

const world = loadWorld('apps/fleet/world')
const rows = world.trucks.filter(({ model }) => model === 'oil-tanker').slice(0, Number(values.trucks))
const fences = fenceFinder(
  world.fences.map(({ kind, name, shape }, index): Fence => ({
    id: index + 1,
    kind,
    name,
    placeId: index + 1,
    shape,
    speedLimitKmh: null,
  })),
)
const WATCHED: ReadonlySet<number> = new Set([
  ALARM.unsealing,
  ALARM.highLoss,
  ALARM.sealBreak,
  ALARM.abnormalLoading,
  ALARM.privateDischarge,
])

const contextOf = (row: TruckRow): TruckContext => ({
  truckId: 1,
  organisationId: 1,
  plate: row.plate,
  organisationName: '',
  zoneOffsetMinutes: 480,
  parkingMode: row.parkingMode,
  speedSource: row.speedSource,
  unloadingMode: row.unloadingMode,
  emptyingMode: row.emptyingMode,
  compartments: row.compartments.map(({ compartment, capacityL, oilCode }) => ({ compartment, capacityL, oilCode, blindLevelMm })),
  driver: null,
  thresholds: defaultThresholds,
  fences,
})

const readingOf = (report: Report): Reading => ({
  clockError: false,
  resent: false,
  kind: 0x0200,
  digest: (digest += 1n),
  receivedAt: report.at,
  ...report,
})

let frames = 0
let alarms = 0
const starts = Number(values.starts)
const days = Number(values.days)
for (let start = 0; start < starts; start += 1) {
  const from = firstStart + start * betweenStartsMs
  const makeLife = lifeMaker(world, seed, null)
  for (const row of rows) {
    const life = makeLife(row, from, { rates })
    const state = createTruckState()
    const context = contextOf(row)
    const raised = new Map<string, string>()
    for (let until = from; until < from + days * dayMs; until += 60_000) {
      for (const output of life.advance(until)) {
        if (output.kind !== 'report') continue
        frames += 1
        for (const fact of step(state, readingOf(output.report), context).facts) {
          if (fact.is !== 'alarm' || !WATCHED.has(fact.type)) continue
          const at = new Date(fact.startedAt).toISOString()
          raised.set(`${fact.type}/${fact.startedAt}/${fact.object}`, `${row.plate} ${fact.type} ${at} ${JSON.stringify(fact.properties)}`)
        }
      }
    }
    alarms += raised.size
    for (const line of raised.values()) console.log(`start ${new Date(from).toISOString()} ${line}`)
  }
}
const truckDays = starts * rows.length * days
console.log(`${truckDays} quiet truck-days, ${frames} frames: ${alarms} false alarms`)
