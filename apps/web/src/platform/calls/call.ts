import type { AnswerOf, CallInput, DataEndpoint } from '@tanker/contract/endpoint'
import { BASE_PATH, HEADER, LANGUAGE_COOKIE } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'
import { showAlert } from '../ui/alert-dialog.ts'
import { toast } from '../ui/toast.ts'
import { requestOf } from './endpoint-request.ts'
import { formEncode, type FormValues } from './form-encoding.ts'
import { type Outcome, readAnswer } from './outcome.ts'
import { renewing, wasRenewedSince } from './renewal.ts'
import { leaveSession } from './ended-session.ts'
import { isScreenRefused } from './refused-screen.ts'
import { headerId } from './session.ts'

/**
 * The purpose of a call decides how its failure is shown (readings: 401).
 * `screen`: what a screen cannot do without; refused, the user goes to the dashboard. `action`: the user pressed something and stays.
 * `poll`: polls and header popovers, which only toast. `silent`: the caller shows it, or it is ignored (spec 8.3).
 */
export type Purpose = 'screen' | 'action' | 'poll' | 'silent'

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'

export class CallError extends Error {
  readonly outcome: Exclude<Outcome['kind'], 'data'>
  readonly code: number | null
  /** What a refusal says besides, where it does. */
  readonly data: unknown

  constructor(outcome: Exclude<Outcome['kind'], 'data'>, message: string, code: number | null = null, data: unknown = null) {
    super(message)
    this.outcome = outcome
    this.code = code
    this.data = data
  }
}

const timeoutMs = 100_000 // spec 7.1

const NETWORK_ERROR: Text = { zh: '网络异常，请稍后重试', en: 'Network error, please try again later' }
const NO_PERMISSION: Text = { zh: '没有权限', en: 'No permission' }
const ACCESS_ERROR: Text = { zh: '访问出错', en: 'Access error' }
const REQUEST_FAILED: Text = { zh: '请求失败', en: 'Request failed' }
const CALL_ERROR: Text = { zh: '调用出错', en: 'Call error' }
const NO_XML_HTTP: Text = { zh: '您的浏览器不支持 XMLHttpRequest', en: 'Your browser does not support XMLHttpRequest' }

/** The headers of every call (spec 7.1). */
export const setOwnHeaders = (request: XMLHttpRequest): void => {
  const id = headerId()
  if (id !== null) request.setRequestHeader(HEADER.session, id)
  const language = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]+)`).exec(document.cookie)?.[1]
  if (language !== undefined) request.setRequestHeader(HEADER.language, language)
  request.setRequestHeader(HEADER.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone)
}

const request = (verb: Verb, path: string, values: FormValues, signal?: AbortSignal): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    if (typeof XMLHttpRequest === 'undefined') {
      alert(text(NO_XML_HTTP))
      resolve({ kind: 'network-error' })
      return
    }
    const http = new XMLHttpRequest()
    const encoded = formEncode(values)
    http.open(verb, `${BASE_PATH}${path}${verb === 'GET' && encoded !== '' ? `?${encoded}` : ''}`)
    http.timeout = timeoutMs
    http.withCredentials = true
    setOwnHeaders(http)
    http.onload = () => resolve(readAnswer(http.status, http.responseText))
    http.onerror = () => resolve({ kind: 'network-error' })
    http.ontimeout = () => resolve({ kind: 'network-error' })
    http.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => http.abort(), { once: true })
    if (verb === 'GET') {
      http.send()
    } else {
      http.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded;charset=UTF-8')
      http.send(encoded)
    }
  })

/** The new header id in the answer of a call that gives the session a new pair. */
const newHeaderId = (outcome: Outcome): string | undefined =>
  outcome.kind === 'data' ? (outcome.data as { 'header-id'?: string } | null)?.['header-id'] : undefined

let closeNetworkError = (): void => {}

/** Several calls fail at once, and again on retry: one toast only. */
const toastNetworkError = (): void => {
  closeNetworkError()
  closeNetworkError = toast('error', text(NETWORK_ERROR))
}

/** A part of a screen is refused: the user goes to the dashboard. A screen that the user does not have at all says so itself. */
const leaveRefusedScreen = async (message: string): Promise<void> => {
  if (await isScreenRefused()) return
  await showAlert(text(NO_PERMISSION), message)
  location.assign('/dashboard')
}

export type CallOptions = { readonly purpose?: Purpose; readonly signal?: AbortSignal; readonly renews?: boolean }

const send = async <T>(verb: Verb, path: string, options: CallOptions & { values?: FormValues } = {}): Promise<T> => {
  const { values = {}, purpose = 'screen', signal, renews = false } = options
  const sent = headerId()
  const sending = request(verb, path, values, signal)
  const outcome = await (renews ? renewing(sending, newHeaderId) : sending)
  const quiet = purpose === 'silent'
  switch (outcome.kind) {
    case 'data':
      return outcome.data as T
    case 'session-expired':
      // The session got a new pair while this call was on its way.
      if (!renews && (await wasRenewedSince(sent))) return send<T>(verb, path, options)
      leaveSession(outcome.ended)
      throw new CallError(outcome.kind, text(NO_PERMISSION))
    case 'no-permission':
      if (purpose === 'poll') toast('error', outcome.message)
      else if (purpose === 'action') void showAlert(text(NO_PERMISSION), outcome.message)
      else if (!quiet) void leaveRefusedScreen(outcome.message)
      throw new CallError(outcome.kind, outcome.message)
    case 'access-error':
      if (purpose === 'poll') toast('error', outcome.message)
      else if (!quiet) void showAlert(text(ACCESS_ERROR), outcome.message)
      throw new CallError(outcome.kind, outcome.message)
    case 'refused':
      if (!quiet) toast('error', outcome.message)
      throw new CallError(outcome.kind, outcome.message, outcome.code, outcome.data)
    case 'call-failed':
      if (purpose === 'screen' || purpose === 'action') void showAlert(text(REQUEST_FAILED), text(CALL_ERROR))
      throw new CallError(outcome.kind, text(NETWORK_ERROR))
    case 'network-error':
      if (purpose === 'screen' || purpose === 'action') toastNetworkError()
      throw new CallError(outcome.kind, text(NETWORK_ERROR))
  }
}

/**
 * Calls an endpoint of the contract, the one way to the server. Resolves with the envelope's data; rejects with `CallError`, after
 * showing the failure to the user (spec 8). `renews`: the answer brings a new header id, with which the session goes on.
 */
export const call = <E extends DataEndpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}): Promise<AnswerOf<E>> => {
  const { path, values } = requestOf(endpoint, input as FormValues | null)
  return send(endpoint.method, path, { ...options, values })
}
