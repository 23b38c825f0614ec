// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import type { ComparedBackup } from '@tanker/contract/parameter-backups'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import type { ActionProps } from '../../report/actions.ts'
import compare from './actions/compare-backup.tsx'
import restore from './actions/restore-backup.tsx'

beforeEach(() => allowPopovers())
const leave = (): void => {
  cleanup()
  queryClient.clear()
}
afterEach(leave)

const words = (en: string) => ({ zh: en, en })
const brightness = { path: 'brightness', label: words('Brightness'), secret: false, now: words('80 %'), kept: words('60 %') }
const password = { path: 'userPwd', label: words('Password'), secret: true, now: null, kept: null }
const COMPARED: ComparedBackup = {
  reportedAt: '2026-11-21T08:00:00Z',
  crc32: 7,
  same: false,
  differences: [brightness, password],
  restores: [brightness],
}

async function open(Dialog: ComponentType<ActionProps>, compared: ComparedBackup) {
  const sent = answerCalls(
    [parameterBackupCalls.compare, () => ({ data: compared })],
    [parameterBackupCalls.restore, () => ({ data: null })],
  )
  const onDone = vi.fn()
  const row = { id: '31', plate: { truckId: 1, plate: '苏A00001' }, file: '9' }
  const about = { row, rows: [row], onClose: vi.fn(), onChanged: vi.fn(), onDone } as unknown as ActionProps
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <Dialog {...about} />
    </QueryClientProvider>
  ))
  return { sent, onDone }
}

test('what differs is listed in words, a secret only by its name', async () => {
  await open(compare.Dialog, COMPARED)
  expect(await screen.findByText('Brightness: 80 % → 60 %')).toBeTruthy()
  expect(screen.getByText('Password: differs (not shown)')).toBeTruthy()
})

test('a backup with the same content, one that differs in comments, and a truck whose file is not known are said to be so', async () => {
  await open(compare.Dialog, { ...COMPARED, same: true, differences: [], restores: [] })
  expect(await screen.findByText(/are the same$/)).toBeTruthy()
  leave()
  await open(compare.Dialog, { ...COMPARED, differences: [], restores: [] })
  expect(await screen.findByText(/only other lines differ/)).toBeTruthy()
  leave()
  await open(restore.Dialog, { ...COMPARED, crc32: null, reportedAt: null, differences: [], restores: [] })
  expect(await screen.findByText(/has never been read/)).toBeTruthy()
})

test('a restore shows what changes, needs a reason and sends the content that was seen', async () => {
  const { sent, onDone } = await open(restore.Dialog, COMPARED)
  expect(await screen.findByText('Brightness: 80 % → 60 %')).toBeTruthy()
  const submit = () => fireEvent.submit(document.querySelector('form') as Element)
  submit()
  await waitFor(() => expect(document.querySelector('.handle-complaint')?.textContent).toBe('Please enter the reason'))
  expect(sent).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' 换主机 ' } })
  submit()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)?.input).toMatchObject({ backupId: '31', seen: '7', reason: '换主机' })
})
