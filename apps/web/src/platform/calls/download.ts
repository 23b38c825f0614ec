import type { CallInput, FileEndpoint, ShownEndpoint } from '@tanker/contract/endpoint'
import { BASE_PATH } from '@tanker/contract/envelope'
import { setOwnHeaders } from './call.ts'
import { requestOf } from './endpoint-request.ts'
import { formEncode, type FormValues } from './form-encoding.ts'
import { type Outcome, readAnswer } from './outcome.ts'

/** A file to be saved, or what the server says instead. */
export type Download = { readonly kind: 'file'; readonly blob: Blob; readonly name: string } | Outcome

export type DownloadOptions = { readonly signal: AbortSignal; readonly onBytes: (received: number) => void }

/** The name that the server gave the file (RFC 5987). */
const nameIn = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded === undefined ? 'export.xlsx' : decodeURIComponent(encoded)
}

/** POSTs for a file (spec 7.5); long ones take longer than a call may, so the user's own patience is the only limit. */
export const download = <E extends FileEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { signal, onBytes }: DownloadOptions,
): Promise<Download> =>
  new Promise((resolve, reject) => {
    const { path, values } = requestOf(endpoint, input as FormValues | null)
    const request = new XMLHttpRequest()
    request.open(endpoint.method, `${BASE_PATH}${path}`)
    request.responseType = 'blob'
    request.withCredentials = true
    setOwnHeaders(request)
    request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded;charset=UTF-8')
    request.onprogress = ({ loaded }) => onBytes(loaded)
    request.onload = () => {
      const blob = request.response as Blob
      if (request.status === 200 && !blob.type.includes('json'))
        resolve({ kind: 'file', blob, name: nameIn(request.getResponseHeader('Content-Disposition')) })
      else void blob.text().then((body) => resolve(readAnswer(request.status, body)), reject)
    }
    request.onerror = () => resolve({ kind: 'network-error' })
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(formEncode(values))
  })

/** Where the browser itself loads a picture or a clip. */
export const shownFrom = <E extends ShownEndpoint>(endpoint: E, input: CallInput<E>): string => {
  const { path, values } = requestOf(endpoint, input as FormValues | null)
  return `${BASE_PATH}${path}?${formEncode(values)}`
}

/** Why the browser could not show what is there; null where the server says nothing of it. */
export const whyNotShown = (address: string, signal: AbortSignal): Promise<string | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    setOwnHeaders(request)
    // The file itself would be of no use here.
    request.setRequestHeader('Range', 'bytes=0-0')
    request.onload = () => {
      const answer = readAnswer(request.status, request.responseText)
      resolve('message' in answer ? answer.message : null)
    }
    request.onerror = () => resolve(null)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send()
  })

/** Hands the file to the browser's downloads. */
export const saveFile = (blob: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn; kept, it would stay in memory as long as the tab.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
