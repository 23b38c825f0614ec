import { RESULT } from '@tanker/contract/envelope'
import type { Duty, SessionEnd } from '@tanker/contract/session'
import type { Ended } from './ended-session.ts'

/** What an answer means, before it is shown to the user (spec 8.1, 8.2). */
export type Outcome =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'session-expired'; readonly ended: Ended }
  | { readonly kind: 'no-permission'; readonly message: string }
  | { readonly kind: 'access-error'; readonly message: string }
  /** `data`: what the refusal has to say besides, where it does. */
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: 'call-failed' }
  | { readonly kind: 'network-error' }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the server says of why a session opens nothing (`data` of code 504). */
function endedIn(data: unknown): Ended {
  if (!isRecord(data)) return 'unknown'
  const { ended, owes } = data as { ended?: SessionEnd; owes?: Duty }
  return owes === undefined ? (ended ?? 'unknown') : `owes-${owes}`
}

export const readAnswer = (httpStatus: number, body: string): Outcome => {
  if (httpStatus === 500) return { kind: 'call-failed' }
  if (httpStatus < 200 || httpStatus > 299) return { kind: 'network-error' }
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return { kind: 'network-error' }
  }
  if (!isRecord(answer) || Array.isArray(answer)) return { kind: 'network-error' }
  const code = Number(answer['resultCode'] ?? answer['code'] ?? RESULT.ok)
  const message = String(answer['message'] ?? '')
  switch (code) {
    case 0:
    case RESULT.ok:
      return { kind: 'data', data: answer['data'] }
    case RESULT.sessionExpired:
      return { kind: 'session-expired', ended: endedIn(answer['data']) }
    case RESULT.noPermission:
      return { kind: 'no-permission', message }
    case RESULT.accessError:
      return { kind: 'access-error', message }
    default:
      return { kind: 'refused', code, message, ...(isRecord(answer['data']) ? { data: answer['data'] } : {}) }
  }
}
