// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ParameterFileAnswer } from '@tanker/contract/parameter-files'
import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { elscfg } from '@tanker/parameters/device-files/elscfg'
import type { FileValues } from '@tanker/parameters/file-values'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { ParameterForm } from './parameter-form.tsx'

beforeEach(() => allowPopovers())
afterEach(cleanup)

const probe = (n: number) => ({
  cabinIndex: 0,
  lineNum: 0,
  type: n,
  en: 1,
  smodv: 0,
  sgatev: 600,
  szerov: 200,
  smaxv: 3000,
  sn: `000000000${n}`,
})
const HAS: FileValues = {
  fields: { probeCount: 2, sampleInterval: 1, alarmDelay: 3 },
  groups: { probes: [probe(1), probe(2)] },
}
const KNOWN: ParameterFileAnswer = {
  reportedAt: '2026-11-21T08:00:00Z',
  crc32: 7,
  content: null,
  secrets: [],
  lineProblems: [{ line: 4, text: { zh: '不对', en: 'is wrong' } }],
  drifted: ['alarmDelay'],
  wantedAt: null,
  wantedBy: null,
  compartments: 3,
  busy: false,
}

async function open() {
  const sent = answerCalls([parameterFileCalls.send, () => ({ data: null })])
  const onDone = vi.fn()
  await renderInRouter(() => (
    <ParameterForm title="苏A00001" truckId={1} file={elscfg} known={KNOWN} has={HAS} seen={7} onCancel={vi.fn()} onDone={onDone} />
  ))
  const submit = () => fireEvent.submit(document.querySelector('form') as Element)
  const field = (name: string, at = 0) => screen.getAllByLabelText<HTMLInputElement>(name, { exact: false })[at] as HTMLInputElement
  return { sent, onDone, submit, field, complaint: () => document.querySelector('.handle-complaint')?.textContent }
}

test('a form shows what is wrong with the file, what drifted, and says that nothing was changed', async () => {
  const { submit, complaint } = await open()
  expect(screen.getByText('Line 4: is wrong')).toBeTruthy()
  expect(screen.getByText(/Not as wanted/)).toBeTruthy()
  submit()
  await waitFor(() => expect(complaint()).toBe('No parameter was changed'))
})

test('a value out of range and a duplicate serial are named; corrected, what changed is listed and sent with its reason', async () => {
  const { sent, onDone, submit, field, complaint } = await open()
  fireEvent.change(field('Sampling interval'), { target: { value: '99' } })
  submit()
  await waitFor(() => expect(complaint()).toBe('Sampling interval: 1 to 60 s, a whole number.'))
  fireEvent.change(field('Sampling interval'), { target: { value: '5' } })
  fireEvent.change(field('Serial', 1), { target: { value: '0000000001' } })
  submit()
  await waitFor(() => expect(complaint()).toBe('Two probes have the same serial (same as entry 1).'))
  fireEvent.change(field('Serial', 1), { target: { value: '0000000009' } })
  expect(screen.getByText('Sampling interval: 1 → 5')).toBeTruthy()
  expect(screen.getByText('Probe 2: Serial: 0000000002 → 0000000009')).toBeTruthy()
  submit()
  await waitFor(() => expect(complaint()).toBe('Please enter the reason'))
  fireEvent.change(field('Reason'), { target: { value: ' 换探头 ' } })
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
  expect(sent[0]?.input).toMatchObject({ reason: '换探头', seen: '7' })
  expect(JSON.parse(sent[0]?.input['content'] ?? '')).toMatchObject({ fields: { sampleInterval: 5 } })
})

test('a probe that is removed and one that is added are counted', async () => {
  await open()
  expect(document.querySelectorAll('details')).toHaveLength(2)
  fireEvent.click(screen.getAllByText('Remove')[0] as Element)
  fireEvent.click(screen.getByText('Add probe'))
  fireEvent.click(screen.getByText('Add probe'))
  expect(document.querySelectorAll('details')).toHaveLength(3)
  expect(screen.getByText('3 / 64')).toBeTruthy()
})
