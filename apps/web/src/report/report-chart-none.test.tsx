// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { reportCalls } from '@tanker/contract/endpoints/reports'
import { RESULT } from '@tanker/contract/envelope'
import type { ReportView } from '@tanker/contract/report-view'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { answerCalls, type Handler } from '../platform/test-answers.ts'
import { ReportChart } from './report-chart.tsx'

/** Where curves cannot be drawn, their place says why. */

const path = 'cargo_monitor/event_report/temp_humidity'
const chart = {
  kind: 'line',
  title: '',
  x: 'at',
  y: ['temperature'],
  by: 'plate',
  limit: 20,
  rowsFor: 'all',
  shade: null,
  steps: false,
  lanes: null,
}
const view = { path, columns: [], chart } as unknown as ReportView
const asked = { filters: {}, fromAlarm: null, page: 0, size: 50, sortBy: 'at', sortOrder: 'desc' } as const
const row = { id: '1', at: '2026-11-21T00:00:00Z', temperature: 20, plate: { truckId: 1, plate: '苏A1' } }

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const draw = (answer: Handler[1]): void => {
  sessionStorage.setItem('header-id', 'h-1')
  answerCalls([reportCalls(path).chart, answer])
  render(
    <QueryClientProvider client={queryClient}>
      <ReportChart view={view} asked={asked} rows={[row]} pending={false} onPick={() => undefined} />
    </QueryClientProvider>,
  )
}

test('curves of more rows than are read say what to choose instead', async () => {
  const message = 'Please choose a shorter period or fewer trucks.'
  draw(() => ({ code: RESULT.badRequest, message }))
  expect((await screen.findByText(message)).className).toBe('report-chart-none')
})

test('more curves than can be distinguished ask for trucks to be chosen', async () => {
  draw(() => ({ data: [] }))
  expect(await screen.findByText('Curves of up to 8 trucks can be shown: choose trucks in the filters')).toBeTruthy()
})
