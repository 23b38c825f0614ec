/** Calls of the web console as a signed-in user makes them. */
import { hashPassword } from '@tanker/contract/password'

type Form = Readonly<Record<string, string | number>>

type RowsAsked = {
  /** Whole days up to now; null: the list has no period. */
  readonly days: number | null
  readonly filters?: Readonly<Record<string, unknown>>
  readonly sortBy: string
  readonly sortOrder: 'asc' | 'desc'
  /** At most 100. */
  readonly size: number
}

const dayMs = 86_400_000

export type StaffCalls = {
  readonly organisationId: number
  /** The own password as calls ask for it. */
  readonly pwd: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, form: Form): Promise<T>
  put<T>(path: string, form: Form): Promise<T>
  /** The first rows of a list over the last days, the oldest or the newest first. */
  rows<Row>(path: string, asked: RowsAsked): Promise<readonly Row[]>
  upload<T>(path: string, query: Readonly<Record<string, string>>, content: Uint8Array, fileName: string): Promise<T>
}

type Answer = { readonly resultCode?: number; readonly message?: string; readonly data?: unknown }

/** @param address of the web console, http://host:port */
export async function signInStaff(address: string, userName: string, password: string): Promise<StaffCalls> {
  let headers: Record<string, string> = {}

  async function send<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${address}/api${path}`, { ...init, headers })
    const { resultCode = response.status, message = '', data } = (await response.json()) as Answer
    if (resultCode !== 200) throw new Error(`${path}: ${message}`)
    const cookie = /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0]
    const headerId = (data as { readonly 'header-id'?: string } | null)?.['header-id']
    if (cookie !== undefined && headerId !== undefined) headers = { cookie, 'header-id': headerId, language: 'zh' }
    return data as T
  }

  const textOf = (form: Form): URLSearchParams =>
    new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]))
  const post = <T>(path: string, form: Form): Promise<T> => send<T>(path, { method: 'POST', body: textOf(form) })

  const login = { username: userName, password: hashPassword(userName, password) }
  const { userInfo } = await post<{ userInfo: { organisationId: number } }>('/login', login)
  return {
    organisationId: userInfo.organisationId,
    pwd: login.password,
    get: (path) => send(path, { method: 'GET' }),
    post,
    put: (path, form) => send(path, { method: 'PUT', body: textOf(form) }),
    async rows<Row>(path: string, { days, filters = {}, sortBy, sortOrder, size }: RowsAsked) {
      const now = Date.now()
      const when = { from: new Date(now - (days ?? 0) * dayMs).toISOString(), to: new Date(now).toISOString() }
      const all = { scope: { organisationIds: [userInfo.organisationId] }, ...(days === null ? {} : { when }), ...filters }
      const query = textOf({ filters: JSON.stringify(all), page: 0, size, sortBy, sortOrder })
      const { content } = await send<{ content: readonly Row[] }>(`/reports/${path}/rows?${query.toString()}`, { method: 'GET' })
      return content
    },
    upload(path, query, content, fileName) {
      const body = new FormData()
      body.append('file', new File([new Uint8Array(content)], fileName))
      return send(`${path}?${textOf(query).toString()}`, { method: 'POST', body })
    },
  }
}
