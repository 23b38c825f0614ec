// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { keepWantedPage, leaveSession, leftPage, pageAfterSignIn } from './ended-session.ts'

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

const leave = (): void => {
  vi.spyOn(location, 'reload').mockImplementation(() => {})
  sessionStorage.setItem('token', '{"userName":"wang"}')
  sessionStorage.setItem('header-id', 'h-1')
  history.replaceState(null, '', '/monitor/alarm_desk?grade=red')
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
