// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { AirtightRecord } from '@tanker/contract/airtight'
import { airtightCalls } from '@tanker/contract/endpoints/airtight'
import { AIRTIGHT_RESULTS } from '@tanker/domain/devices/airtight-test'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { ScreenAddressContext } from '../../platform/screen-frame/screen-address.ts'
import { answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { AirtightRecordPage, testIn } from './airtight-record-page.tsx'

const path = 'airtight_detection/bz_airtight_detection'
const T = Date.UTC(2026, 2, 15, 2)
const record: AirtightRecord = {
  truck: { truckId: 5, plate: '苏A1', organisation: '甲运输' },
  testNo: 41,
  test: 'positive',
  compartments: [1, 3],
  startedAt: new Date(T).toISOString(),
  endedAt: new Date(T + 300_000).toISOString(),
  startPa: 4_500,
  endPa: 4_310,
  lossPa: 190,
  limitPa: 250,
  volumeL: 16_000,
  temperatureC: 21.5,
  result: 'passed',
  dueAt: new Date(T + 365 * 86_400_000).toISOString(),
  place: '',
  curve: { at: [], pressurePa: [] },
  madeBy: '王管理',
  madeAt: new Date(T).toISOString(),
}

beforeEach(() => sessionStorage.setItem('header-id', 'h-1'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
})

const open = async (id: string, more: Partial<AirtightRecord> = {}) => {
  const arrived = answerCalls([airtightCalls.record, () => ({ data: { ...record, ...more } })])
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <ScreenAddressContext value={{ path, search: { test: id }, ask: () => undefined }}>
        <AirtightRecordPage id={id} />
      </ScreenAddressContext>
    </QueryClientProvider>
  ))
  return arrived
}
const valueOf = (name: string): string | null | undefined => screen.getByText(name).nextElementSibling?.textContent

test('the record says what was tested, how the pressure held, and what was allowed', async () => {
  await open(`5-${T}`)
  expect((await screen.findByText(AIRTIGHT_RESULTS.passed.en)).tagName).toBe('B')
  expect([valueOf('Compartments'), valueOf('Tank volume'), valueOf('Test')]).toEqual(['1, 3', '16.00 m³', 'Positive pressure'])
  expect([valueOf('Start pressure'), valueOf('End pressure')]).toEqual(['4.500 kPa', '4.310 kPa'])
  expect([valueOf('Pressure loss'), valueOf('Allowed loss (5 minutes)')]).toEqual(['190 Pa', '250 Pa'])
  expect(screen.getByText('Signature of the tester')).toBeTruthy()
})

test('a test that goes on has neither end nor verdict', async () => {
  await open(`5-${T}`, { endedAt: null, endPa: null, lossPa: null, result: null, dueAt: null })
  expect((await screen.findByText('Under way')).tagName).toBe('B')
  expect([valueOf('Hold ended'), valueOf('Pressure loss'), valueOf('Next test due')]).toEqual(['–', '–', '–'])
})

test('an address that names no test asks for none', async () => {
  const arrived = await open('nonsense')
  expect(await screen.findByText('The record could not be loaded')).toBeTruthy()
  expect(arrived).toHaveLength(0)
  expect(testIn('5-1773540000000')).toEqual({ truckId: 5, startedAt: '2026-03-15T02:00:00.000Z' })
})
