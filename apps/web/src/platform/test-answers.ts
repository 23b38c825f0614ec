import { configure } from '@testing-library/dom'
import type { Endpoint } from '@tanker/contract/endpoint'
import { BASE_PATH, RESULT } from '@tanker/contract/envelope'
import { onTestFinished, vi } from 'vitest'

/** Tests wait for what they expect, also on a slow machine. */
const patienceMs = 20_000
configure({ asyncUtilTimeout: patienceMs })

/** What a server answers: data, a refusal, an HTTP status of its own, or nothing because the line is down. */
type Answer =
  | { readonly data: unknown }
  | { readonly code: number; readonly message?: string; readonly data?: unknown }
  | { readonly status: number }
  | 'no line'

/** A call as it arrived, with its path, its fields and its headers. */
export type Arrived = {
  readonly call: string
  readonly input: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

export type Handler = readonly [Pick<Endpoint, 'method' | 'path'>, (arrived: Arrived) => Answer]

const bodyOf = (answer: Exclude<Answer, 'no line' | { readonly status: number }>): string =>
  JSON.stringify(
    'code' in answer
      ? { resultCode: answer.code, message: '', ...answer, code: undefined }
      : { resultCode: RESULT.ok, message: '', ...answer },
  )

/** Answers the calls of the endpoints that are given, in this process, until the test ends; others get "not found". Answers what arrived. */
export function answerCalls(...handlers: readonly Handler[]): Arrived[] {
  const arrived: Arrived[] = []
  const answerTo = (one: Arrived): Answer => {
    const [method, path = ''] = one.call.split(' ')
    const found = handlers.find(
      ([endpoint]) => endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
    )
    return found ? found[1](one) : { status: 404 }
  }

  /** A browser's request, as far as the web console uses it. */
  class HandRequest {
    status = 0
    responseText = ''
    onload = (): void => {}
    onerror = (): void => {}
    onabort = (): void => {}
    private method = ''
    private address = ''
    private aborted = false
    private readonly headers: Record<string, string> = {}

    open(method: string, address: string): void {
      this.method = method
      this.address = address
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value
    }
    send(body = ''): void {
      const [path = '', query = ''] = this.address.replace(BASE_PATH, '').split('?')
      const input = Object.fromEntries(new URLSearchParams(this.method === 'GET' ? query : body))
      const one = { call: `${this.method} ${path}`, input, headers: this.headers }
      arrived.push(one)
      setTimeout(() => this.take(answerTo(one)), 0)
    }
    abort(): void {
      this.aborted = true
      this.onabort()
    }
    private take(answer: Answer): void {
      if (this.aborted) return
      if (answer === 'no line') return this.onerror()
      this.status = 'status' in answer ? answer.status : 200
      this.responseText = 'status' in answer ? '' : bodyOf(answer)
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', HandRequest)
  onTestFinished(() => void vi.unstubAllGlobals())
  return arrived
}

/** Happy DOM has no popovers: shown and hidden they are all the same for what stands in them. */
export function allowPopovers(): void {
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} })
}
