// Kills the server again and again under traffic, or lets trucks hop between two gateways; nothing acknowledged may be lost,
// and the alarm feed must hear every stored change of an alarm once.
// Usage: npm run test:crash -- [cycles, 50] [--trucks 40] | --hop SECONDS [--database-crashes 2]
import { parseArgs } from 'node:util'
import { crashCycles, hopBetweenGateways } from './crash-cycles.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { trucks: { type: 'string', default: '40' }, hop: { type: 'string' }, 'database-crashes': { type: 'string', default: '2' } },
})
const trucks = Number(values.trucks)
const verdict =
  values.hop === undefined
    ? await crashCycles({ cycles: Number(positionals[0] ?? 50), trucks, log: console.log })
    : await hopBetweenGateways({ seconds: Number(values.hop), trucks, databaseCrashes: Number(values['database-crashes']) })
console.log(verdict)
process.exit(
  verdict.missing + verdict.doubled + verdict.brokenChains + verdict.alarmsUnheard + verdict.alarmsTwice === 0 && verdict.acknowledged > 0
    ? 0
    : 1,
)
