import type { LoginAnswer, UserPrivileges } from '@tanker/contract/session'

/**
 * Who is signed in, in session storage (spec 3.1, 4.1): a tab is a session, closing it forgets everything.
 * The keys are the specification's own words.
 */
export type Session = {
  readonly token: { readonly userName: string; readonly id: number }
  readonly headerId: string
  readonly role: LoginAnswer['role']
  readonly userInfo: LoginAnswer['userInfo']
  readonly notDemo: boolean
  readonly waterTruckAccount: boolean
}

const write = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value))

export const keepSession = (answer: LoginAnswer): void => {
  sessionStorage.setItem('header-id', answer['header-id'])
  write('token', { userName: answer.userInfo.userName, id: answer.userInfo.id })
  write('role', answer.role)
  write('userInfo', answer.userInfo)
  write('userIn', answer.userIn)
  write('notDemo', answer.notDemo)
  write('waterTruckAccount', answer.waterTruckAccount)
  write('loginInfo', answer.lastLoginInfo)
  document.cookie = `${HINT}; path=/; samesite=lax`
}

/** Says that some tab of this browser signed in; gone with the browser. It carries no right. */
const HINT = 'tab-signed-in=yes'
export const someTabSignedIn = (): boolean => document.cookie.includes(HINT)

export const headerId = (): string | null => sessionStorage.getItem('header-id')

/** A session whose sign-in is not finished has a header id and no more: no page but the sign-in page takes it for one. */
export const keepHeaderId = (id: string): void => sessionStorage.setItem('header-id', id)

export const isSignedIn = (): boolean => sessionStorage.getItem('token') !== null && headerId() !== null

/** Written by `keepSession` alone, so what is there is whole. */
const read = <T>(key: string): T => JSON.parse(sessionStorage.getItem(key) ?? 'null') as T

export const readSession = (): Session => ({
  token: read('token'),
  headerId: headerId() ?? '',
  role: read('role'),
  userInfo: read('userInfo'),
  notDemo: read('notDemo'),
  waterTruckAccount: read('waterTruckAccount'),
})

/** Current role and organisation; both may change during a session. */
export const keepAccount = ({ role, userInfo, notDemo, waterTruckAccount }: UserPrivileges['account']): void => {
  write('role', role)
  write('userInfo', userInfo)
  write('notDemo', notDemo)
  write('waterTruckAccount', waterTruckAccount)
}

/** The sign-in before this one (spec 4.1). */
export type SignInBefore = LoginAnswer['lastLoginInfo']
export const signInBefore = (): SignInBefore => read('loginInfo')

/** The address and area that the server saw, sent back with the sign-in (spec 7.2). */
export const keepSeenAddress = (seen: { ip: string; area: string }): void => {
  sessionStorage.setItem('ip', seen.ip)
  sessionStorage.setItem('area', seen.area)
}

export const seenAddress = (): { ip?: string; area?: string } => {
  const ip = sessionStorage.getItem('ip')
  const area = sessionStorage.getItem('area')
  return { ...(ip === null ? {} : { ip }), ...(area === null ? {} : { area }) }
}

/** Also the whole of a forced logout (spec 4.1): no call to the server. */
export const forgetSession = (): void => {
  sessionStorage.clear()
  document.cookie = `${HINT}; path=/; samesite=lax; max-age=0`
}
