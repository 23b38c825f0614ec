import {
  answersFile,
  type Audit,
  type Endpoint,
  type FileType,
  type InputOf,
  type PathParameter,
  type ShownEndpoint,
} from '@tanker/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import type { z } from 'zod'
import type { SignedInUser } from '../access/sessions.ts'
import type { Sender } from '../access/integration-keys.ts'
import type { FileAnswer } from './file-answer.ts'
import type { PartlyReadFile } from './partly-read-file.ts'

export type Asked<I> = {
  readonly input: I
  readonly language: Language
  readonly timeZone: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The uploaded file of a call that takes one. */
  readonly file: Uint8Array | undefined
}

/** A call of a signed-in user; `db` is limited to what that user may see. */
export type AskedByUser<I> = Asked<I> & { readonly user: SignedInUser; readonly db: ScopedDb }

/** A call of another system, for the organisation of its key. */
export type AskedBySender<I> = Asked<I> & { readonly sender: Sender }

/** What a handler gets: the caller by the policy of the endpoint, its input, the parts of its path, and the file if it takes one. */
type AskedOf<E extends Endpoint> = (E['policy'] extends 'public'
  ? Asked<InputOf<E>>
  : E['policy'] extends 'integration'
    ? AskedBySender<InputOf<E>>
    : AskedByUser<InputOf<E>>) &
  ([PathParameter<E['path']>] extends [never] ? unknown : { readonly params: Readonly<Record<PathParameter<E['path']>, string>> })

type Answered<E extends Endpoint> = E extends ShownEndpoint
  ? PartlyReadFile
  : E['answer'] extends FileType
    ? FileAnswer
    : E['answer'] extends z.ZodType
      ? z.input<E['answer']>
      : never

/** Limits of the server on one call, where they differ from those of a form. */
type RouteLimits = {
  /** Largest body in bytes. */
  readonly bodyLimit?: number
  /** Longest text in characters. */
  readonly maxText?: number | undefined
}

/** An endpoint with its handler, as the server registers it; made by `handle` only. */
export type Route = Endpoint &
  RouteLimits & { readonly run: (asked: Asked<unknown> | AskedByUser<unknown> | AskedBySender<unknown>) => Promise<unknown> }

const A_FILE_IS_READ: { readonly audit: Audit; readonly onlyReads: true } = { audit: { exempt: 'a file is read' }, onlyReads: true }

/**
 * The route of an endpoint. Its handler gets the parsed input and answers what the endpoint declares: data, or a file.
 * Refusals are thrown.
 */
export const handle = <const E extends Endpoint>(
  endpoint: E,
  handler: (asked: AskedOf<E>) => Promise<Answered<E>>,
  limits: RouteLimits = {},
): Route => ({
  ...endpoint,
  ...(answersFile(endpoint) ? A_FILE_IS_READ : {}),
  ...limits,
  run: (asked) =>
    // The gate and the parsers have made sure that the request has what the endpoint declares.
    (handler as (asked: object) => Promise<unknown>)({ ...asked, params: asked.request.params }),
})
