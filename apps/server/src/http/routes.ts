import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/text'
import type { GrantedFunction } from '../access/grants.ts'
import type { SignedInUser } from '../access/sessions.ts'

/** Who may call: anybody, anybody signed in, or a user whose role was granted the function. */
export type Policy = 'public' | 'session' | { readonly function: GrantedFunction }

export type Asked<I> = {
  readonly input: I
  readonly language: Language
  readonly timeZone: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A call of somebody signed in; `db` shows what that user may see. */
type AskedByUser<I> = Asked<I> & { readonly user: SignedInUser; readonly db: ScopedDb }

type About<I extends z.ZodType, A extends z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the base path of the contract. */
  readonly path: string
  readonly summary: string
  /** Query and form fields together (readings: POST with a query payload); null when the call takes none. */
  readonly input: I | null
  readonly answer: A
}

/** A route as the server registers it; made by `publicRoute` and `userRoute`, so that none lacks a policy. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly policy: Policy
  readonly summary: string
  readonly input: z.ZodType | null
  readonly answer: z.ZodType
  run(asked: Asked<unknown> | AskedByUser<unknown>): Promise<unknown>
}

/** A call that needs no session. */
export function publicRoute<I extends z.ZodType, A extends z.ZodType>(
  about: About<I, A> & { handle(asked: Asked<z.output<I>>): Promise<z.input<A>> },
): Route {
  const { handle, ...rest } = about
  return { ...rest, policy: 'public', run: (asked) => handle(asked as Asked<z.output<I>>) }
}

/** A call that needs a session and perhaps a function of the role. */
export function userRoute<I extends z.ZodType, A extends z.ZodType>(
  about: About<I, A> & {
    readonly policy: Exclude<Policy, 'public'>
    handle(asked: AskedByUser<z.output<I>>): Promise<z.input<A>>
  },
): Route {
  const { handle, ...rest } = about
  return { ...rest, run: (asked) => handle(asked as AskedByUser<z.output<I>>) }
}
