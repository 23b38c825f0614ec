import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '@tanker/contract/password'
import type { Enrolled, Enrolment } from '@tanker/contract/second-factor'
import { type Answer, browserOf, PASSWORD, type SignedIn, type TestApi } from '../../platform/http/test-api.ts'

let calls = 0
/** An address in a new network each time, so that the throttle does not delay the test. */
export const fromElsewhere = (): Record<string, string> => {
  calls += 1
  return { 'x-forwarded-for': `10.${70 + (calls >> 8)}.${calls & 255}.1` }
}

/** What the authenticator app with this key shows. */
export const codeOf = (key: string, at: Date): string => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() })

/** A code that is wrong for the current and the neighbouring steps. */
export function wrongCodeOf(key: string, at: Date): string {
  const near = new Set([-60, -30, 0, 30, 60].map((seconds) => codeOf(key, new Date(at.getTime() + seconds * 1000))))
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(6, '0')
    if (!near.has(code)) return code
  }
}

/** The next time step of the app. */
export const nextStep = (server: TestApi): void => {
  server.now = new Date(server.now.getTime() + 30_000)
}

export const give = (server: TestApi, path: string, values: Record<string, string>, headers: Record<string, string> = fromElsewhere()) =>
  server.call('POST', `/api${path}`, { body: new URLSearchParams(values).toString(), headers: { language: 'en', ...headers } })

export const givePassword = (server: TestApi, userName: string, headers?: Record<string, string>, password = PASSWORD) =>
  give(server, '/login', { username: userName, password: hashPassword(userName, password) }, headers)

/** The token of a sign-in that waits for its code. */
export async function pendingOf(server: TestApi, userName: string): Promise<string> {
  const answer = (await givePassword(server, userName)) as Answer<{ token: string }>
  if (answer.resultCode !== 428) throw new Error(`no code was required of ${userName}: ${answer.message}`)
  return answer.data.token
}

/** Sets a second factor up, as the personal center does. */
export async function enrol(server: TestApi, browser: SignedIn, userName: string): Promise<{ key: string; recoveryCodes: string[] }> {
  const begun = await browser.send<Enrolment>('POST', '/secondFactor/begin', { pwd: hashPassword(userName, PASSWORD) })
  if (begun.resultCode !== 200) throw new Error(begun.message)
  const done = await browser.send<Enrolled>('POST', '/secondFactor/confirm', { code: codeOf(begun.data.key, server.now) })
  if (done.resultCode !== 200) throw new Error(done.message)
  return { key: begun.data.key, recoveryCodes: done.data.recoveryCodes }
}

/** Signs in with password and code. */
export async function enter(server: TestApi, userName: string, code: string): Promise<SignedIn> {
  const answer = await give(server, '/login/code', { token: await pendingOf(server, userName), code })
  if (answer.resultCode !== 200) throw new Error(answer.message)
  return browserOf(server.call, answer as never)
}
