// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { parameterDriftCalls } from '@tanker/contract/endpoints/parameter-drift'
import type { FileComparison, ParameterDrift } from '@tanker/contract/parameter-drift'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import type { ActionProps } from '../../report/actions.ts'
import compare from './actions/compare-parameters.tsx'
import settle from './actions/settle-drift.tsx'

beforeEach(() => allowPopovers())
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const words = (en: string) => ({ zh: en, en })
const field = (path: string, label: string, more: object = {}) => ({
  path,
  label: words(label),
  choice: path,
  secret: false,
  own: false,
  settable: true,
  ...more,
})
const DRIFT: ParameterDrift = {
  reportedAt: '2026-11-21T08:00:00Z',
  reportedCrc32: 7,
  wantedAt: '2026-11-20T08:00:00Z',
  wantedBy: 'anna',
  wantedCrc32: 8,
  busy: false,
  fields: [
    { ...field('brightness', 'Brightness'), wanted: words('80 %'), reported: words('60 %'), since: '2026-11-21T08:00:00Z' },
    { ...field('userPwd', 'Password', { secret: true, own: true }), wanted: null, reported: null, since: null },
  ],
}
const COMPARED: FileComparison = {
  first: { name: words('苏A00001 now'), at: null, isKnown: true },
  second: { name: words('苏A00001 as wanted'), at: null, isKnown: true },
  crc32: 7,
  fields: [
    { ...field('brightness', 'Brightness'), first: words('60 %'), second: words('80 %'), differs: true },
    { ...field('language', 'Language'), first: words('English'), second: words('English'), differs: false },
    { ...field('psn', 'Serial', { settable: false, own: true }), first: words('1'), second: words('2'), differs: true },
  ],
}

async function open(Dialog: ComponentType<ActionProps>, actions: readonly string[] = ['edit-parameters']) {
  const sent = answerCalls(
    [parameterDriftCalls.fields, () => ({ data: DRIFT })],
    [parameterDriftCalls.contents, () => ({ data: { backups: [], upgradeFiles: [] } })],
    [parameterDriftCalls.compare, () => ({ data: COMPARED })],
    [parameterDriftCalls.sendWanted, () => ({ data: null })],
    [parameterDriftCalls.accept, () => ({ data: null })],
    [parameterDriftCalls.copy, () => ({ data: null })],
  )
  const onDone = vi.fn()
  const row = { id: '1-9', plate: { truckId: 1, plate: '苏A00001' }, file: '9' }
  const view = { actions: actions.map((name) => ({ name })) }
  const about = { row, rows: [row], view, onClose: vi.fn(), onChanged: vi.fn(), onDone } as unknown as ActionProps
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <Dialog {...about} />
    </QueryClientProvider>
  ))
  return { sent, onDone }
}
const submit = () => fireEvent.submit(document.querySelector('form') as Element)
const complaint = () => document.querySelector('.handle-complaint')?.textContent

test('the wanted values of chosen fields are sent with what was seen, and a secret is not shown', async () => {
  const { sent, onDone } = await open(settle.Dialog)
  expect(await screen.findByText('80 %')).toBeTruthy()
  expect(screen.getAllByText('(not shown)')).toHaveLength(2)
  submit()
  await waitFor(() => expect(complaint()).toBe('Please enter the reason'))
  fireEvent.click(screen.getByLabelText('Choose: Password'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' 与样车一致 ' } })
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toMatchObject({
    call: 'POST /parameterFiles/drift/send',
    input: { truckId: '1', file: '9', seen: '7', wantedSeen: '8', choices: 'brightness', reason: '与样车一致' },
  })
})

test('what the truck has is accepted where the user chooses so, and not without a field', async () => {
  const { sent, onDone } = await open(settle.Dialog)
  fireEvent.click(await screen.findByLabelText('Accept what the truck has'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: '现场调整' } })
  fireEvent.click(screen.getByLabelText('Choose all'))
  submit()
  await waitFor(() => expect(complaint()).toBe('Please choose at least one field'))
  fireEvent.click(screen.getByLabelText('Choose all'))
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toMatchObject({ call: 'POST /parameterFiles/drift/accept', input: { choices: 'brightness,userPwd' } })
})

test('only fields that differ are shown until the others are asked for, and what a device reports cannot be copied', async () => {
  const { sent, onDone } = await open(compare.Dialog)
  expect(await screen.findByText('Brightness')).toBeTruthy()
  expect(screen.queryByText('Language')).toBeNull()
  fireEvent.click(screen.getByLabelText('Show equal fields too'))
  expect(screen.getByText('Language')).toBeTruthy()
  expect(screen.queryByLabelText('Choose: Serial')).toBeNull()
  expect(screen.queryByLabelText('Choose: Language')).toBeNull()
  fireEvent.click(screen.getByLabelText('Choose: Brightness'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: '统一' } })
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toMatchObject({
    call: 'POST /parameterFiles/copy',
    input: { secondState: 'wanted', seen: '7', choices: 'brightness', reason: '统一' },
  })
})

test('without the right to send, or beside another content than the truck’s, nothing can be chosen', async () => {
  await open(compare.Dialog, [])
  expect(await screen.findByText('Brightness')).toBeTruthy()
  expect(screen.queryByLabelText('Choose: Brightness')).toBeNull()
  cleanup()
  queryClient.clear()
  await open(compare.Dialog)
  fireEvent.change(await screen.findByLabelText('Left: Content'), { target: { value: 'day-before' } })
  expect(await screen.findByText('Brightness')).toBeTruthy()
  expect(screen.queryByLabelText('Choose: Brightness')).toBeNull()
  fireEvent.change(screen.getByLabelText('Right: Content'), { target: { value: 'backup' } })
  expect(await screen.findByText('Please choose what to compare')).toBeTruthy()
})
