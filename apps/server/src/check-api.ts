// Sends valid and invalid requests generated from the API description, and reports where the server differs from it.
// Usage: npm run check:api -- [--seed 1] [--valid 3] [--invalid 30] [--seconds 300]
import { parseArgs } from 'node:util'
import startTestServer from '../../../run/test-database.ts'
import { PASSWORD } from './platform/http/test-api.ts'
import { checkContract } from './platform/http/test-api-contract.ts'
import { startTenants } from './tenant-isolation/test-tenants.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    valid: { type: 'string', default: '3' },
    invalid: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '300' },
  },
})

const stopDatabase = await startTestServer()
const { server, keys } = await startTenants()
try {
  const { findings, requests, calls, succeeded, outOfTime } = await checkContract({
    url: server.url,
    userName: 'admin',
    password: PASSWORD,
    integrationKey: keys.get('G') ?? '',
    seed: Number(values.seed),
    every: 1,
    valid: Number(values.valid),
    invalid: Number(values.invalid),
    withinMs: Number(values.seconds) * 1_000,
  })
  for (const finding of findings) console.log(finding)
  console.log(`${requests} requests to ${calls} calls, ${succeeded} of which did what was asked; ${findings.length} findings`)
  if (outOfTime) console.log('The time was over before all calls were tried; give more --seconds.')
  process.exitCode = findings.length > 0 || outOfTime ? 1 : 0
} finally {
  await server.close()
  await stopDatabase?.()
}
