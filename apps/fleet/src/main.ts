/**
 * The virtual fleet as a program. Options, each also by environment:
 *   --host 127.0.0.1 (FLEET_HOST) · --port 8808 (FLEET_PORT) · --trucks 40 (FLEET_TRUCKS) · --seed 1 (FLEET_SEED)
 *   --world DIR (FLEET_WORLD) · --state FILE (FLEET_STATE), state between runs: the fleet continues where its trucks
 *   would be, and uploads the time since as from a blind zone; contains terminals' codes. Without it each run is a new fleet
 *   --history-days N (FLEET_HISTORY_DAYS), days before the first start that are uploaded as from a blind zone; 0: only the trip
 *   under way. Unset: the platform may know the trucks, so without a state they start at home without history
 *   --long-history-days 0 (FLEET_LONG_HISTORY_DAYS), the same for three trucks
 *   --stage NAME, a scenario that one truck plays as soon as all are simulated up to now; the list with --stage help
 *   --office http://HOST:PORT (FLEET_OFFICE), where slips, depot tickets and station gauges are sent
 *   --chat-port 0 (FLEET_CHAT_PORT), where the chat groups of alarm robots take messages; 0: nowhere
 *   FLEET_INTEGRATION_KEY, the key to send them with; without both nothing is sent
 */
import type { TrainingMessage } from '@tanker/contract/training'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { bringUp } from './bring-up.ts'
import { assembleFleet, lifeMaker, usualScenariosPerHour } from './fleet.ts'
import { type KeptFleet, type KeptTruck, readKeptFleet, witnessOf, writeKeptFleet } from './kept-fleet.ts'
import { createRandom } from './random.ts'
import { thriftyRates } from './reporter.ts'
import { loadWorld } from './world.ts'
import { followProgress } from './progress.ts'
import { stageList, stageOf } from './scenarios/stages.ts'
import type { Person } from './staff/duty-accounts.ts'
import { employStaff } from './staff/staff.ts'
import { createTraining } from './training.ts'
import type { TruckLife } from './truck-life.ts'
import type { Leave } from './working-day.ts'
import { driveFleet } from './wire/drive-fleet.ts'
import { openOfficePost } from './wire/office-post.ts'

const farewellMs = 1_500
const keepEveryMs = 10_000
const progressEveryMs = 10_000
/** The first trucks of the world, this many, have a long history. */
const longTrucks = 3

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: process.env['FLEET_HOST'] ?? '127.0.0.1' },
    port: { type: 'string', default: process.env['FLEET_PORT'] ?? '8808' },
    trucks: { type: 'string', default: process.env['FLEET_TRUCKS'] ?? '40' },
    seed: { type: 'string', default: process.env['FLEET_SEED'] ?? '1' },
    world: { type: 'string', default: process.env['FLEET_WORLD'] ?? join(import.meta.dirname, '../world') },
    'history-days': { type: 'string', default: process.env['FLEET_HISTORY_DAYS'] ?? '' },
    'long-history-days': { type: 'string', default: process.env['FLEET_LONG_HISTORY_DAYS'] ?? '0' },
    office: { type: 'string', default: process.env['FLEET_OFFICE'] ?? '' },
    'chat-port': { type: 'string', default: process.env['FLEET_CHAT_PORT'] ?? '0' },
    stage: { type: 'string' },
    'check-stage': { type: 'string' },
    state: { type: 'string', default: process.env['FLEET_STATE'] ?? '' },
  },
})

const stage = values.stage ?? values['check-stage']
if (stage === 'help') {
  console.log(stageList())
  process.exit(0)
}
if (stage !== undefined && !stageOf(stage)) {
  console.error(`--stage ${stage}: there is no such scenario. Choose one of these:\n${stageList()}`)
  process.exit(2)
}
if (values['check-stage'] !== undefined) process.exit(0)

function whole(name: 'port' | 'trucks' | 'seed' | 'history-days' | 'long-history-days' | 'chat-port'): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= 0) return number
  console.error(`fleet: --${name} must be a whole number, not "${values[name]}"`)
  process.exit(2)
}

const world = loadWorld(values.world)
const kept = readKeptFleet(values.state)
const beginning: Omit<KeptFleet, 'trucks'> = kept ?? {
  version: 1,
  seed: whole('seed'),
  liveFrom: Math.floor(Date.now() / 1_000) * 1_000,
  days: values['history-days'] === '' ? null : whole('history-days'),
  longDays: whole('long-history-days'),
}
const { seed, liveFrom } = beginning
const keptTrucks = new Map<string, KeptTruck>(Object.entries(kept?.trucks ?? {}))
const trucks = Math.min(whole('trucks'), world.trucks.length)
const daysOf = (index: number): number | null =>
  beginning.days === null || index >= longTrucks ? beginning.days : Math.max(beginning.days, beginning.longDays)
// Long histories take a while to simulate: those trucks come last.
const rows = world.trucks
  .slice(0, trucks)
  .map((row, index) => ({ row, days: daysOf(index) }))
  .toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0))

const makeLife = lifeMaker(world, seed, () => usualScenariosPerHour)
const fleet = assembleFleet(kept ? null : liveFrom, {
  isSeen: (life) => running.spansOf(life).every(({ beforeLive }) => !beforeLive),
  isUploaded: (life) => running.spansOf(life).length === 0,
  onPlayed: (life, { name, title }) => console.log(`fleet: ${life.body.row.plate} plays ${name} (${title.en}, ${title.zh})`),
})
const key = process.env['FLEET_INTEGRATION_KEY'] ?? ''
const post =
  key === '' || values.office === ''
    ? null
    : openOfficePost({ address: values.office, key, onTrouble: (text) => console.error(`fleet: papers are not delivered: ${text}`) })

const staff =
  values.office === ''
    ? null
    : employStaff({
        world,
        address: values.office,
        chatPort: whole('chat-port'),
        dutyFile: values.state === '' ? '' : join(dirname(values.state), 'fleet-staff.json'),
        readToDriver(phone, operation, password) {
          const life = lifeOf.get(phone)
          return life !== undefined && running.enterPassword(life, operation, password)
        },
        onTrouble: (text) => console.error(`fleet: the staff could not do its work: ${text}`),
      })
let allThere = false

const ofKept = <Value>(pick: (truck: KeptTruck) => Value | null): Map<string, Value> =>
  new Map([...keptTrucks].flatMap(([phone, truck]) => (pick(truck) === null ? [] : [[phone, pick(truck)!] as const])))
const codes = ofKept((truck) => truck.authCode)
const runs = ofKept((truck) => truck.runs)
const tables = ofKept((truck) => truck.tables)
const files = ofKept((truck) => truck.files ?? null)
const passwords = ofKept((truck) => truck.passwords ?? null)
const leavesOf = new Map<string, readonly Leave[]>()
const lifeOf = new Map<string, TruckLife>()
const rowOf = new Map(world.trucks.map((row) => [row.terminalPhone, row]))
let isDirty = true

const running = driveFleet({
  fleet,
  trucks,
  host: values.host,
  port: whole('port'),
  random: createRandom(seed).fork('wire'),
  codes,
  runs,
  tables,
  files,
  passwords,
  onKept: () => (isDirty = true),
  lifeOfSpan({ phone, from }) {
    const row = rowOf.get(phone)
    if (!row) throw new Error(`no truck ${phone}`)
    return makeLife(row, from, { rates: thriftyRates, plays: lifeOf.get(phone)?.plays ?? [], leaves: leavesOf.get(phone) ?? [] })
  },
  onReplayed: () => (isDirty = true),
  ...(post && { onPapers: post.add }),
  onAllOnline(trucks, switchedOff) {
    const off = switchedOff === 0 ? '' : `, ${switchedOff} switched off for now`
    console.log(`fleet: ${trucks} trucks connected to ${values.host}:${values.port}${off}, seed ${seed}`)
    staff?.trucksAreThere()
    allThere = true
  },
})

/** Trucks not started yet still have the spans of the file. One that is laid up uploads when it is back. */
const left = () =>
  rows.flatMap(({ row: { terminalPhone } }) => {
    const life = lifeOf.get(terminalPhone)
    if (life && !life.body.consoleUp) return []
    return life ? running.spansOf(life) : (keptTrucks.get(terminalPhone)?.tales ?? [])
  })

const progress = followProgress({
  left,
  say: (text) => console.log(`fleet: ${text}`),
  now: Date.now,
  doneMs: kept?.uploadedMs ?? 0,
})

function keep(): void {
  for (const [phone, life] of lifeOf) {
    keptTrucks.set(phone, {
      mark: life.mark,
      witness: witnessOf(life.body),
      reportedUntil: running.reportedUntil(life),
      plays: life.plays,
      leaves: leavesOf.get(phone) ?? [],
      tales: running.spansOf(life),
      tables: tables.get(phone) ?? [],
      authCode: codes.get(phone) ?? null,
      runs: runs.get(phone) ?? null,
      files: files.get(phone) ?? {},
      passwords: passwords.get(phone) ?? null,
    })
  }
  writeKeptFleet(values.state, { ...beginning, uploadedMs: progress.doneMs, trucks: Object.fromEntries(keptTrucks) })
  isDirty = false
}

keep()
let keptAt = 0
const keeping = setInterval(() => {
  if (!isDirty && Date.now() - keptAt < keepEveryMs) return
  keptAt = Date.now()
  keep()
}, 1_000)
const looking = setInterval(() => {
  progress.look()
  if (allThere && lifeOf.size === trucks && left().length === 0) staff?.daysAreUploaded()
}, progressEveryMs)

const trainer = createTraining(fleet, Date.now)
process.on('message', ({ training, staff: people }: Partial<TrainingMessage> & { readonly staff?: readonly Person[] }) => {
  if (people) staff?.begin(people)
  if (training?.question)
    process.send?.({ training: { id: training.id, answer: trainer.answer(training.question) } } satisfies TrainingMessage)
})

let stopping = false
// The fleet ends with the start command that started it.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.once(event, () => {
    if (stopping) return
    stopping = true
    clearInterval(looking)
    clearInterval(keeping)
    keep()
    post?.stop()
    staff?.stop()
    running.stop()
    // Exit even if the platform does not answer the sign-off.
    setTimeout(() => process.exit(0), farewellMs).unref()
  })
}

for (const { row, days } of rows) {
  if (stopping) break
  const phone = row.terminalPhone
  const { life, spans, leaves } = await bringUp(makeLife, row, { kept: keptTrucks.get(phone) ?? null, days, now: Date.now })
  leavesOf.set(phone, leaves)
  lifeOf.set(phone, life)
  fleet.add(life)
  running.join(life, spans)
  isDirty = true
}
const wanted = stageOf(values.stage ?? '')
if (wanted) fleet.stage(wanted.scenario)
