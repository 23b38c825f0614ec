/**
 * The virtual fleet as a program. Options, each also by environment:
 *   --host 127.0.0.1 (FLEET_HOST) · --port 8808 (FLEET_PORT) · --trucks 40 (FLEET_TRUCKS) · --seed 1 (FLEET_SEED)
 *   --world DIR (FLEET_WORLD) · --codes FILE (FLEET_CODES), where authentication codes are kept between runs, and beside it
 *   what was upgraded
 *   --history-days 0 (FLEET_HISTORY_DAYS), days before the start that are uploaded as from a blind zone
 *   --long-history-days 0 (FLEET_LONG_HISTORY_DAYS), the same for five trucks
 *   --history-file FILE (FLEET_HISTORY_FILE), what of that history is told; one that was begun is ended, whatever the days say
 *   --office http://HOST:PORT (FLEET_OFFICE), where slips, depot tickets and station gauges are sent
 *   FLEET_INTEGRATION_KEY, the key to send them with; without both nothing is sent
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFleet } from './fleet.ts'
import { openHistory } from './history.ts'
import { createRandom } from './random.ts'
import { loadWorld } from './world.ts'
import { driveFleet } from './wire/drive-fleet.ts'
import { openOfficePost } from './wire/office-post.ts'
import type { Runs } from './wire/on-board.ts'

const farewellMs = 1_500
const progressEveryMs = 10_000

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: process.env['FLEET_HOST'] ?? '127.0.0.1' },
    port: { type: 'string', default: process.env['FLEET_PORT'] ?? '8808' },
    trucks: { type: 'string', default: process.env['FLEET_TRUCKS'] ?? '40' },
    seed: { type: 'string', default: process.env['FLEET_SEED'] ?? '1' },
    world: { type: 'string', default: process.env['FLEET_WORLD'] ?? join(import.meta.dirname, '../world') },
    'history-days': { type: 'string', default: process.env['FLEET_HISTORY_DAYS'] ?? '0' },
    'long-history-days': { type: 'string', default: process.env['FLEET_LONG_HISTORY_DAYS'] ?? '0' },
    'history-file': { type: 'string', default: process.env['FLEET_HISTORY_FILE'] ?? '' },
    office: { type: 'string', default: process.env['FLEET_OFFICE'] ?? '' },
    codes: { type: 'string', default: process.env['FLEET_CODES'] ?? '' },
  },
})

function whole(name: 'port' | 'trucks' | 'seed' | 'history-days' | 'long-history-days'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= 0) return number
  console.error(`fleet: --${name} must be a whole number, not "${values[name]}"`)
  process.exit(2)
}

/** What was kept by phone in an earlier life. */
function kept<Value>(file: string): Map<string, Value> {
  if (file === '') return new Map()
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Value>))
  } catch (error) {
    // The first run has no file; a broken one only costs a registration or the way back to what the maker gave out.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') console.error(`fleet: cannot read ${file}, beginning afresh`)
    return new Map()
  }
}

function keep(file: string, values: ReadonlyMap<string, unknown>): void {
  if (file === '') return
  writeFileSync(`${file}.tmp`, JSON.stringify(Object.fromEntries(values)))
  renameSync(`${file}.tmp`, file)
}

const seed = whole('seed')
const world = loadWorld(values.world)
const trucks = Math.min(whole('trucks'), world.trucks.length)
const startAt = Math.floor(Date.now() / 1_000) * 1_000
const fleet = createFleet({ world, seed, startAt, trucks })
const history = openHistory(values['history-file'], {
  world,
  seed,
  trucks,
  startAt,
  days: whole('history-days'),
  longDays: whole('long-history-days'),
})
const key = process.env['FLEET_INTEGRATION_KEY'] ?? ''
const post =
  key === '' || values.office === ''
    ? null
    : openOfficePost({ address: values.office, key, onTrouble: (text) => console.error(`fleet: papers are not delivered: ${text}`) })

/** A line for the terminal of the start command. */
function tellProgress(): void {
  const { toldDays, days } = history
  console.log(`fleet: history ${Math.floor((toldDays / days) * 100)} %, ${Math.floor(toldDays)} of ${days} truck-days told`)
  if (toldDays === days) clearInterval(progress)
}
const progress = history.left.length > 0 ? setInterval(tellProgress, progressEveryMs) : undefined

const firmwareFile = values.codes === '' ? '' : `${values.codes}.firmware`
const codes = kept<string>(values.codes)
const runs = kept<Runs>(firmwareFile)
const running = driveFleet({
  fleet,
  host: values.host,
  port: whole('port'),
  random: createRandom(seed).fork('wire'),
  codes,
  onCode: () => keep(values.codes, codes),
  runs,
  onUpgraded: () => keep(firmwareFile, runs),
  past: history.left,
  onPastUnderWay: history.underWay,
  onPastTold(past) {
    history.told(past)
    if (history.toldDays === history.days) tellProgress()
  },
  ...(post && { onPapers: post.add }),
  onAllOnline: (trucks) => console.log(`fleet: ${trucks} trucks connected to ${values.host}:${values.port}, seed ${seed}`),
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(progress)
    post?.stop()
    running.stop()
    // A platform that does not answer the farewell must not hold us.
    setTimeout(() => process.exit(0), farewellMs).unref()
  })
}
