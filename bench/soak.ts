import { readdirSync } from 'node:fs'
import { startTestProxy, throughPort } from '@tanker/database/test-proxy'
import { AlarmLedger, type AlarmVerdict } from './alarm-ledger.ts'
import { PlainTerminal } from './plain-terminal.ts'
import { type Program, prepareGround, startGatewayProcess } from './ground.ts'
import { LedgerTruck } from './ledger-truck.ts'
import { type Verdict, judge } from './ledger.ts'
import { residentMb } from './processes.ts'

export type Soak = Verdict &
  AlarmVerdict & {
    readonly seed: number
    readonly minutes: number
    readonly kills: number
    readonly slowSpells: number
    readonly silentSockets: number
    /** Megabytes an hour in the longest life of the gateway; null where none lasted ten minutes, for memory breathes. */
    readonly growthMbAnHour: number | null
    readonly residentMb: { readonly least: number; readonly most: number; readonly last: number }
    readonly openFiles: { readonly most: number; readonly last: number }
  }

/** Every truck sends a position each second and more: twice what a fleet of web consoles sends at its busiest. */
const PACE_MS = 500
const SAMPLE_EVERY_MS = 2_000
/** After its start a process grows to its working size. */
const WARM_UP_MS = 10_000
const MIN_SAMPLES = 300
const MAX_SAMPLES_PER_LIFE = 20_000
const MAX_SILENT_SOCKETS = 200

type Sample = { readonly at: number; readonly mb: number; readonly files: number }

/**
 * Drives trucks for so many minutes while faults come at random times: the gateway is killed (F01), its database becomes slow (F09),
 * sockets fall silent for ever (F12), and a web console hears alarms over all of it by its cursor (F24). The same seed gives the same faults.
 */
export async function soak(options: { minutes: number; trucks: number; seed: number; log: (line: string) => void }): Promise<Soak> {
  const { minutes, trucks: count, seed, log } = options
  const random = randomFrom(seed)
  const ground = await prepareGround(count + MAX_SILENT_SOCKETS)
  const proxy = await startTestProxy(Number(new URL(ground.url).port))
  const alarms = new AlarmLedger(ground.url)
  const silent: PlainTerminal[] = []
  const lives: Sample[][] = [[]]
  const done = { kills: 0, slowSpells: 0, silentSockets: 0 }
  const url = throughPort(ground.url, proxy.port)
  let program: Program | null = null
  try {
    await alarms.open()
    program = await startGatewayProcess(url)
    const port = program.devicePort
    const startAt = Math.floor(Date.now() / 1000) * 1000 - 24 * 3_600_000
    const trucks = Array.from(
      { length: count },
      (_, i) => new LedgerTruck({ number: i + 1, ports: () => [port], hopMs: null, startAt, paceMs: PACE_MS }),
    )
    const driving = Promise.all(trucks.map((truck) => truck.run()))
    const until = Date.now() + minutes * 60_000
    let nextFaultAt = Date.now() + WARM_UP_MS
    while (Date.now() < until) {
      await pause(SAMPLE_EVERY_MS)
      const life = lives.at(-1) as Sample[]
      if (life.length < MAX_SAMPLES_PER_LIFE) life.push({ at: Date.now(), mb: residentMb(program.pid), files: openFiles(program.pid) })
      if (Date.now() < nextFaultAt) continue
      nextFaultAt = Date.now() + 4_000 + random() * 12_000
      const fault = random()
      if (fault < 0.25) {
        await program.kill('SIGKILL')
        program = await startGatewayProcess(url, { port })
        lives.push([])
        done.kills += 1
      } else if (fault < 0.6) {
        proxy.delayMs = 100 + random() * 900
        await pause(1_000 + random() * 4_000)
        proxy.delayMs = 0
        done.slowSpells += 1
      } else if (done.silentSockets < MAX_SILENT_SOCKETS) {
        done.silentSockets += 1
        silent.push(await PlainTerminal.signIn(port, count + done.silentSockets))
      }
      log(`${Math.round((until - Date.now()) / 1000)} s left: ${JSON.stringify(done)}`)
    }
    for (const truck of trucks) truck.stop()
    await driving
    await program.kill('SIGTERM')
    const samples = lives.flat()
    return {
      seed,
      minutes,
      ...done,
      growthMbAnHour: growthAnHour(lives),
      residentMb: {
        least: Math.round(Math.min(...samples.map(({ mb }) => mb))),
        most: Math.round(Math.max(...samples.map(({ mb }) => mb))),
        last: Math.round(samples.at(-1)?.mb ?? 0),
      },
      openFiles: { most: Math.max(...samples.map(({ files }) => files)), last: samples.at(-1)?.files ?? 0 },
      ...(await judge(ground.url, trucks)),
      ...(await alarms.close()),
    }
  } finally {
    for (const terminal of silent) terminal.close()
    await program?.kill('SIGKILL')
    await alarms.stop()
    await proxy.close()
    await ground.stop()
  }
}

/** The slope of memory in the longest life after its warm-up, by least squares. */
function growthAnHour(lives: readonly Sample[][]): number | null {
  const longest = lives.toSorted((a, b) => b.length - a.length)[0] ?? []
  const begin = (longest[0]?.at ?? 0) + WARM_UP_MS
  const steady = longest.filter(({ at }) => at >= begin)
  if (steady.length < MIN_SAMPLES) return null
  const mean = (of: (sample: Sample) => number): number => steady.reduce((sum, sample) => sum + of(sample), 0) / steady.length
  const at = mean((sample) => sample.at)
  const mb = mean((sample) => sample.mb)
  const slope =
    steady.reduce((sum, sample) => sum + (sample.at - at) * (sample.mb - mb), 0) /
    steady.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  return Math.round(slope * 3_600_000 * 10) / 10
}

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Numbers from 0 to 1 that the seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
