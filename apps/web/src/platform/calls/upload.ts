import type { CallInput, UploadEndpoint } from '@tanker/contract/endpoint'
import { BASE_PATH } from '@tanker/contract/envelope'
import { setOwnHeaders } from './call.ts'
import { requestOf } from './endpoint-request.ts'
import { formEncode, type FormValues } from './form-encoding.ts'
import { type Outcome, readAnswer } from './outcome.ts'

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
