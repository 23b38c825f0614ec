import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Duty } from '@tanker/contract/session'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/text'
import type { GrantedFunction } from '../access/grants.ts'
import type { SignedInUser } from '../access/sessions.ts'
import type { Sender } from '../integration/integration-keys.ts'
import type { FileAnswer, FileType } from './file-answer.ts'

/** Who may call: anyone, any signed-in user, another system with an organisation's key, or a user whose role has the function. */
export type Policy = 'public' | 'session' | 'integration' | { readonly function: GrantedFunction }

type UserPolicy = Exclude<Policy, 'public' | 'integration'>

export type Asked<I> = {
  readonly input: I
  readonly language: Language
  readonly timeZone: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A call of a signed-in user; `db` is limited to what that user may see. */
export type AskedByUser<I> = Asked<I> & { readonly user: SignedInUser; readonly db: ScopedDb }

/** A call of another system, for the organisation of its key. */
type AskedBySender<I> = Asked<I> & { readonly sender: Sender }

/**
 * How a writing call is audited: in the change history, in the access log, or, with a reason, not at all. The tenant isolation
 * tests make each such call and check its log row.
 */
export type Audit = 'history' | 'access' | { readonly exempt: string }

/** Every call that is not a GET declares its audit. */
type Written = { readonly method: 'GET'; readonly audit?: Audit } | { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly audit: Audit }

type About<I extends z.ZodType, A extends z.ZodType> = Written & {
  /** Below the base path of the contract. */
  readonly path: string
  readonly summary: string
  /** Query and form fields together (readings: POST with a query payload); null when the call takes none. */
  readonly input: I | null
  readonly answer: A
}

/** A route as the server registers it; made by `publicRoute` and `userRoute`, so that none lacks a policy. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly policy: Policy
  readonly summary: string
  readonly input: z.ZodType | null
  readonly answer: z.ZodType
  /** Absent for a GET, which writes nothing. */
  readonly audit?: Audit
  /** A read-only call that is not a GET: a demo account may make it. */
  readonly onlyReads?: boolean
  /** Largest body in bytes, if not that of a form. */
  readonly bodyLimit?: number
  /** Longest text in characters, if longer than in other forms. */
  readonly maxText?: number | undefined
  /** Its body is a spreadsheet as multipart/form-data. */
  readonly takesSheet?: boolean
  /** The owed step for which a session may make this call; sessions with owed steps may make no other calls. */
  readonly whileOwing?: readonly Duty[]
  /** The input in the API description, where `input` is less precise: a batch is read row by row, a form by its declaration. */
  readonly describedInput?: z.ZodType
  /** The answer is a file of this media type. */
  readonly file?: FileType
  /** Result codes of refusals besides those that every call of its kind may answer. */
  readonly refusals?: readonly number[]
  run(asked: Asked<unknown> | AskedByUser<unknown> | AskedBySender<unknown>): Promise<unknown>
}

/** A call that needs no session. */
export function publicRoute<I extends z.ZodType, A extends z.ZodType>(
  about: About<I, A> & { readonly refusals?: readonly number[]; handle(asked: Asked<z.output<I>>): Promise<z.input<A>> },
): Route {
  const { handle, ...rest } = about
  return { ...rest, policy: 'public', run: (asked) => handle(asked as Asked<z.output<I>>) }
}

/** A call that needs a session and, by its policy, a function of the role. */
export function userRoute<I extends z.ZodType, A extends z.ZodType>(
  about: About<I, A> & {
    readonly policy: UserPolicy
    readonly onlyReads?: boolean
    readonly bodyLimit?: number
    readonly maxText?: number | undefined
    readonly takesSheet?: boolean
    readonly whileOwing?: readonly Duty[]
    readonly describedInput?: z.ZodType
    readonly refusals?: readonly number[]
    handle(asked: AskedByUser<z.output<I>>): Promise<z.input<A>>
  },
): Route {
  const { handle, ...rest } = about
  return { ...rest, run: (asked) => handle(asked as AskedByUser<z.output<I>>) }
}

/** A call of another system: JSON, with an organisation's key. */
export function integrationRoute<I extends z.ZodType, A extends z.ZodType>(
  about: About<I, A> & {
    readonly bodyLimit: number
    readonly describedInput: z.ZodType
    handle(asked: AskedBySender<z.output<I>>): Promise<z.input<A>>
  },
): Route {
  const { handle, ...rest } = about
  return { ...rest, policy: 'integration', run: (asked) => handle(asked as AskedBySender<z.output<I>>) }
}

/** A read-only call of a signed-in user whose answer is a file. */
export function fileRoute<I extends z.ZodType>(about: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  readonly input: I | null
  readonly policy: UserPolicy
  readonly file: FileType
  readonly describedInput?: z.ZodType
  handle(asked: AskedByUser<z.output<I>>): Promise<FileAnswer>
}): Route {
  const { handle, ...rest } = about
  return {
    ...rest,
    answer: z.null(),
    audit: { exempt: 'a file is read' },
    onlyReads: true,
    run: (asked) => handle(asked as AskedByUser<z.output<I>>),
  }
}
