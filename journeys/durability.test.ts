import { isWholeRun } from '@tanker/database/test-run'
import { expect, test } from 'vitest'
import { crashCycles, hopBetweenGateways } from '../bench/crash-cycles.ts'

test('the server is killed in the middle of traffic: nothing acknowledged is missing or doubled, no chain of states is broken', async () => {
  const verdict = await crashCycles({ cycles: isWholeRun ? 4 : 2, trucks: 15 })
  expect(verdict).toMatchObject({ missing: 0, doubled: 0, brokenChains: 0 })
  expect(verdict.acknowledged).toBeGreaterThan(50)
}, 60_000)

test.runIf(isWholeRun)(
  'trucks hop between two gateways while PostgreSQL is killed twice: nothing acknowledged is missing or doubled, no chain is broken',
  async () => {
    const verdict = await hopBetweenGateways({ seconds: 6, trucks: 20, databaseCrashes: 2 })
    expect(verdict).toMatchObject({ missing: 0, doubled: 0, brokenChains: 0 })
    expect(verdict.connections).toBeGreaterThan(100)
    expect(verdict.facts).toBeGreaterThan(20)
  },
  60_000,
)
