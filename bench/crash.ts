// Kills the server again and again under traffic; nothing acknowledged may be missing or doubled afterwards.
// Usage: npm run test:crash -- [cycles, 50] [--trucks 40]
import { parseArgs } from 'node:util'
import { crashCycles } from './crash-cycles.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { trucks: { type: 'string', default: '40' } } })
const verdict = await crashCycles({ cycles: Number(positionals[0] ?? 50), trucks: Number(values.trucks), log: console.log })
console.log(verdict)
process.exit(verdict.missing + verdict.doubled + verdict.brokenChains === 0 && verdict.acknowledged > 0 ? 0 : 1)
