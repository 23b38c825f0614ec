import { hashPassword } from '@tanker/contract/password'
import type { Route } from '../platform/http/routes.ts'
import { PASSWORD, type TestApi } from '../platform/http/test-api.ts'
import type { Request } from './test-probes.ts'
import type { Asking } from './test-things.ts'

/** A signed-in user, with both secrets as headers. */
export type Caller = Asking & { readonly name: string; readonly headers: Readonly<Record<string, string>> }
/** An answer as it came over the wire. */
export type Reply = { readonly status: number; readonly resultCode: number; readonly text: string }

/** The smallest picture: one grey point. */
const PNG = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64'),
)

let signIns = 0

/** Signs in from its own address, so that the throttle does not delay the test. */
export async function signInAs(server: TestApi, name: string): Promise<Caller> {
  signIns += 1
  const body = `username=${name}&password=${hashPassword(name, PASSWORD)}`
  const answer = await server.call('POST', '/api/login', {
    body,
    headers: { 'x-forwarded-for': `10.250.${signIns >> 8}.${signIns & 255}` },
  })
  if (answer.resultCode !== 200) throw new Error(`${name} could not sign in: ${answer.message}`)
  const {
    'header-id': headerId,
    userInfo,
    role,
  } = answer.data as {
    'header-id': string
    userInfo: { id: number; organisationId: number }
    role: { customer: boolean }
  }
  const cookie = /^[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''
  return {
    name,
    userId: userInfo.id,
    organisationId: userInfo.organisationId,
    customer: role.customer,
    headers: { cookie, 'header-id': headerId },
  }
}

/** Sends requests, each from its own address; `reader` fetches the empty sheets for tests of imports. */
export function sender(server: TestApi, routes: readonly Route[], reader: Caller) {
  let address = 0
  const templates = new Map<string, Promise<ArrayBuffer>>()
  /** The empty sheet of an import with its example, from its template call. */
  const templateOf = (path: string): Promise<ArrayBuffer> => {
    const beside = routes.find((route) => route.path === path.replace(/import$/, 'template') && isReading(route))
    if (!beside) throw new Error(`no call gives the sheet of ${path}`)
    const form = beside.method === 'GET' ? {} : { body: '', type: 'application/x-www-form-urlencoded' }
    const known =
      templates.get(path) ??
      fetch(`${server.url}/api${beside.path}`, {
        method: beside.method,
        headers: { ...reader.headers, ...(form.type === undefined ? {} : { 'content-type': form.type }) },
        ...(form.body === undefined ? {} : { body: form.body }),
      }).then((answer) => answer.arrayBuffer())
    templates.set(path, known)
    return known
  }
  const bodyOf = async ({ body, sheet, path }: Request): Promise<string | FormData | undefined> => {
    if (sheet !== true) return body
    const form = new FormData()
    // For other uploads a picture is sent.
    const content = /\/photo$|^\/firmware\/|^\/upgradeFiles\//.test(path) ? PNG : new Uint8Array(await templateOf(path))
    form.append('file', new File([content], 'file'))
    return form
  }

  return async (request: Request, headers: Readonly<Record<string, string>>): Promise<Reply> => {
    address += 1
    const body = await bodyOf(request)
    const response = await fetch(`${server.url}/api${request.path}?${request.query}`, {
      method: request.method,
      headers: {
        language: 'en',
        localTimeZone: 'Asia/Shanghai',
        'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
        ...(typeof body === 'string' ? { 'content-type': request.json ? 'application/json' : 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const envelope = (text.startsWith('{') ? JSON.parse(text) : {}) as { resultCode?: number }
    return { status: response.status, resultCode: envelope.resultCode ?? 0, text }
  }
}

/** Whether a call changes no business data. */
export const isReading = (route: Route): boolean => route.method === 'GET' || route.onlyReads === true

/** Works on several at a time; exports are few at a time in the server too. */
export async function inLanes<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < items.length) await work(items[next++] as T)
    }),
  )
}
