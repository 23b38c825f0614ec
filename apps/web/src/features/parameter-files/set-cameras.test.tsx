// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { cameraSettingCalls } from '@tanker/contract/endpoints/camera-settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import type { ActionProps, Row } from '../../report/actions.ts'
import setCameras from './actions/set-cameras.tsx'
import { settingInRow } from './camera-values.ts'

beforeEach(() => allowPopovers())
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const ROW: Row = {
  id: '1',
  plate: { truckId: 7, plate: '苏A00001' },
  simNo: '13912345678',
  channelCount: 4,
  recording: true,
  recStart: '0500',
  recEnd: '2200',
  recHold: 10_000,
  realTime: '1,3',
  highDefinition: 'none',
  mirrored: null,
  photos: '1-0,3-1,3-6',
}

async function open(...rows: readonly Row[]) {
  const sent = answerCalls([cameraSettingCalls.send, () => ({ data: { trucks: rows.length, unchanged: 0 } })])
  const onDone = vi.fn()
  const about = { row: rows[0], rows, onClose: vi.fn(), onChanged: vi.fn(), onDone } as unknown as ActionProps
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <setCameras.Dialog {...about} />
    </QueryClientProvider>
  ))
  const submit = () => fireEvent.submit(document.querySelector('form') as Element)
  const pick = (name: string): void => {
    const field = screen.getByRole('combobox', { name: 'Settings to change' })
    fireEvent.change(field, { target: { value: name } })
    fireEvent.click(screen.getByRole('treeitem', { name: new RegExp(name) }))
    fireEvent.keyDown(field, { key: 'Escape' })
  }
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } })
  const says = (words: string) => waitFor(() => expect(document.querySelector('.handle-complaint')?.textContent).toBe(words))
  return { sent, onDone, submit, pick, type, says }
}

test('the dialog needs settings that are permitted, tries and a reason, and sends only what was chosen', async () => {
  const { sent, onDone, submit, pick, type, says } = await open(ROW)
  submit()
  await says('Please choose at least one setting.')
  pick('Recording goes on for')
  // It begins with what the truck has.
  expect(screen.getByLabelText<HTMLInputElement>('Recording goes on for', { exact: false }).value).toBe('10000')
  type('Recording goes on for', '999')
  submit()
  await says('Recording goes on for: 1000 to 600000 ms, a whole number.')
  type('Recording goes on for', '')
  submit()
  await says('Please enter Recording goes on for.')
  type('Recording goes on for', '5000')
  type('Max. tries', '21')
  submit()
  await says('Max. tries must be 2 to 20.')
  type('Max. tries', '5')
  submit()
  await says('Please enter the reason.')
  type('Reason', ' 夜间录像 ')
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
  expect(sent[0]?.input).toEqual({ truckIds: '7', values: '{"recHold":5000}', maxTries: '5', reason: '夜间录像' })
})

test('a SIM number for two trucks is refused before it is sent', async () => {
  const { sent, submit, pick, says, type } = await open(ROW, { ...ROW, id: '2', plate: { truckId: 8, plate: '苏A00002' } })
  pick('SIM number of the cameras')
  type('SIM number of the cameras', '13912345678')
  submit()
  await says('SIM number of the cameras: each truck has its own; please choose one truck.')
  expect(sent).toEqual([])
})

test('settings of a row are read from its columns', () => {
  const keys = ['camSim', 'camCount', 'recEn', 'recStart', 'recHold', 'rtMask', 'hdMask', 'mirrorMask', 'camMask1', 'camMask2', 'camMask3']
  expect(keys.map((key) => settingInRow(ROW, key))).toEqual(['13912345678', 4, 1, '0500', 10_000, 0b101, 0, undefined, 0b1, 0, 0b100_0010])
  expect(settingInRow({ id: '1' }, 'camMask1')).toBeUndefined()
  expect(settingInRow({ id: '1', photos: 'none' }, 'camMask1')).toBe(0)
})
