// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mailedReportCalls } from '@tanker/contract/endpoints/mailed-reports'
import type { MailedReport } from '@tanker/contract/mailed-reports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../platform/test-answers.ts'
import { MailedReportsDialog } from './mailed-reports-dialog.tsx'
import { timesText } from './mailed-words.ts'

const report = 'monitor/offline_truck'
const one: MailedReport = {
  id: 7,
  report,
  name: 'Each morning',
  rhythm: 'weekly',
  weekday: 1,
  monthDay: null,
  hour: 7,
  zone: 'Asia/Shanghai',
  language: 'en',
  userIds: [3],
  addresses: [],
  paused: null,
  nextAt: '2026-03-10T23:00:00.000Z',
}

beforeEach(allowPopovers)
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const open = (reports: readonly MailedReport[], more: { readonly mailReady?: boolean; readonly anyAddress?: boolean } = {}) => {
  const people = [{ id: 3, name: 'Li Mei', address: 'mei@example.com' }]
  const arrived = answerCalls(
    [mailedReportCalls.list, () => ({ data: { reports, people, mailReady: true, anyAddress: true, ...more } })],
    [mailedReportCalls.add, () => ({ data: { id: 8 } })],
    [mailedReportCalls.send, () => ({ data: null })],
    [mailedReportCalls.pause, () => ({ data: null })],
    [
      mailedReportCalls.deliveries,
      () => ({
        data: [
          {
            at: '2026-03-10T23:00:00.000Z',
            byHand: true,
            rows: 5,
            bytes: 9,
            problem: '',
            mails: [{ address: 'mei@example.com', state: 'failed', reason: 'no such box' }],
          },
        ],
      }),
    ],
  )
  render(
    <QueryClientProvider client={queryClient}>
      <MailedReportsDialog report={report} name="Offline" content={() => '{"a":1}'} onClose={() => {}} />
    </QueryClientProvider>,
  )
  return (call: { readonly method: string; readonly path: string }) =>
    arrived.filter((sent) => sent.call === `${call.method} ${call.path}`).map(({ input }) => input)
}

test('times are said in words', () => {
  const said = (more: Partial<MailedReport>) => timesText({ ...one, ...more })
  expect(said({})).toBe('every Monday 07:00')
  expect(said({ rhythm: 'daily' })).toBe('daily 07:00')
  expect(said({ rhythm: 'monthly', monthDay: 0 })).toBe('monthly, last day, 07:00')
  expect(said({ rhythm: 'monthly', monthDay: 5 })).toBe('monthly, day 5, 07:00')
})

test('what the list shows is mailed to users and to other addresses at the chosen time', async () => {
  const sent = open([])
  await screen.findByText('This list is not mailed yet.')
  fireEvent.click(screen.getByText('New'))
  fireEvent.click(await screen.findByText('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose at least one recipient')
  fireEvent.change(screen.getByLabelText('How often'), { target: { value: 'monthly' } })
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '0' } })
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18' } })
  fireEvent.change(screen.getByLabelText('Other addresses'), { target: { value: 'a@example.org' } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(sent(mailedReportCalls.add)).toHaveLength(1))
  expect(sent(mailedReportCalls.add)[0]).toMatchObject({
    report,
    name: 'Offline',
    content: '{"a":1}',
    rhythm: 'monthly',
    monthDay: '0',
    hour: '18',
    language: 'en',
    addresses: 'a@example.org',
  })
  expect(sent(mailedReportCalls.add)[0]).not.toHaveProperty('weekday')
})

test('one is sent at once, paused, and its log says what became of each mail', async () => {
  const sent = open([one, { ...one, id: 9, report: 'monitor/alarm_record', name: 'Of another list' }])
  await screen.findByText('Each morning')
  expect(screen.queryByText('Of another list')).toBeNull()
  expect(screen.getByText(/next 03\/1/)).toBeTruthy()
  fireEvent.click(screen.getByText('Send now'))
  fireEvent.click(screen.getByText('Pause'))
  await waitFor(() => expect(sent(mailedReportCalls.pause)).toEqual([{ id: '7', paused: 'yes' }]))
  expect(sent(mailedReportCalls.send)).toEqual([{ id: '7' }])
  fireEvent.click(screen.getByText('Log'))
  expect(await screen.findByText('mei@example.com · failed · no such box')).toBeTruthy()
  expect(screen.getByText('5 rows · sent at once')).toBeTruthy()
})

test('a paused one says why, and a server that cannot mail is said', async () => {
  open([{ ...one, paused: 'right', nextAt: null }], { mailReady: false })
  expect(await screen.findByText(/Paused: your rights no longer include/)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('no mail server')
})
