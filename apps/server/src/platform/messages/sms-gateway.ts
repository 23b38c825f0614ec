/** The SMS gateway: an HTTP address set by the operator (docs/operating.md), and how it is spoken to. */
export type SmsGateway = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** What is sent, with `{id}`, `{phone}` and `{content}` in it: JSON, or a form if `content-type` says so. */
  readonly body: string
  /** What the answer must contain, for gateways that answer 200 to what they refuse; null: any 2xx means sent. */
  readonly ok: ExpectedAnswer | null
}

/** A field of a JSON answer, by its names from the outside in. */
export type ExpectedAnswer = { readonly path: readonly string[]; readonly value: string }

export type OutgoingMessage = { readonly id: string; readonly phone: string; readonly content: string }

/** `refused`: permanent, not retried. `unanswered`: unknown whether it was sent. */
export type GatewayAnswer = 'sent' | 'refused' | 'unanswered'

export const OWN_BODY = '{"id":"{id}","phone":"{phone}","content":"{content}"}'

const PATIENCE_MS = 10_000
const MAX_ANSWER_BYTES = 16_000

export const isForm = (headers: Readonly<Record<string, string>>): boolean =>
  (new Headers(headers).get('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')

/** The body of one message, with its values written as the format asks. */
export function gatewayBody({ body, headers }: Pick<SmsGateway, 'body' | 'headers'>, message: OutgoingMessage): string {
  const written = isForm(headers) ? encodeURIComponent : (value: string): string => JSON.stringify(value).slice(1, -1)
  return body.replaceAll(/\{(id|phone|content)\}/g, (_place, name: keyof OutgoingMessage) => written(message[name]))
}

/**
 * Sends one message through the gateway. The idempotency key asks the gateway to send a repeated request only
 * once.
 */
export async function handOver(gateway: SmsGateway, message: OutgoingMessage, patienceMs: number = PATIENCE_MS): Promise<GatewayAnswer> {
  try {
    const response = await fetch(gateway.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `tanker-${message.id}`, ...gateway.headers },
      body: gatewayBody(gateway, message),
      // No redirects: another address is not the gateway, and must not get the token.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.ok) {
      if (gateway.ok !== null) return judged(await answerOf(response), gateway.ok)
      await response.body?.cancel()
      return 'sent'
    }
    await response.body?.cancel()
    return response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429 ? 'refused' : 'unanswered'
  } catch {
    return 'unanswered'
  }
}

/** The text of an answer; null if it is longer than any answer of a gateway. */
async function answerOf(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_ANSWER_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** What is no answer of the gateway, such as the page of a proxy, leaves it open whether the message was sent. */
function judged(answer: string | null, { path, value }: ExpectedAnswer): GatewayAnswer {
  if (answer === null) return 'unanswered'
  let found: unknown = JSON.parse(answer)
  for (const name of path)
    found = typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? (found as Record<string, unknown>)[name] : undefined
  if (found === undefined || found === null || typeof found === 'object') return 'unanswered'
  return String(found) === value ? 'sent' : 'refused'
}
