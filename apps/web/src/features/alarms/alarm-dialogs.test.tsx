// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ActionProps, opens } from '../../report/actions.ts'
import { allowPopovers, answerCalls, type Handler } from '../../platform/test-answers.ts'
import changeVerdict from './actions/change-verdict.tsx'
import handleAlarm from './actions/handle-alarm.tsx'

beforeEach(() => allowPopovers())
afterEach(() => {
  cleanup()
  for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click()
})

const view = { columns: [{ name: 'handleRemark', label: 'Coaching note' }] }
const rows = [{ id: '41' }, { id: '42' }]
const open = ({ Dialog }: ReturnType<typeof opens>, answer: Handler[1]) => {
  const happened: string[] = []
  const arrived = answerCalls([alarmCalls.handle, answer], [alarmCalls.confirm, answer])
  const props = { view, rows, row: rows[0], onDone: () => void happened.push('done'), onClose: () => void happened.push('closed') }
  render(<Dialog {...(props as unknown as ActionProps)} />)
  return { arrived, happened }
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
const complaint = () => document.querySelector('.handle-complaint')?.textContent

test('[5.4-09] alarms are handled with a result and an exception type; without one of them nothing is sent', () => {
  const { arrived } = open(handleAlarm, () => ({ data: null }))
  submit()
  expect(complaint()).toBe('Please enter a result and an exception type')
  fireEvent.change(screen.getByLabelText('Result'), { target: { value: '   ' } })
  fireEvent.change(screen.getByLabelText('Exception type'), { target: { value: 'human' } })
  submit()
  expect(arrived).toEqual([])
})

test('all chosen alarms are handled in one call, with own words and what they were judged to be', async () => {
  const { arrived, happened } = open(handleAlarm, () => ({ data: null }))
  expect(screen.getByText('2 alarms')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Result'), { target: { value: ' called the driver ' } })
  fireEvent.change(screen.getByLabelText('Exception type'), { target: { value: 'equipment' } })
  fireEvent.click(screen.getAllByRole('radio')[1] as Element)
  fireEvent.change(screen.getByLabelText('Coaching note'), { target: { value: ' spoken to ' } })
  submit()
  await waitFor(() => expect(happened).toEqual(['done']))
  expect(arrived.map(({ input }) => input)).toEqual([
    { alarmIds: '41,42', handleResult: 'called the driver', exceptionType: 'equipment', confirm: 'non-abnormal', remark: 'spoken to' },
  ])
})

test('when the server refuses, the dialog stays with what was typed, and can be sent again', async () => {
  let tries = 0
  const { happened } = open(handleAlarm, () => ((tries += 1) === 1 ? { code: 409, message: 'Already handled by li' } : { data: null }))
  fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'x' } })
  fireEvent.change(screen.getByLabelText('Exception type'), { target: { value: 'human' } })
  submit()
  await screen.findByText('Already handled by li')
  expect([(screen.getByLabelText('Result') as HTMLInputElement).value, happened]).toEqual(['x', []])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(false))
  submit()
  await waitFor(() => expect(happened).toEqual(['done']))
})

test('a verdict is changed for the chosen alarms, and Cancel changes nothing', async () => {
  const { arrived, happened } = open(changeVerdict, () => ({ data: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([happened, arrived]).toEqual([['closed'], []])
  fireEvent.click(screen.getAllByRole('radio')[1] as Element)
  submit()
  await waitFor(() => expect(happened).toEqual(['closed', 'done']))
  expect(arrived[0]?.input).toEqual({ alarmIds: '41,42', confirm: 'non-abnormal' })
})
