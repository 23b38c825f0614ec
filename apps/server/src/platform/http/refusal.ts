import type { Text } from '@tanker/domain/texts/text'

type RefusalOptions = {
  /** Data sent with the refusal. */
  readonly data?: unknown
  /** Seconds after which the same request may succeed, sent as Retry-After. */
  readonly retryAfterS?: number
  /** Whether it is logged for administrators. */
  readonly isLogged?: boolean
}

/**
 * A refusal with a message for the caller: what happened and what to do. Any other error is an internal failure.
 * Each is declared once, in `errors.ts` here or in the `…-errors.ts` of its feature.
 */
export class Refusal extends Error {
  /** Stable name; never changed once released. */
  readonly code: string
  readonly resultCode: number
  readonly text: Text
  readonly data: unknown
  readonly retryAfterS: number | null
  readonly isLogged: boolean

  constructor(code: string, resultCode: number, text: Text, { data = null, retryAfterS, isLogged = false }: RefusalOptions = {}) {
    super(text.en)
    this.code = code
    this.resultCode = resultCode
    this.text = text
    this.data = data
    this.retryAfterS = retryAfterS ?? null
    this.isLogged = isLogged
  }
}
