// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { airtightCalls } from '@tanker/contract/endpoints/airtight'
import { cleanup, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { PressureDialog } from './pressure-dialog.tsx'

beforeEach(() => sessionStorage.setItem('header-id', 'h-1'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
})

const open = async (curve: { at: number[]; pressurePa: number[] }) => {
  const arrived = answerCalls([airtightCalls.pressure, () => ({ data: { plate: '苏A1', curve } })])
  const props = { name: 'watch-pressure', row: { id: '5' }, onClose: () => undefined } as unknown as ComponentProps<typeof PressureDialog>
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <PressureDialog {...props} />
    </QueryClientProvider>
  ))
  return arrived
}

test('the pressure of the row’s truck is drawn in kPa', async () => {
  await open({ at: [Date.UTC(2026, 2, 15, 2)], pressurePa: [-1_460] })
  expect(await screen.findByText('苏A1 Pressure of the last 30 minutes')).toBeTruthy()
  expect(await screen.findByText('-1.46')).toBeTruthy()
})

test('a box that has said nothing leaves no empty chart', async () => {
  await open({ at: [], pressurePa: [] })
  expect(await screen.findByText('The box has reported no pressure in this time.')).toBeTruthy()
})
