// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CallError } from '../calls/call.ts'
import { allowPopovers } from '../test-answers.ts'
import { FormDialog, InputField, RadioField } from './form-dialog.tsx'

beforeEach(() => allowPopovers())
afterEach(cleanup)

const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const open = (onSubmit: () => Promise<void>, check: () => string | null = () => null) => {
  const left: string[] = []
  render(
    <FormDialog title="Note" count="3 rows" submit="Send" check={check} onSubmit={onSubmit} onCancel={() => void left.push('left')}>
      <InputField label="Text" first value="typed" onChange={() => {}} />
    </FormDialog>,
  )
  return left
}

test('the title, its count and the labels of the fields are read out; the first field has the focus; Cancel leaves', () => {
  const left = open(async () => {})
  expect(screen.getByRole('dialog', { name: /^Note ?3 rows$/ })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Text'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(left).toEqual(['left'])
})

test('what is wrong with the input is said below the fields and not sent, until it is right', async () => {
  let wrong: string | null = 'Please enter a reason'
  let sent = 0
  open(
    async () => void (sent += 1),
    () => wrong,
  )
  fireEvent.click(send())
  expect(screen.getByRole('alert').textContent).toBe('Please enter a reason')
  expect(sent).toBe(0)
  wrong = null
  fireEvent.submit(screen.getByLabelText('Text'))
  expect(screen.getByRole('alert').textContent).toBe('')
  await waitFor(() => expect(sent).toBe(1))
})

test('a form with a layout of its own says as well what is wrong', () => {
  render(
    <FormDialog own title="Note" submit="Send" check={() => 'Please choose a truck'} onSubmit={() => {}} onCancel={() => {}}>
      <InputField label="Text" first value="typed" onChange={() => {}} />
    </FormDialog>,
  )
  fireEvent.click(send())
  expect(screen.getByRole('alert').textContent).toBe('Please choose a truck')
})

test('the button is off while the input is being sent, and on again when the call is refused', async () => {
  let refuse: (reason: Error) => void = () => {}
  open(() => new Promise((_done, reject) => (refuse = reject)))
  fireEvent.click(send())
  expect(send().disabled).toBe(true)
  refuse(new CallError('refused', 'Not allowed', 403))
  await waitFor(() => expect(send().disabled).toBe(false))
})

test('one of a few choices is chosen, under a label of its own or the title of the dialog', () => {
  const chosen: string[] = []
  const choices = { yes: 'Yes', no: 'No' } as const
  render(
    <>
      <RadioField label="Shown" choices={choices} value="yes" onChange={(one) => void chosen.push(one)} />
      <RadioField label="Hidden" hiddenLabel choices={choices} value="no" onChange={(one) => void chosen.push(one)} />
    </>,
  )
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([true, false, false, true])
  expect(screen.getAllByRole('radiogroup', { name: /Shown|Hidden/ })).toHaveLength(2)
  expect(screen.queryByText('Hidden')).toBeNull()
  fireEvent.click(screen.getAllByRole('radio')[1] as Element)
  fireEvent.click(screen.getAllByRole('radio')[2] as Element)
  expect(chosen).toEqual(['no', 'yes'])
})
