// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { phoneCallCalls } from '@tanker/contract/endpoints/phone-calls'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { PhoneCallDialog } from './phone-call-dialog.tsx'

beforeEach(() => {
  sessionStorage.setItem('header-id', 'h-1')
  allowPopovers()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
  for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click()
})

test('the driver’s number is at hand, and nothing is recorded without whom and outcome', async () => {
  const happened: string[] = []
  const before = { id: 1, called: 'escort', outcome: 'busy', phone: '', remark: '', by: 'Anna', at: '2026-03-15T02:00:00.000Z' }
  const driver = { name: '王师傅', phone: '13800000000' }
  const arrived = answerCalls(
    [phoneCallCalls.read, () => ({ data: { plate: '苏A1', driver, calls: [before] } })],
    [phoneCallCalls.create, () => ({ data: { id: 2 } })],
  )
  const props = { row: { id: '77' }, onClose: () => undefined, onDone: () => void happened.push('done') }
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <PhoneCallDialog {...(props as unknown as ComponentProps<typeof PhoneCallDialog>)} />
    </QueryClientProvider>
  ))
  expect((await screen.findByRole('link', { name: driver.phone })).getAttribute('href')).toBe('tel:13800000000')
  expect(screen.getByText(/Escort · Busy · Anna$/)).toBeTruthy()
  const record = () => fireEvent.click(screen.getByRole('button', { name: 'Record the call' }))
  record()
  expect(await screen.findByText('Please choose who was called and the outcome')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Driver'))
  expect((screen.getByLabelText('Number') as HTMLInputElement).value).toBe(driver.phone)
  fireEvent.click(screen.getByLabelText('Reached'))
  fireEvent.change(screen.getByLabelText('What was said'), { target: { value: ' stands safely ' } })
  record()
  await waitFor(() => expect(happened).toEqual(['done']))
  expect(arrived.find(({ call }) => call.startsWith('POST'))?.input).toEqual({
    alarmId: '77',
    called: 'driver',
    outcome: 'reached',
    phone: driver.phone,
    remark: 'stands safely',
  })
})
