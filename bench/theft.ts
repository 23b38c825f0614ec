// How well drains on the road are distinguished from rough roads: precision and recall by litres, false alarms per 1,000 driving hours.
// Usage: npm run bench -- theft [days]; a labelled corpus of synthetic days, the same with every run; 330 days, a thousand driving hours, by default.
import { aDay, aTruck, depot, fenceFinder } from '../packages/detection/src/scenarios/a-day.ts'
import { createTruckState, step } from '@tanker/detection/truck-engine'

const drainsL = [20, 40, 60, 100, 300] as const
const days = Number(process.argv[2] ?? 330)
/** Unauthorised unloading, and the high loss that it becomes from 100 L on. */
const theftAlarms: ReadonlySet<number> = new Set([322, 202])

type Stop = { readonly from: number; readonly to: number; readonly litres: number; readonly compartment: number }
type Alarm = { readonly at: number; readonly compartment: number }

function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A loaded day: rough roads and stops of all lengths, on slopes, idling or not; a third of them with a drain. */
function corpusDay(seed: number) {
  const random = randomOf(seed * 7919 + 1)
  const between = (low: number, high: number): number => low + (high - low) * random()
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const loads = [between(3000, 7600), between(3000, 7600), between(1500, 7600)]
  const day = aDay(seed).waits(300).loads(loads, 60).drivesTo(3)
  const stops: Stop[] = []
  let drivenS = 0
  for (let leg = 0; leg < 6; leg += 1) {
    day.gaugeNoise(between(1, 3.3)).roughRoad(between(20, 60))
    const seconds = Math.round(between(900, 2700) / 10) * 10
    day.drivesFor(seconds, between(25, 60))
    drivenS += seconds
    // What the console's tilt correction leaves over on this slope.
    for (const compartment of [1, 2, 3]) day.gauge(compartment, { offsetMm: normal() * 0.7 })
    const from = day.at
    const drains = random() < 0.35
    const litres = drains ? (drainsL[Math.floor(random() * drainsL.length)] ?? 20) : 0
    const compartment = 1 + Math.floor(random() * 3)
    // Most wait until the engine is off; some begin before the surface is at rest.
    day.waits(Math.round(random() < 0.25 ? between(20, 60) : between(150, 600)), 10)
    if (drains) day.flows(compartment, -litres, between(40, 300))
    day.waits(Math.round(between(200, 900)))
    // Now and then the queue moves up, onto another slope.
    if (random() < 0.2) {
      for (const other of [1, 2, 3]) day.gauge(other, { offsetMm: normal() * 0.7 })
      day.waits(Math.round(between(200, 600)))
    }
    stops.push({ from, to: day.at, litres, compartment })
  }
  day.drivesFor(300, 50)
  return { readings: day.readings, stops, drivenS: drivenS + 300 }
}

const truck = aTruck({ fences: fenceFinder([depot]) })

function alarmsOf(readings: ReturnType<typeof corpusDay>['readings']): Alarm[] {
  const alarms = new Map<string, Alarm>()
  const state = createTruckState()
  for (const reading of readings) {
    for (const fact of step(state, reading, truck).facts) {
      if (fact.is !== 'alarm' || !theftAlarms.has(fact.type)) continue
      alarms.set(`${fact.type}/${fact.object}/${fact.startedAt}`, { at: fact.startedAt, compartment: fact.object })
    }
  }
  return [...alarms.values()]
}

const drained = new Map<number, { all: number; found: number }>(drainsL.map((litres) => [litres, { all: 0, found: 0 }]))
let falseAlarms = 0
let trueAlarms = 0
let drivenS = 0
for (let seed = 1; seed <= days; seed += 1) {
  const day = corpusDay(seed)
  drivenS += day.drivenS
  const alarms = alarmsOf(day.readings)
  for (const stop of day.stops) {
    const here = alarms.filter(({ at }) => at >= stop.from && at <= stop.to + 60_000)
    const right = here.filter(({ compartment }) => stop.litres > 0 && compartment === stop.compartment)
    trueAlarms += right.length
    const counted = drained.get(stop.litres)
    if (counted === undefined) continue
    counted.all += 1
    if (right.length > 0) counted.found += 1
  }
  falseAlarms += alarms.length
}
falseAlarms -= trueAlarms
const hours = drivenS / 3600
console.log(`${days} days, ${hours.toFixed(0)} driving hours on rough roads`)
for (const [litres, { all, found }] of drained) {
  console.log(
    `drain of ${String(litres).padStart(3)} L: recall ${all === 0 ? '-' : ((found / all) * 100).toFixed(1)} % (${found} of ${all})`,
  )
}
console.log(
  `precision ${((trueAlarms / Math.max(1, trueAlarms + falseAlarms)) * 100).toFixed(1)} % (${trueAlarms} right, ${falseAlarms} false)`,
)
console.log(`false alarms per 1,000 driving hours: ${((falseAlarms / hours) * 1000).toFixed(2)}`)
