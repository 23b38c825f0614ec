// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import type { ActionProps } from '../../report/actions.ts'
import back from './actions/return-roll-out.ts'
import order from './actions/order-roll-out.tsx'

beforeEach(() => allowPopovers())
afterEach(() => {
  cleanup()
  queryClient.clear()
})

async function open(Dialog: ComponentType<ActionProps>, row: Readonly<Record<string, unknown>>) {
  const sent = answerCalls([rollOutCalls.order, () => ({ data: { rollOutId: 1 } })], [rollOutCalls.return, () => ({ data: null })])
  const onDone = vi.fn()
  const about = { row, rows: [row], onClose: vi.fn(), onChanged: vi.fn(), onDone } as unknown as ActionProps
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <Dialog {...about} />
    </QueryClientProvider>
  ))
  return { sent, onDone }
}
const submit = () => fireEvent.submit(document.querySelector('form') as Element)
const complaint = () => document.querySelector('.handle-complaint')?.textContent

test('a roll-out says what it does with firmware, and needs trucks', async () => {
  const { sent } = await open(order.Dialog, { id: '4', type: 'console', release: 'FW2.7.0' })
  expect(await screen.findByText(/Firmware cannot be rolled back/)).toBeTruthy()
  submit()
  await waitFor(() => expect(complaint()).toBe('Please choose at least one truck.'))
  expect(sent).toHaveLength(0)
})

test('a roll-back needs a reason and names its roll-out', async () => {
  const { sent, onDone } = await open(back.Dialog, { id: '7', title: '夜间亮度 2' })
  submit()
  await waitFor(() => expect(complaint()).toBe('Please enter the reason.'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' 太暗 ' } })
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toMatchObject({ call: 'POST /rollOuts/return', input: { rollOutId: '7', reason: '太暗' } })
})
