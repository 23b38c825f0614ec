// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import type { ActionProps } from '../../report/actions.ts'
import { NewOrders } from './new-orders.tsx'

beforeEach(() => allowPopovers())
afterEach(() => {
  cleanup()
  for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click()
})

const rows = [
  { id: '1-seal', plate: { truckId: 1, plate: 'A1' }, part: 'seal' },
  { id: '1-gauge', plate: { truckId: 1, plate: 'A1' }, part: 'gauge' },
  { id: '2-seal', plate: { truckId: 2, plate: 'B2' }, part: 'seal' },
]
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('several devices get an order each; one that is refused holds up no other, and alone is sent again', async () => {
  const happened: string[] = []
  let isTaken = true
  const arrived = answerCalls([
    repairOrderCalls.create,
    ({ input }) => (isTaken && input['part'] === 'gauge' ? { code: 409, message: 'Ordered already' } : { data: { id: 7 } }),
  ])
  const props = {
    rows,
    row: rows[0],
    onDone: () => void happened.push('done'),
    onChanged: () => void happened.push('changed'),
    onClose: () => void happened.push('closed'),
  }
  render(<NewOrders {...(props as unknown as ActionProps)} />)
  expect(screen.getByText('3 devices')).toBeTruthy()
  submit()
  expect(arrived).toEqual([])
  type('Repairer', ' Zhao ')
  type('What to do', 'check the line')
  submit()
  await screen.findByText('A1 · Gauges: Ordered already')
  expect(happened).toEqual(['changed'])
  const sent = { repairer: 'Zhao', phone: '', note: 'check the line' }
  expect(arrived.map(({ input }) => input)).toMatchObject([
    { part: 'seal', ...sent },
    { part: 'gauge', ...sent },
    { part: 'seal', ...sent },
  ])
  expect(screen.getByText('1 device')).toBeTruthy()
  isTaken = false
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(false))
  submit()
  await waitFor(() => expect(happened).toEqual(['changed', 'done']))
  expect(arrived).toHaveLength(4)
})
