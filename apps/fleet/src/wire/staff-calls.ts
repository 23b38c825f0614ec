/** Calls of the web console as a signed-in user makes them. */
import { hashPassword } from '@tanker/contract/password'

export type StaffCalls = {
  readonly organisationId: number
  get<T>(path: string): Promise<T>
  post<T>(path: string, form: Readonly<Record<string, string | number>>): Promise<T>
  upload<T>(path: string, query: Readonly<Record<string, string>>, content: Uint8Array, fileName: string): Promise<T>
}

type Answer = { readonly resultCode?: number; readonly message?: string; readonly data?: unknown }

/** @param address of the web console, http://host:port */
export async function signInStaff(address: string, userName: string, password: string): Promise<StaffCalls> {
  let headers: Record<string, string> = {}

  async function send<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${address}/api${path}`, { ...init, headers })
    const { resultCode = 200, message = '', data } = (await response.json()) as Answer
    if (resultCode !== 200) throw new Error(`${path}: ${message}`)
    const cookie = /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0]
    const headerId = (data as { readonly 'header-id'?: string } | null)?.['header-id']
    if (cookie !== undefined && headerId !== undefined) headers = { cookie, 'header-id': headerId, language: 'zh' }
    return data as T
  }

  const textOf = (form: Readonly<Record<string, string | number>>): URLSearchParams =>
    new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]))
  const post = <T>(path: string, form: Readonly<Record<string, string | number>>): Promise<T> =>
    send<T>(path, { method: 'POST', body: textOf(form) })

  const login = { username: userName, password: hashPassword(userName, password) }
  const { userInfo } = await post<{ userInfo: { organisationId: number } }>('/login', login)
  return {
    organisationId: userInfo.organisationId,
    get: (path) => send(path, { method: 'GET' }),
    post,
    upload(path, query, content, fileName) {
      const body = new FormData()
      body.append('file', new File([new Uint8Array(content)], fileName))
      return send(`${path}?${textOf(query).toString()}`, { method: 'POST', body })
    },
  }
}
