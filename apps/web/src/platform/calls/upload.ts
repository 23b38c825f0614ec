import type { AnswerOf, CallInput, UploadEndpoint } from '@tanker/contract/endpoint'
import { BASE_PATH } from '@tanker/contract/envelope'
import { text } from '../language.ts'
import { CallError, setOwnHeaders } from './call.ts'
import { leaveSession } from './ended-session.ts'
import { requestOf } from './endpoint-request.ts'
import { formEncode, type FormValues } from './form-encoding.ts'
import { type Outcome, readAnswer } from './outcome.ts'

const NETWORK_ERROR = { zh: '网络异常，请稍后重试', en: 'Network error, please try again later' } as const

/**
 * Sends one file as `upload` does, for a form: resolves with the data, rejects with `CallError` for the caller to show. A session that has
 * ended is left.
 */
export async function uploaded<E extends UploadEndpoint>(endpoint: E, input: CallInput<E>, file: File): Promise<AnswerOf<E>> {
  const outcome = await upload(endpoint, input, file, { signal: new AbortController().signal, onSent: () => {} })
  if (outcome.kind === 'data') return outcome.data as AnswerOf<E>
  if (outcome.kind === 'session-expired') leaveSession(outcome.ended)
  if (outcome.kind === 'refused') throw new CallError(outcome.kind, outcome.message, outcome.code, outcome.data)
  throw new CallError(outcome.kind, 'message' in outcome ? outcome.message : text(NETWORK_ERROR))
}

/** Sends one file as multipart/form-data, field "file"; `onSent` hears the part that has gone, 0 to 1. */
export const upload = <E extends UploadEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  file: File,
  { signal, onSent }: { signal: AbortSignal; onSent: (part: number) => void },
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const { path, values } = requestOf(endpoint, input as FormValues | null)
    const request = new XMLHttpRequest()
    request.open(endpoint.method, `${BASE_PATH}${path}?${formEncode(values)}`)
    request.withCredentials = true
    setOwnHeaders(request)
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total)
    request.onload = () => resolve(readAnswer(request.status, request.responseText))
    request.onerror = () => resolve({ kind: 'network-error' })
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
