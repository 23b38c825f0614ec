// What a flood of wrong codes costs other trucks: their acknowledgements with and without it, in turns within one run.
// Usage: npm run bench -- flood [--trucks 200] [--rate 100] [--seconds 10] [--sockets 6] [--rounds 3] [--gate]
// --gate exits with 1 where the p99 with a flood is more than twice the p99 without.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { FloodOrder, FloodReport } from './flood-sender.ts'
import { prepareGround, startGatewayProcess } from './ground.ts'
import { cpuSeconds, residentMb } from './processes.ts'
import { startLoadGenerator } from './load-generator-process.ts'
import type { LoadGeneratorReport } from './load-generator.ts'

const { values } = parseArgs({
  options: {
    trucks: { type: 'string', default: '200' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    sockets: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    gate: { type: 'boolean', default: false },
  },
})
const [trucks, rate, seconds, sockets, rounds] = [values.trucks, values.rate, values.seconds, values.sockets, values.rounds].map(
  Number,
) as [number, number, number, number, number]
/** The load generator's trucks come from 127.0.0.1. */
const FLOODS = { 'from a stranger’s address': '127.0.1.9', 'from the address of the trucks': '127.0.0.1' } as const

/** Without a flood the sender is as busy, against a server that cuts each socket: what its own CPU costs on this machine is no difference. */
const sink = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.destroy()))
sink.listen(0, '127.0.0.1')
await once(sink, 'listening')

const ground = await prepareGround(trucks)
const gateway = await startGatewayProcess(ground.url)
const loadGenerator = startLoadGenerator()
try {
  await loadGenerator.order({ do: 'connect', port: gateway.devicePort, from: 1, trucks, atOnce: 50 })
  await loadGenerator.order({ do: 'drive', seconds: 3, rate }) // warm up
  const drive = (): Promise<LoadGeneratorReport> => loadGenerator.order({ do: 'drive', seconds, rate })
  const worst: number[] = []
  for (const [name, from] of Object.entries(FLOODS)) {
    const calm: LoadGeneratorReport[] = []
    const flooded: LoadGeneratorReport[] = []
    let sent = { frames: 0, dials: 0 }
    let cpu = 0
    for (let round = 0; round < rounds; round += 1) {
      const idle = await startFlood({ port: (sink.address() as AddressInfo).port, from, sockets })
      calm.push(await drive())
      await idle.stop()
      const flood = await startFlood({ port: gateway.devicePort, from, sockets })
      const before = cpuSeconds(gateway.pid)
      flooded.push(await drive())
      const { frames, dials } = await flood.stop()
      cpu += cpuSeconds(gateway.pid) - before
      sent = { frames: sent.frames + frames, dials: sent.dials + dials }
    }
    const middle = (reports: readonly LoadGeneratorReport[], of: (report: LoadGeneratorReport) => number): number =>
      reports.map(of).toSorted((a, b) => a - b)[reports.length >> 1] ?? Number.NaN
    const summary = (reports: readonly LoadGeneratorReport[]): string =>
      `p50 ${middle(reports, ({ p50 }) => p50).toFixed(1)} ms, p99 ${middle(reports, ({ p99 }) => p99).toFixed(1)} ms, worst ${Math.max(...reports.map(({ max }) => max)).toFixed(0)} ms`
    const ratio = middle(flooded, ({ p99 }) => p99) / middle(calm, ({ p99 }) => p99)
    worst.push(ratio)
    console.log(`flood ${name}: ${sent.frames} frames written, ${sent.dials} sockets dialled in ${rounds} × ${seconds} s`)
    console.log(`  without: ${summary(calm)}`)
    console.log(`  with:    ${summary(flooded)}`)
    console.log(
      `  p99 ratio ${ratio.toFixed(2)}, p50 ratio ${(middle(flooded, ({ p50 }) => p50) / middle(calm, ({ p50 }) => p50)).toFixed(2)}; gateway ${((cpu / (rounds * seconds)) * 100).toFixed(0)} % of a core with the flood, ${residentMb(gateway.pid).toFixed(0)} MB resident`,
    )
  }
  if (values.gate && Math.max(...worst) > 2) {
    console.error(`above the limit: p99 ratio ${Math.max(...worst).toFixed(2)} (at most 2)`)
    process.exitCode = 1
  }
} finally {
  loadGenerator.stop()
  await gateway.kill('SIGTERM')
  await ground.stop()
  sink.close()
}

async function startFlood(order: FloodOrder): Promise<{ stop(): Promise<FloodReport> }> {
  const sender = join(dirname(fileURLToPath(import.meta.url)), 'flood-sender.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', sender], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message') // it is there
  child.send(order)
  return {
    async stop() {
      child.send('stop')
      const [report] = (await once(child, 'message')) as [FloodReport]
      return report
    },
  }
}
