// Kills the server again and again under traffic, or lets trucks hop between two gateways; nothing acknowledged may be lost,
// and the alarm feed must hear every stored change of an alarm once.
// --points ends it at each named point of a frame's way instead, with each kind of message, and at each step of an order.
// --soak drives for MINUTES under faults at random times, which the seed decides.
// Usage: npm run test:crash -- [cycles, 50] [--trucks 40] | --hop SECONDS [--database-crashes 2] | --points | --soak MINUTES [--seed N]
import { parseArgs } from 'node:util'
import type { AlarmVerdict } from './alarm-ledger.ts'
import { crashCycles, hopBetweenGateways } from './crash-cycles.ts'
import { allCells, crashAtPoints } from './crash-points.ts'
import type { Verdict } from './ledger.ts'
import { crashAtCommandSteps } from './command-crashes.ts'
import { soak } from './soak.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trucks: { type: 'string', default: '40' },
    hop: { type: 'string' },
    'database-crashes': { type: 'string', default: '2' },
    points: { type: 'boolean', default: false },
    soak: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
process.exit(
  (await (values.soak === undefined ? (values.points ? holdsAtPoints() : holdsInTraffic()) : holdsFor(Number(values.soak)))) ? 0 : 1,
)

async function holdsFor(minutes: number): Promise<boolean> {
  if (!(minutes > 0)) throw new Error(`--soak ${values.soak}: give a number of minutes, such as 3.`)
  const seed = Number(values.seed)
  console.log(`seed ${seed}`)
  const verdict = await soak({ minutes, trucks: Number(values.trucks), seed, log: console.log })
  console.log(verdict)
  return noneViolated(verdict)
}

function noneViolated(verdict: Verdict & AlarmVerdict): boolean {
  return (
    verdict.missing + verdict.doubled + verdict.brokenChains + verdict.alarmsUnheard + verdict.alarmsTwice === 0 && verdict.acknowledged > 0
  )
}

async function holdsAtPoints(): Promise<boolean> {
  const verdict = await crashAtPoints(allCells(), { log: console.log })
  console.log(verdict)
  const orders = await crashAtCommandSteps(console.log)
  console.log(orders)
  return orders.wrong.length + verdict.wrong.length + verdict.missing + verdict.doubled + verdict.brokenChains === 0
}

async function holdsInTraffic(): Promise<boolean> {
  const trucks = Number(values.trucks)
  const verdict =
    values.hop === undefined
      ? await crashCycles({ cycles: Number(positionals[0] ?? 50), trucks, log: console.log })
      : await hopBetweenGateways({ seconds: Number(values.hop), trucks, databaseCrashes: Number(values['database-crashes']) })
  console.log(verdict)
  return noneViolated(verdict)
}
