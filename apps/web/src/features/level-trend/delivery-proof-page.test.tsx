// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import type { DeliveryProof } from '@tanker/contract/delivery-proof'
import { deliveryProofCalls } from '@tanker/contract/endpoints/delivery-proof'
import { LOSS_JUDGES } from '@tanker/domain/loss/loss-words'
import { LOSS_JUDGEMENTS } from '@tanker/domain/loss/uncertainty'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { ScreenAddressContext } from '../../platform/screen-frame/screen-address.ts'
import { answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { DeliveryProofPage } from './delivery-proof-page.tsx'

const path = 'cargo_monitor/data_analysis/oil_loss'
const T = Date.UTC(2026, 2, 15, 2)
const proof: DeliveryProof = {
  truck: { truckId: 5, plate: '苏A1', organisation: '甲运输' },
  slipNo: 'PS-1',
  driver: '陈海霞',
  escort: '',
  depot: '苏州油库',
  stations: '甲站',
  loadStartedAt: null,
  leftDepotAt: new Date(T).toISOString(),
  arrivedAt: null,
  leftStationAt: null,
  distanceKm: 90,
  state: 'done',
  loadV20L: 8000,
  arriveV20L: 7940,
  unloadV20L: 7930,
  baseV20L: 8000,
  transportLossL: 60,
  totalLossL: null,
  quotaL: 1.2,
  overQuotaL: 58.8,
  uncertaintyL: 6.72,
  judge: 'loss',
  basis: 'truck-truck',
  leftOut: 0,
  lines: [],
  slips: [],
  tickets: [],
  gauges: [],
  ledger: [],
  alarms: [],
  more: false,
  curve: { truckId: 5, signCode: '苏A1', from: '', to: '', compartments: [], marks: [], anchors: [], moreMarks: false },
  madeBy: '王管理',
  madeAt: new Date(T).toISOString(),
}

beforeEach(() => sessionStorage.setItem('header-id', 'h-1'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
})

const open = async (id: string, more: Partial<DeliveryProof> = {}) => {
  const arrived = answerCalls([deliveryProofCalls[path], () => ({ data: { ...proof, ...more } })])
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <ScreenAddressContext value={{ path, search: { delivery: id }, ask: () => undefined }}>
        <DeliveryProofPage id={id} />
      </ScreenAddressContext>
    </QueryClientProvider>
  ))
  return arrived
}

test('a proof is asked with the rights of its list, says loss, rate and verdict, who printed it, and what is missing', async () => {
  const arrived = await open(`5-${T}`)
  expect(await screen.findByText('陈海霞')).toBeTruthy()
  expect(arrived.map(({ call, input }) => [call, input])).toEqual([
    [`GET ${deliveryProofCalls[path].path}`, { truckId: '5', tripStartedAt: new Date(T).toISOString() }],
  ])
  const sheet = document.querySelector('.proof-sheet')?.textContent ?? ''
  for (const words of ['+60.00 L', '7.5000 ‰', '±20.16 L', '王管理', 'Loss']) expect(sheet).toContain(words)
  // Lines, curve, slips, tickets, gauges, ledger and alarms.
  expect(document.querySelectorAll('.proof-missing')).toHaveLength(7)
  expect(document.documentElement.dataset['proof']).toBe('')
  cleanup()
  expect(document.documentElement.dataset['proof']).toBeUndefined()
})

test('what the error of measurement explains is said in the words of the lists, and a trip under way has no verdict yet', async () => {
  const [, , explained] = LOSS_JUDGEMENTS
  await open(`5-${T}`, { judge: explained })
  expect(await screen.findByText(LOSS_JUDGES[explained].en)).toBeTruthy()
  cleanup()
  queryClient.clear()
  await open(`5-${T}`, { judge: null, state: 'transit' })
  expect(await screen.findByText('Under way, no verdict yet')).toBeTruthy()
})

test('an address that names no delivery asks nothing and says so', async () => {
  const arrived = await open('x')
  expect(await screen.findByText('The proof could not be loaded')).toBeTruthy()
  expect(arrived).toEqual([])
})
