// Ten thousand trucks connected with heartbeats: memory of the process; then a kill and the time until all are back.
// Usage: npm run bench -- connections [--trucks 10000] [--seconds 20]
import { parseArgs } from 'node:util'
import { prepareGround, startGatewayProcess } from './ground.ts'
import { cpuSeconds, residentMb } from './processes.ts'
import { startLoadGenerator } from './load-generator-process.ts'

const { values } = parseArgs({ options: { trucks: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '20' } } })
const trucks = Number(values.trucks)
const seconds = Number(values.seconds)

const ground = await prepareGround(trucks)
let gateway = await startGatewayProcess(ground.url)
const port = gateway.devicePort
const loadGenerator = startLoadGenerator()
try {
  const empty = residentMb(gateway.pid)
  const joined = await loadGenerator.order({ do: 'connect', port, from: 1, trucks, atOnce: 500 })
  console.log(
    `${joined.acked} trucks connected and authenticated in ${joined.seconds.toFixed(1)} s (a truck: p50 ${joined.p50.toFixed(0)} ms, p99 ${joined.p99.toFixed(0)} ms)`,
  )
  const first = await loadGenerator.order({ do: 'drive', seconds: 0.01, rate: 0 })
  console.log(`first position of each acknowledged: p50 ${first.p50.toFixed(0)} ms, max ${first.max.toFixed(0)} ms`)

  const before = cpuSeconds(gateway.pid)
  await loadGenerator.order({ do: 'heartbeats', seconds, everyS: 30 })
  const share = ((cpuSeconds(gateway.pid) - before) / seconds) * 100
  const resident = residentMb(gateway.pid)
  console.log(
    `heartbeats every 30 s: ${share.toFixed(1)} % of a core; ${resident.toFixed(0)} MB resident, ${(((resident - empty) * 1024) / trucks).toFixed(1)} KB a truck`,
  )

  await gateway.kill('SIGKILL')
  const start = performance.now()
  gateway = await startGatewayProcess(ground.url, { port })
  console.log(`after SIGKILL the server listens again after ${((performance.now() - start) / 1000).toFixed(1)} s`)
  const back = await loadGenerator.order({ do: 'connect', port, from: 1, trucks, atOnce: 500 })
  const again = await loadGenerator.order({ do: 'drive', seconds: 0.01, rate: 0 })
  console.log(
    `all ${back.acked} back, authenticated, with a position acknowledged, ${((performance.now() - start) / 1000).toFixed(1)} s after the restart began (last acknowledgement ${again.max.toFixed(0)} ms after its frame)`,
  )
} finally {
  loadGenerator.stop()
  await gateway.kill('SIGTERM')
  await ground.stop()
}
