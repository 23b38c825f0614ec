// @vitest-environment happy-dom
import { accessCalls } from '@tanker/contract/endpoints/access'
import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import { RESULT } from '@tanker/contract/envelope'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowPopovers, answerCalls, type Arrived, type Handler } from '../test-answers.ts'
import { leftPage } from './ended-session.ts'
import { call, CallError, type Purpose } from './call.ts'

const toasts = () => [...document.querySelectorAll('.toast')].map((toast) => toast.querySelector('span:nth-of-type(2)')?.textContent)
const dialogs = () =>
  [...document.querySelectorAll('dialog')].map((dialog) => [
    dialog.querySelector('h2')?.textContent,
    dialog.querySelector('p')?.textContent,
  ])
const PURPOSES: readonly Purpose[] = ['screen', 'action', 'poll', 'silent']

/** Calls once for a purpose, and answers the failure with what was shown of it. */
const failing = async (answer: Handler[1], purpose: Purpose) => {
  answerCalls([truckCalls.status, answer])
  const failure = await call(truckCalls.status, { userPri: 'x' }, { purpose }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallError)
  const shown = { toasts: toasts(), dialogs: dialogs() }
  for (const button of document.querySelectorAll<HTMLElement>('dialog button, .toast-close')) button.click()
  return { ...shown, failure: failure as CallError }
}

beforeEach(() => {
  allowPopovers()
  sessionStorage.setItem('header-id', 'h-1')
})
afterEach(() => {
  for (const button of document.querySelectorAll<HTMLElement>('dialog button, .toast-close')) button.click()
  sessionStorage.clear()
})

test('[7.1-05] a call sends its fields, repeated for several, and its parts of the path; it answers the data alone', async () => {
  const arrived = answerCalls(
    [truckCalls.status, () => ({ data: { truckStatusCount: [], oilCount: {}, trucks: [] } })],
    [truckCalls.card, () => ({ data: { truckId: 7 } })],
  )
  expect(await call(truckCalls.status, { userPri: 'a,b' })).toEqual({ truckStatusCount: [], oilCount: {}, trucks: [] })
  expect(await call(truckCalls.card, { truckId: 7 })).toEqual({ truckId: 7 })
  expect(arrived.map(({ call: made, input }: Arrived) => [made, input])).toEqual([
    [`GET ${truckCalls.status.path}`, { userPri: 'a,b' }],
    ['GET /trucks/7/card', {}],
  ])
})

test('each call carries the session, the language and the time zone of the user', async () => {
  document.cookie = 'language=en'
  const arrived = answerCalls([accessCalls.menus, () => ({ data: [] })])
  await call(accessCalls.menus, null)
  expect(arrived[0]?.headers).toMatchObject({
    'header-id': 'h-1',
    language: 'en',
    localTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

test('what changes something is sent as a form, not in the address', async () => {
  const arrived = answerCalls([alarmCalls.handle, () => ({ data: null })])
  await call(alarmCalls.handle, { alarmIds: '1,2', handleResult: '已联系', exceptionType: 'human', confirm: 'confirmed' })
  expect(arrived[0]).toMatchObject({
    input: { alarmIds: '1,2', handleResult: '已联系' },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
  })
})

test('[8.1-06] a refusal is shown in the words of the server, except where the caller shows it', async () => {
  for (const purpose of PURPOSES) {
    const {
      toasts: shown,
      dialogs: opened,
      failure,
    } = await failing(() => ({ code: 409, message: '该围栏已被修改', data: { fields: 1 } }), purpose)
    expect([shown, opened], purpose).toEqual([purpose === 'silent' ? [] : ['该围栏已被修改'], []])
    expect(failure).toMatchObject({ outcome: 'refused', code: 409, message: '该围栏已被修改', data: { fields: 1 } })
  }
})

test('[8.1-02] a missing permission is a dialog where the user asked, one line where a page asks by itself', async () => {
  const shown = async (purpose: Purpose) => {
    const { toasts: some, dialogs: opened } = await failing(() => ({ code: RESULT.noPermission, message: '无权访问' }), purpose)
    return [some, opened.map(([, words]) => words)]
  }
  expect(await shown('action')).toEqual([[], ['无权访问']])
  expect(await shown('poll')).toEqual([['无权访问'], []])
  expect(await shown('silent')).toEqual([[], []])
})

test('[8.2-01] without a line one message stands, however many calls fail at once, and polls say nothing', async () => {
  answerCalls([truckCalls.status, () => 'no line'])
  const call3 = [1, 2, 3].map(() => call(truckCalls.status, { userPri: 'x' }, { purpose: 'action' }).catch(() => {}))
  await Promise.all(call3)
  expect(toasts()).toHaveLength(1)
  for (const purpose of ['poll', 'silent'] as const) {
    for (const button of document.querySelectorAll<HTMLElement>('.toast-close')) button.click()
    expect((await failing(() => 'no line', purpose)).toasts, purpose).toEqual([])
  }
})

test('a server that fails is a dialog for what the user asked, and nothing for what a page asks by itself', async () => {
  const opened = async (purpose: Purpose) => (await failing(() => ({ status: 500 }), purpose)).dialogs.length
  expect(await Promise.resolve().then(() => opened('action'))).toBe(1)
  expect(await opened('screen')).toBe(1)
  expect([await opened('poll'), await opened('silent')]).toEqual([0, 0])
})

test('a call whose session was renewed while it was on its way is made again, with the new secret', async () => {
  const arrived = answerCalls([
    accessCalls.menus,
    ({ headers }) => {
      if (headers['header-id'] === 'h-2') return { data: [{ name: '监控' }] }
      sessionStorage.setItem('header-id', 'h-2')
      return { code: RESULT.sessionExpired }
    },
  ])
  expect(await call(accessCalls.menus, null)).toEqual([{ name: '监控' }])
  expect(arrived.map(({ headers }) => headers['header-id'])).toEqual(['h-1', 'h-2'])
})

test('[8.1-01] a session that ended forgets everything and begins again at the sign-in', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  sessionStorage.setItem('token', '{"userName":"wang"}')
  const { failure } = await failing(() => ({ code: RESULT.sessionExpired, data: { ended: 'administrator' } }), 'poll')
  expect(failure.outcome).toBe('session-expired')
  // All is gone but why, and the page that was left.
  expect([Object.keys(sessionStorage), reload.mock.calls.length]).toEqual([['leftPage'], 1])
  expect(leftPage()).toEqual({ ended: 'administrator', userName: 'wang', to: '/' })
  // Other calls that were under way change nothing of it.
  await failing(() => ({ code: RESULT.sessionExpired }), 'poll')
  expect(leftPage()).toMatchObject({ ended: 'administrator', userName: 'wang' })
  reload.mockRestore()
})

test('a call that is given up ends its request and shows nothing', async () => {
  answerCalls([truckCalls.status, () => ({ code: 409, message: 'x' })])
  const stop = new AbortController()
  const given = call(truckCalls.status, { userPri: 'x' }, { signal: stop.signal }).catch((error: unknown) => error)
  stop.abort()
  expect(await given).toMatchObject({ name: 'AbortError' })
  expect([toasts(), dialogs()]).toEqual([[], []])
})
