// How truthfully detection judges cargo: recall, false alarms, litres and coverage over days whose truth is known.
// Usage: npm run bench -- accuracy [--seeds N] [--first N] [--only NAME] [--quick] [--store]; 20 seeds of each scenario by default.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SCENARIOS } from './accuracy/all-scenarios.ts'
import { changesText, resultText } from './accuracy/print.ts'
import { measure } from './accuracy/play.ts'
import { type Result, resultOf } from './accuracy/result.ts'
import { Tally } from './accuracy/tally.ts'

const STORED = join(import.meta.dirname, 'accuracy', 'result.json')
const SEEDS = 20
const QUICK_SEEDS = 3

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    first: { type: 'string', default: '1' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
  },
})
const seeds = Number(values.seeds ?? (values.quick ? QUICK_SEEDS : SEEDS))
const first = Number(values.first)
const { only } = values
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(first)) throw new Error('--seeds and --first take whole numbers')
const scenarios = SCENARIOS.filter(({ name }) => only === undefined || name.includes(only))
if (scenarios.length === 0) {
  console.error(`No scenario is called ${only}. There are:\n${SCENARIOS.map(({ name }) => name).join('\n')}`)
  process.exit(1)
}

const tally = new Tally()
for (const scenario of scenarios) for (let seed = first; seed < first + seeds; seed += 1) measure(scenario, seed, tally)
const result = resultOf(tally, seeds)
console.log(resultText(result))

const whole = only === undefined && first === 1
if (existsSync(STORED)) {
  const stored = JSON.parse(readFileSync(STORED, 'utf8')) as Result
  const names = new Set(result.kinds.map(({ kind }) => kind))
  const comparable = whole ? stored : { ...stored, kinds: stored.kinds.filter(({ kind }) => names.has(kind)) }
  console.log(`\nAgainst the stored result (${stored.seeds} seeds of every scenario):`)
  console.log(
    whole && stored.seeds === seeds
      ? changesText(comparable, result)
      : `${changesText({ ...comparable, types: result.types, aims: result.aims }, result)}\n(only shares are compared: this run has other seeds or scenarios)`,
  )
}
if (values.store) {
  if (!whole || seeds !== SEEDS) throw new Error(`only a run of ${SEEDS} seeds of every scenario is stored`)
  writeFileSync(STORED, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`stored as ${STORED}`)
}
