import type { LoginAnswer } from '@tanker/contract/session'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../test-storage.ts'
import {
  forgetSession,
  headerId,
  isSignedIn,
  keepAccount,
  keepHeaderId,
  keepSeenAddress,
  keepSession,
  readSession,
  seenAddress,
  signInBefore,
  someTabSignedIn,
} from './session.ts'

const answer = {
  'header-id': 'h-1',
  userInfo: { id: 7, userName: 'wang', name: '王', organisationId: 5, companyName: '江海油运' },
  role: { roleName: '调度员', sign: true },
  userIn: true,
  notDemo: true,
  waterTruckAccount: false,
  lastLoginInfo: { time: '2026-11-20T08:00:00Z', ip: '127.0.0.1', area: '' },
} as unknown as LoginAnswer

let items: Map<string, string>
let page: { cookie: string }
beforeEach(() => {
  page = { cookie: '' }
  items = stubStorage('sessionStorage')
  vi.stubGlobal('document', page)
})

test('after the sign-in the tab knows who is signed in, and it is written where closing the tab forgets it', () => {
  expect(isSignedIn()).toBe(false)
  keepSession(answer)
  expect(isSignedIn()).toBe(true)
  expect(readSession()).toMatchObject({
    token: { userName: 'wang', id: 7 },
    headerId: 'h-1',
    userInfo: { organisationId: 5 },
    role: { roleName: '调度员' },
    notDemo: true,
  })
  expect(signInBefore()).toEqual(answer.lastLoginInfo)
  expect([...items.keys()].toSorted()).toEqual([
    'header-id',
    'loginInfo',
    'notDemo',
    'role',
    'token',
    'userIn',
    'userInfo',
    'waterTruckAccount',
  ])
})

test('no password and no code is ever written', () => {
  keepSession({ ...answer, password: 'secret', code: '123456' } as unknown as LoginAnswer)
  expect([...items.values()].join()).not.toMatch(/secret|123456/)
})

test('a sign-in that still owes a step has a header id and opens no page', () => {
  keepHeaderId('h-2')
  expect([headerId(), isSignedIn()]).toEqual(['h-2', false])
})

test('a role or an organisation that changes while the web console is open counts at once, and the session stays', () => {
  keepSession(answer)
  keepAccount({ ...answer, role: { roleName: '司机' }, userInfo: { ...answer.userInfo, organisationId: 9 } } as never)
  expect(readSession()).toMatchObject({ headerId: 'h-1', token: { id: 7 }, role: { roleName: '司机' }, userInfo: { organisationId: 9 } })
})

test('other tabs see that one is signed in by a cookie without any right, which goes with the session', () => {
  keepSession(answer)
  expect(page.cookie).toBe('tab-signed-in=yes; path=/; samesite=lax')
  expect(someTabSignedIn()).toBe(true)
  forgetSession()
  expect(page.cookie).toContain('max-age=0')
  expect([items.size, isSignedIn(), headerId()]).toEqual([0, false, null])
})

test('the address that the server saw goes along with the sign-in, as far as it is known', () => {
  expect(seenAddress()).toEqual({})
  keepSeenAddress({ ip: '127.0.0.1', area: '镇江' })
  expect(seenAddress()).toEqual({ ip: '127.0.0.1', area: '镇江' })
})
