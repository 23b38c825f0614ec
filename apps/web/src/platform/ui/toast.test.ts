// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowPopovers } from '../test-answers.ts'
import { showAlert } from './alert-dialog.ts'
import { toast } from './toast.ts'

const shown = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
const closeAll = () => document.querySelector<HTMLButtonElement>('.toasts-close-all')

beforeEach(() => {
  allowPopovers()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a message of success goes after three seconds, a warning or an error after five', () => {
  toast('success', 'saved')
  toast('info', 'read')
  toast('warning', 'choose a truck')
  toast('error', 'refused')
  vi.advanceTimersByTime(2_999)
  expect(shown()).toEqual(['saved', 'read', 'choose a truck', 'refused'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['choose a truck', 'refused'])
  vi.advanceTimersByTime(2_000)
  expect(shown()).toEqual([])
})

test('the same message again stays one, for its whole time from then on; all of them go at once', () => {
  toast('info', 'saved')
  vi.advanceTimersByTime(2_000)
  toast('info', 'saved')
  toast('error', 'saved')
  expect(shown()).toEqual(['saved', 'saved'])
  vi.advanceTimersByTime(2_000)
  expect(shown()).toEqual(['saved', 'saved'])
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual(['saved'])
  toast('info', 'saved')
  closeAll()?.click()
  toast('info', 'saved')
  expect(shown()).toEqual(['saved'])
})

test('errors and warnings are announced at once, the others when there is time', () => {
  for (const kind of ['error', 'warning', 'success', 'info'] as const) toast(kind, kind)
  expect([...document.querySelectorAll('.toast')].map((one) => one.getAttribute('role') ?? (one as HTMLElement).role)).toEqual([
    'alert',
    'alert',
    'status',
    'status',
  ])
})

test('a message can be closed by hand, and by what showed it, once', () => {
  const close = toast('error', 'one')
  toast('error', 'two')
  document.querySelector<HTMLButtonElement>('.toast-close')?.click()
  expect(shown()).toEqual(['two'])
  close()
  expect(shown()).toEqual(['two'])
})

test('several messages have one button that closes them all; one message does not', () => {
  toast('error', 'one')
  expect(closeAll()?.hidden).toBe(true)
  toast('error', 'two')
  expect(closeAll()?.hidden).toBe(false)
  closeAll()?.click()
  expect(shown()).toEqual([])
})

test('words of the server are shown as text, not as parts of the page', () => {
  toast('error', '<img src=x onerror=alert(1)>')
  expect(document.querySelector('.toast img')).toBeNull()
  expect(shown()).toEqual(['<img src=x onerror=alert(1)>'])
})

test('the same warning is never stacked: who asked twice goes on when it is confirmed once', async () => {
  const [one, same] = [showAlert('No permission', 'Not yours'), showAlert('No permission', 'Not yours')]
  expect(one).toBe(same)
  void showAlert('No permission', 'Another')
  expect(document.querySelectorAll('dialog')).toHaveLength(2)
  for (const button of document.querySelectorAll<HTMLButtonElement>('dialog button')) button.click()
  await one
  expect(document.querySelectorAll('dialog')).toHaveLength(0)
  void showAlert('No permission', 'Not yours')
  expect(document.querySelectorAll('dialog')).toHaveLength(1)
  document.querySelector<HTMLButtonElement>('dialog button')?.click()
})
