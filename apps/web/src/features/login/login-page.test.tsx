// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { accessCalls } from '@tanker/contract/endpoints/access'
import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import { RESULT } from '@tanker/contract/envelope'
import { hashPassword } from '@tanker/contract/password'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowPopovers, answerCalls, type Handler } from '../../platform/test-answers.ts'
import { LoginPage } from './login-page.tsx'
import { CODE_CHARACTERS } from './verification-code.ts'

/** Every verification code is drawn from the first character of the set. */
const CODE = CODE_CHARACTERS.charAt(0).repeat(4)

const signedIn = {
  role: { roleName: '调度员', superMan: false, customer: false, sign: true },
  userInfo: { id: 7, userName: 'wang', name: '王', avatar: null, organisationId: 5, companyCode: 'A', companyName: '江海油运' },
  'header-id': 'h-1',
  userIn: true,
  notDemo: true,
  waterTruckAccount: false,
  lastLoginInfo: { time: null, ip: null, area: null },
}
const AROUND: readonly Handler[] = [
  [accessCalls.loginSettings, () => ({ data: { servicePhone: '400-000-0000' } })],
  [accessCalls.seenAddress, () => ({ data: { ip: '127.0.0.1', area: 'Zhenjiang' } })],
]

let replaced: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  allowPopovers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  replaced = vi.spyOn(location, 'replace').mockImplementation(() => {})
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const complaint = () => document.getElementById('login-complaint')?.textContent
const type = (label: string, value: string): void => void fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
/** Fills in the first step and sends it. */
const signIn = (given: { userName?: string; password?: string; code?: string } = {}): void => {
  type('User name', given.userName ?? 'wang')
  type('Password', given.password ?? 'secret')
  type('Verification code', given.code ?? CODE)
  press('Sign in')
}
const open = (...handlers: Handler[]) => {
  const arrived = answerCalls(...AROUND, ...handlers)
  render(<LoginPage />)
  return { sent: (call: string) => arrived.filter((one) => one.call === call).map(({ input }) => input) }
}

test('[5.1-01] each field is asked for by itself, and nothing is sent before all are there', () => {
  const { sent } = open()
  press('Sign in')
  expect(complaint()).toBe('Please enter the user name')
  expect(document.activeElement).toBe(screen.getByLabelText('User name'))
  signIn({ password: '' })
  expect([complaint(), document.activeElement]).toEqual(['Please enter the password', screen.getByLabelText('Password')])
  signIn({ code: ' ' })
  expect(complaint()).toBe('Please enter the verification code')
  expect(sent('POST /login')).toEqual([])
})

test('[5.1-02] a wrong verification code is said, a new one is drawn and the field is empty again', () => {
  const { sent } = open()
  signIn({ code: 'ZZZZ' })
  expect(complaint()).toBe('Wrong verification code')
  expect((screen.getByLabelText('Verification code') as HTMLInputElement).value).toBe('')
  expect(screen.getByLabelText('Verification code').getAttribute('aria-invalid')).toBe('true')
  expect(sent('POST /login')).toEqual([])
})

test('[5.1-01] [5.1-09] who signs in goes to the first screen, with blanks around the name left out; the password leaves the page only as its hash', async () => {
  const { sent } = open([accessCalls.signIn, () => ({ data: signedIn })])
  await screen.findByText('400-000-0000')
  await waitFor(() => expect(sessionStorage.getItem('ip')).toBe('127.0.0.1'))
  signIn({ userName: ' wang ', code: ` ${CODE.toLowerCase()} ` })
  await waitFor(() => expect(replaced).toHaveBeenCalledWith('/'))
  expect(sent('POST /login')).toEqual([{ username: 'wang', password: hashPassword('wang', 'secret'), ip: '127.0.0.1', area: 'Zhenjiang' }])
  expect(JSON.parse(sessionStorage.getItem('token') ?? '')).toEqual({ userName: 'wang', id: 7 })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret')
})

test('[D-33] a session that ended says why, and leads back to its page; the page that was asked for without one opens too', async () => {
  sessionStorage.setItem('leftPage', JSON.stringify({ ended: 'password-changed', userName: 'wang', to: '/monitor/alarm_desk?mine=1' }))
  open([accessCalls.signIn, () => ({ data: signedIn })])
  expect(screen.getByRole('status').textContent).toMatch(/changed elsewhere.*return to the page/)
  signIn()
  await waitFor(() => expect(replaced).toHaveBeenCalledWith('/monitor/alarm_desk?mine=1'))
  cleanup()
  sessionStorage.setItem('leftPage', JSON.stringify({ ended: null, userName: null, to: '/monitor/alarm_desk' }))
  render(<LoginPage />)
  expect(screen.getByRole('status').textContent).toContain('The page that you asked for')
  cleanup()
  sessionStorage.setItem('leftPage', JSON.stringify({ ended: null, userName: null, to: '/' }))
  render(<LoginPage />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a refused password is said in the words of the server, and the code must be typed again', async () => {
  open([accessCalls.signIn, () => ({ code: RESULT.badRequest, message: 'User name or password is wrong' })])
  signIn()
  await waitFor(() => expect(complaint()).toBe('User name or password is wrong'))
  expect((screen.getByLabelText('Verification code') as HTMLInputElement).value).toBe('')
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('secret')
  expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(false)
  expect(replaced).not.toHaveBeenCalled()
})

test('while the server is asked a second press sends nothing', async () => {
  const { sent } = open([accessCalls.signIn, () => ({ data: signedIn })])
  signIn()
  expect(screen.getByRole('button', { name: 'Signing in…' }).hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(replaced).toHaveBeenCalled())
  expect(sent('POST /login')).toHaveLength(1)
})

test('a user with a second factor is asked for its code; six digits, typed or pasted with a blank, are sent at once', async () => {
  const { sent } = open(
    [accessCalls.signIn, () => ({ code: RESULT.codeNeeded, data: { token: 't-1' } })],
    [secondFactorCalls.signIn, () => ({ data: signedIn })],
  )
  signIn()
  const field = await screen.findByLabelText('Code or recovery code')
  fireEvent.change(field, { target: { value: '12345' } })
  expect(sent(`POST ${secondFactorCalls.signIn.path}`)).toEqual([])
  fireEvent.change(field, { target: { value: '123 456' } })
  await waitFor(() => expect(replaced).toHaveBeenCalledWith('/'))
  expect(sent(`POST ${secondFactorCalls.signIn.path}`)).toEqual([{ token: 't-1', code: '123456' }])
})

test('a wrong code is said and may be typed again; when the time is over the sign-in begins again, with the reason', async () => {
  let tries = 0
  open(
    [accessCalls.signIn, () => ({ code: RESULT.codeNeeded, data: { token: 't-1' } })],
    [
      secondFactorCalls.signIn,
      () =>
        (tries += 1) === 1
          ? { code: 400, message: 'Wrong code' }
          : { code: 400, message: 'Please sign in again', data: { startAgain: true } },
    ],
  )
  signIn()
  const field = (await screen.findByLabelText('Code or recovery code')) as HTMLInputElement
  fireEvent.change(field, { target: { value: '111111' } })
  await screen.findByText('Wrong code')
  expect([field.value, document.activeElement]).toEqual(['', field])
  fireEvent.change(field, { target: { value: '222222' } })
  await waitFor(() => expect(complaint()).toBe('Please sign in again'))
  expect(sessionStorage.getItem('token')).toBeNull()
})

test('a password that an administrator chose must be changed before anything opens', async () => {
  const { sent } = open(
    [accessCalls.signIn, () => ({ data: { ...signedIn, userIn: false, owes: 'password' } })],
    [accessCalls.changePassword, () => ({ data: { 'header-id': 'h-2', owes: null } })],
  )
  signIn()
  await screen.findByText('Choose a new password')
  expect([sessionStorage.getItem('token'), sessionStorage.getItem('header-id')]).toEqual([null, 'h-1'])
  press('Save and continue')
  expect(screen.getByText('Please enter password')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'fresh1' } })
  fireEvent.change(screen.getByLabelText('Repeat new password'), { target: { value: 'fresh2' } })
  press('Save and continue')
  expect(screen.getByText('The passwords differ')).toBeTruthy()
  expect(sent('PUT /userInfoPwd')).toEqual([])
  fireEvent.change(screen.getByLabelText('Repeat new password'), { target: { value: 'fresh1' } })
  press('Save and continue')
  await waitFor(() => expect(replaced).toHaveBeenCalledWith('/'))
  expect(sent('PUT /userInfoPwd')).toEqual([{ oldPwd: hashPassword('wang', 'secret'), pwd: hashPassword('wang', 'fresh1') }])
  expect(sessionStorage.getItem('header-id')).toBe('h-2')
})

test('a service that does not answer leaves the sign-in possible, and says whom to ask', async () => {
  answerCalls([accessCalls.signIn, () => ({ data: signedIn })])
  render(<LoginPage />)
  expect(screen.getByText(/ask your administrator/)).toBeTruthy()
  signIn()
  await waitFor(() => expect(replaced).toHaveBeenCalledWith('/'))
})
