// Kills the server again and again under traffic, or lets trucks hop between two gateways; nothing acknowledged may be lost,
// and the alarm feed must hear every stored change of an alarm once.
// --points ends it at each named point of a frame's way instead, with each kind of message, and at each step of an order.
// Usage: npm run test:crash -- [cycles, 50] [--trucks 40] | --hop SECONDS [--database-crashes 2] | --points
import { parseArgs } from 'node:util'
import { crashCycles, hopBetweenGateways } from './crash-cycles.ts'
import { allCells, crashAtPoints } from './crash-points.ts'
import { crashAtOrderSteps } from './order-crashes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trucks: { type: 'string', default: '40' },
    hop: { type: 'string' },
    'database-crashes': { type: 'string', default: '2' },
    points: { type: 'boolean', default: false },
  },
})
process.exit((await (values.points ? holdsAtPoints() : holdsInTraffic())) ? 0 : 1)

async function holdsAtPoints(): Promise<boolean> {
  const verdict = await crashAtPoints(allCells(), console.log)
  console.log(verdict)
  const orders = await crashAtOrderSteps(console.log)
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
  const violations = verdict.missing + verdict.doubled + verdict.brokenChains + verdict.alarmsUnheard + verdict.alarmsTwice
  return violations === 0 && verdict.acknowledged > 0
}
