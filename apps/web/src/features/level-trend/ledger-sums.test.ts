import type { LedgerEntry } from '@tanker/contract/level-trend'
import { expect, test } from 'vitest'
import { byCompartment, isHighUnexplained, sumLedger } from './ledger-sums.ts'

const entry = (compartment: number, kind: LedgerEntry['entry'], v20L: number): LedgerEntry => ({
  compartment,
  entry: kind,
  v20L,
  volumeL: v20L,
  balanceV20L: 0,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T01:00:00.000Z',
  tripStartedAt: null,
})

test('25 unexplained litres of 20,000 loaded are 1.25 per mille, gained or lost', () => {
  const entries = [entry(1, 'loading', 12_000), entry(2, 'loading', 8_000), entry(1, 'unloading', -11_975), entry(1, 'unexplained', -25)]
  expect(sumLedger(entries)).toEqual({ loadedL: 20_000, unloadedL: 11_975, unexplainedL: -25, unexplainedPermille: 1.25 })
  expect(sumLedger([entry(1, 'loading', 20_000), entry(1, 'unexplained', 25)]).unexplainedPermille).toBe(1.25)
})

test('temperature, drains and transfers are explained, and without a loading there is no share', () => {
  const entries = [entry(1, 'temperature', -40), entry(1, 'drain', -60), entry(1, 'transfer-out', -500), entry(2, 'transfer-in', 500)]
  expect(sumLedger(entries)).toEqual({ loadedL: 0, unloadedL: 0, unexplainedL: 0, unexplainedPermille: null })
})

test('the books are kept by compartment', () =>
  expect(
    byCompartment([entry(2, 'loading', 1), entry(1, 'loading', 2), entry(2, 'unloading', -1)]).map(([one, own]) => [one, own.length]),
  ).toEqual([
    [1, 1],
    [2, 2],
  ]))

test('unexplained litres from the high-loss limit on are marked, gained or lost', () =>
  expect([49.9, -49.9, 50, -50].map(isHighUnexplained)).toEqual([false, false, true, true]))
