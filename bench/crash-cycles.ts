import { AlarmLedger, type AlarmVerdict } from './alarm-ledger.ts'
import { type Program, prepareGround, startGatewayProcess } from './ground.ts'
import { LedgerTruck } from './ledger-truck.ts'
import { type Verdict, judge } from './ledger.ts'

/** PostgreSQL is killed too, once in so many kills of the server. */
const DATABASE_CRASH_EVERY = 5

/** SIGKILLs the server `cycles` times, each time in the middle of traffic, now and then PostgreSQL too, and judges the ledgers. */
export async function crashCycles(options: {
  cycles: number
  trucks: number
  log?: (line: string) => void
}): Promise<Verdict & AlarmVerdict & { databaseCrashes: number }> {
  const ground = await prepareGround(options.trucks)
  const alarms = new AlarmLedger(ground.url)
  let databaseCrashes = 0
  try {
    await alarms.open()
    let program: Program | null = await startGatewayProcess(ground.url)
    const port = program.devicePort
    const startAt = Math.floor(Date.now() / 1000) * 1000 - 12 * 3_600_000
    const trucks = Array.from(
      { length: options.trucks },
      (_, i) => new LedgerTruck({ number: i + 1, ports: () => [port], hopMs: null, startAt, paceMs: 5 }),
    )
    const driving = Promise.all(trucks.map((truck) => truck.run()))
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await pause(150 + Math.random() * 700)
      await program.kill('SIGKILL')
      program = await startGatewayProcess(ground.url, { port })
      if (cycle % DATABASE_CRASH_EVERY === 0) {
        await pause(300 + Math.random() * 700)
        await ground.crashDatabase()
        databaseCrashes += 1
      }
      if (cycle % 10 === 0)
        options.log?.(`${cycle} kills, ${trucks.reduce((sum, truck) => sum + truck.acked.length, 0)} positions acknowledged`)
    }
    await pause(1_000)
    for (const truck of trucks) truck.stop()
    await driving
    await program.kill('SIGTERM')
    return { ...(await judge(ground.url, trucks)), ...(await alarms.close()), databaseCrashes }
  } finally {
    await alarms.stop()
    await ground.stop()
  }
}

/**
 * Two gateways on one database; every truck hangs up and dials either of them every 100 to 500 ms, and PostgreSQL is
 * killed on the way.
 */
export async function hopBetweenGateways(options: {
  seconds: number
  trucks: number
  databaseCrashes: number
}): Promise<Verdict & AlarmVerdict & { connections: number; repeats: number }> {
  const ground = await prepareGround(options.trucks)
  const alarms = new AlarmLedger(ground.url)
  const gateways: Program[] = []
  try {
    await alarms.open()
    for (const name of ['a', 'b']) gateways.push(await startGatewayProcess(ground.url, { name }))
    const startAt = Math.floor(Date.now() / 1000) * 1000 - 12 * 3_600_000
    const trucks = Array.from(
      { length: options.trucks },
      (_, i) =>
        new LedgerTruck({
          number: i + 1,
          ports: () => gateways.map((gateway) => gateway.devicePort),
          hopMs: [100, 500],
          startAt,
          paceMs: 2,
        }),
    )
    const driving = Promise.all(trucks.map((truck) => truck.run()))
    for (let crash = 0; crash < options.databaseCrashes; crash += 1) {
      await pause((options.seconds * 1000) / (options.databaseCrashes + 1))
      await ground.crashDatabase()
    }
    await pause((options.seconds * 1000) / (options.databaseCrashes + 1))
    for (const truck of trucks) truck.stop()
    await driving
    for (const gateway of gateways) await gateway.kill('SIGTERM')
    const verdict = { ...(await judge(ground.url, trucks)), ...(await alarms.close()) }
    const sum = (of: (truck: LedgerTruck) => number): number => trucks.reduce((total, truck) => total + of(truck), 0)
    return { ...verdict, connections: sum((truck) => truck.connections), repeats: sum((truck) => truck.repeats) }
  } finally {
    await alarms.stop()
    for (const gateway of gateways) await gateway.kill('SIGKILL')
    await ground.stop()
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
