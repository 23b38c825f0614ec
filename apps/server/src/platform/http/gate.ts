import { permissionsOf, type Policy } from '@tanker/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATH, HEADER } from '@tanker/contract/envelope'
import type { Duty } from '@tanker/contract/session'
import type { Language } from '@tanker/domain/texts/text'
import { mayUseAny } from '../access/grants.ts'
import type { SignedInUser, Sessions } from '../access/sessions.ts'
import { signInErrors } from '../access/sign-in-errors.ts'
import type { Sender } from '../access/integration-keys.ts'
import type { KnownSenders } from '../access/known-senders.ts'
import { errors } from './errors.ts'
import { requestLanguage, requestTimeZone, single } from './request-language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * 'socket': the cookie at the upgrade, the header id in the first message. 'page': a page opened by its address, where
     * browsers send no header; it is the same for all signed-in users and for other systems with a key.
     */
    policy?: Policy | 'socket' | 'page'
    /** A file that the browser itself loads for a picture or a clip: it sends the cookie only. */
    isShown?: boolean
    /** A read-only call that is not a GET. */
    onlyReads?: boolean
    /** Also admits sessions that owe this step and no earlier one. */
    whileOwing?: readonly Duty[]
  }
  interface FastifyRequest {
    caller: Caller
  }
}

/** The caller of a request, as the gate identified it. */
type Caller = { readonly language: Language; readonly timeZone: string; readonly user: SignedInUser | null; readonly sender: Sender | null }

/** The one place that admits requests: origin, session, policy. A route without a policy prevents the start. */
export function installGate(app: FastifyInstance, sessions: Sessions, senders: KnownSenders): void {
  app.decorateRequest('caller')
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(BASE_PATH) || route.config?.policy !== undefined) return
    throw new Error(`The route ${String(route.method)} ${route.url} has no policy: say who may call it.`)
  })
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.url.startsWith(`${BASE_PATH}/`)) return
    void reply.header('Cache-Control', 'no-store')
    const policy = request.routeOptions.config.policy
    // Unknown route: the not-found answer follows.
    if (policy === undefined) return
    checkOrigin(request, request.routeOptions.config.isShown)
    const language = requestLanguage(request.headers)
    if (policy === 'public') {
      request.caller = { language, timeZone: requestTimeZone(request.headers), user: null, sender: null }
      return
    }
    if (policy === 'integration' || (policy === 'page' && request.headers.authorization !== undefined)) {
      const key = /^Bearer (.+)$/.exec(single(request.headers.authorization) ?? '')?.[1]
      const sender = await senders.find(key, request.ip)
      request.caller = { language, timeZone: requestTimeZone(request.headers), user: null, sender }
      return
    }
    const user = await findUser(request, sessions, policy, request.routeOptions.config.isShown)
    request.caller = { language, timeZone: requestTimeZone(request.headers), user, sender: null }
    if (user.owes !== null && !(request.routeOptions.config.whileOwing ?? []).includes(user.owes))
      throw signInErrors.signInUnfinished(user.owes)
    const wanted = policy === 'socket' || policy === 'page' ? null : permissionsOf(policy)
    if (wanted !== null && !mayUseAny(user.grants, wanted)) throw errors.noPermission()
    if (user.demo && request.method !== 'GET' && request.routeOptions.config.onlyReads !== true) throw errors.demoChangesNothing()
  })
}

async function findUser(
  request: FastifyRequest,
  sessions: Sessions,
  policy: Policy | 'socket' | 'page',
  isShown = false,
): Promise<SignedInUser> {
  const secret = request.cookies[sessionCookieName(request)]
  const headerId = single(request.headers[HEADER.session])
  const byCookie = policy === 'socket' || policy === 'page' || (isShown && headerId === undefined)
  const user =
    secret === undefined || (!byCookie && headerId === undefined)
      ? null
      : byCookie
        ? await sessions.findByCookie(secret)
        : await sessions.find(secret, headerId ?? '')
  if (user !== null) return user
  throw errors.sessionExpired(headerId === undefined ? 'unknown' : await sessions.whyEnded(secret ?? null, headerId))
}

/** Refuses requests from pages of other sites by the browser's origin headers (CSRF, reliability 2.2). */
function checkOrigin(request: FastifyRequest, isShown = false): void {
  const site = single(request.headers['sec-fetch-site'])
  // Without the header id a page of another name of the same company would be as good as ours.
  if (site === 'cross-site' || (isShown && site === 'same-site')) throw errors.foreignOrigin()
  const origin = single(request.headers.origin)
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw errors.foreignOrigin()
}

/** Browsers drop `__Host-` cookies on plain HTTP, so the name follows the protocol. */
const sessionCookieName = (request: FastifyRequest): string => (request.protocol === 'https' ? '__Host-sid' : 'sid')

/** Whether the request is from a signed-in user with every permission. For paths outside the calls; false if the database fails. */
export async function isSuperMan(request: FastifyRequest, sessions: Sessions): Promise<boolean> {
  try {
    return (await findUser(request, sessions, 'session')).superMan
  } catch {
    return false
  }
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  void reply.setCookie(sessionCookieName(request), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(sessionCookieName(request), { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' })
}
