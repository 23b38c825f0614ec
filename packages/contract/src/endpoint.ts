import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { Duty } from './session.ts'

/**
 * Who may call: anyone, any signed-in user, another system with an organisation's key, or a user whose role has the permission, or one
 * of several.
 */
export type Policy =
  | 'public'
  | 'session'
  | 'integration'
  | { readonly permission: Permission }
  | { readonly anyOf: readonly [Permission, ...Permission[]] }

/** The permissions of which the user's role needs one; null where the policy names none. */
export const permissionsOf = (policy: Policy): readonly Permission[] | null =>
  typeof policy === 'string' ? null : 'anyOf' in policy ? policy.anyOf : [policy.permission]

/**
 * How a writing call is audited: in the change history, in the access log, or, with a reason, not at all. The tenant isolation
 * tests make each such call and check its log row.
 */
export type Audit = 'history' | 'access' | { readonly exempt: string }

/** Media types of the files that calls answer. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV = 'text/csv; charset=utf-8'
export const BYTES = 'application/octet-stream'
export type FileType = typeof XLSX | typeof CSV | typeof BYTES
export type MediaType = 'image/jpeg' | 'image/png' | 'video/mp4' | 'audio/wav'

/** One call of the web console or of another system. Server, browser, API description and tests derive what they need from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path. A part such as `:truckId` is filled from the input by the browser and comes as `params` to the server. */
  readonly path: `/${string}`
  readonly policy: Policy
  readonly summary: string
  /** Query and form fields together (spec 7.2 has a POST with a query payload); null when the call takes none. */
  readonly input: z.ZodType | null
  /** The data of the envelope, or the media type of the file that is answered instead of an envelope. */
  readonly answer: z.ZodType | FileType
  /** Other media types that the input may ask for. */
  readonly orAnswers?: readonly FileType[]
  /**
   * Media types of a file that the browser itself loads for a picture or a clip. It sends no header with that, so the cookie alone
   * names the session, and it may ask for a part of the file. Only for a GET.
   */
  readonly shownAs?: readonly MediaType[]
  /** 'file': one file as multipart/form-data, field "file", with the input in the query. Otherwise form-encoded; JSON for integration. */
  readonly body?: 'file'
  /** Needed for each call that may write; see `Audited`. */
  readonly audit?: Audit
  /** A read-only call that is not a GET: a demo account may make it. */
  readonly onlyReads?: boolean
  /** The owed steps of a session that may make this call; other sessions with owed steps may make no calls. */
  readonly whileOwing?: readonly Duty[]
  /** The input in the API description, where `input` is less precise: a batch is read row by row, a form by its declaration. */
  readonly describedInput?: z.ZodType
  /** Result codes of refusals besides those that every call of its kind may answer. */
  readonly refusals?: readonly number[]
}

/** Every call declares its audit unless it is a GET or answers a file. */
type Audited =
  | { readonly method: 'GET' }
  | { readonly answer: FileType; readonly shownAs?: never }
  | { readonly audit: Audit; readonly shownAs?: never }

/** Declares a call. Its literal types carry over to the server's handler and to the browser's `call`. */
export const endpoint = <const E extends Endpoint & Audited>(declared: E): E => declared

/** Whether the call answers a file instead of an envelope. */
export const answersFile = (call: Pick<Endpoint, 'answer'>): call is { readonly answer: FileType } => typeof call.answer === 'string'

/** The names of the parts of a path that begin with a colon. */
export type PathParameter<P extends string> = P extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParameter<`/${More}`>
    : Rest
  : never

/** Calls that answer data, take a file, or answer a file: the browser has one function for each. */
export type DataEndpoint = Endpoint & { readonly answer: z.ZodType; readonly body?: never }
export type UploadEndpoint = Endpoint & { readonly answer: z.ZodType; readonly body: 'file' }
export type FileEndpoint = Endpoint & { readonly answer: FileType }
/** A file that the browser itself loads. */
export type ShownEndpoint = FileEndpoint & { readonly shownAs: readonly MediaType[] }

/** The input as the server reads it. */
export type InputOf<E extends Endpoint> = E['input'] extends z.ZodType ? z.output<E['input']> : null

/** The data that the browser receives. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : never

/** Absent values are not sent, so a form may hold null for them. */
type Fields<V> = { readonly [K in keyof V]: undefined extends V[K] ? V[K] | null : V[K] }

/** What the browser gives to a call: its input, and the parts of its path. */
export type CallInput<E extends Endpoint> = (E['input'] extends z.ZodType ? Fields<z.input<E['input']>> : unknown) &
  ([PathParameter<E['path']>] extends [never] ? unknown : Readonly<Record<PathParameter<E['path']>, string | number>>) extends infer Given
  ? unknown extends Given
    ? null
    : Given
  : never
