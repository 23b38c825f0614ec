// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Module = typeof import('./ended-session.ts')
let { keepWantedPage, leaveSession, leftPage, pageAfterSignIn, signOut }: Module = await import('./ended-session.ts')

// Each test is a page of its own.
beforeEach(async () => {
  vi.resetModules()
  ;({ keepWantedPage, leaveSession, leftPage, pageAfterSignIn, signOut } = await import('./ended-session.ts'))
})

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

const navigations = () => ({
  reload: vi.spyOn(location, 'reload').mockImplementation(() => {}),
  assign: vi.spyOn(location, 'assign').mockImplementation(() => {}),
})

const signedIn = () => {
  sessionStorage.setItem('token', '{"userName":"wang"}')
  sessionStorage.setItem('header-id', 'h-1')
  history.replaceState(null, '', '/monitor/alarm_desk?grade=red')
  return navigations()
}

const leave = (): void => {
  signedIn()
  leaveSession('password-changed')
}

test('[D-33] the same user returns to the page with its filters, once', () => {
  leave()
  // The router then finds no session at the same address.
  keepWantedPage('/monitor/alarm_desk?grade=red')
  expect(leftPage()).toMatchObject({ ended: 'password-changed', userName: 'wang' })
  expect(pageAfterSignIn('wang')).toBe('/monitor/alarm_desk?grade=red')
  expect(pageAfterSignIn('wang')).toBe('/')
})

test('another user does not see what the one before looked at', () => {
  leave()
  expect(pageAfterSignIn('li')).toBe('/')
})

test('who asked for a page without a session gets it after the sign-in, unless it is an address of another site', () => {
  expect(pageAfterSignIn('wang')).toBe('/')
  keepWantedPage('/monitor/cargo_transport?wall')
  expect([leftPage()?.ended, pageAfterSignIn('wang')]).toEqual([null, '/monitor/cargo_transport?wall'])
  for (const foreign of ['//evil.example', '/\\evil.example', 'https://evil.example', '']) {
    keepWantedPage(foreign)
    expect(pageAfterSignIn('wang'), foreign).toBe('/')
  }
})

test('a session that ended under several calls leaves the page once, with the first reason', () => {
  const { reload } = signedIn()
  leaveSession('password-changed')
  leaveSession('unknown')
  expect([reload.mock.calls.length, leftPage()?.ended]).toEqual([1, 'password-changed'])
})

test('calls refused while a user signs out neither reload the page nor give a reason', async () => {
  const { reload, assign } = signedIn()
  await signOut(async () => {
    leaveSession('unknown')
    throw new Error('the server is away')
  })
  leaveSession('unknown')
  expect([reload.mock.calls.length, assign.mock.calls, leftPage()]).toEqual([0, [['/login']], null])
  expect(sessionStorage.getItem('token')).toBeNull()
})
