/** The SMS gateway: an HTTP address set by the operator (docs/operating.md), and its token. */
export type SmsGateway = { readonly address: string; readonly token: string | null }

export type OutgoingMessage = { readonly id: string; readonly phone: string; readonly content: string }

/** `refused`: permanent, not retried. `unanswered`: unknown whether it was sent. */
export type GatewayAnswer = 'sent' | 'refused' | 'unanswered'

const patienceMs = 10_000

/**
 * Sends one message through the gateway. The idempotency key asks the gateway to send a repeated request only
 * once.
 */
export async function handOver({ address, token }: SmsGateway, { id, phone, content }: OutgoingMessage): Promise<GatewayAnswer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `tanker-${id}`,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id, phone, content }),
      // No redirects: another address is not the gateway, and must not get the token.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (response.ok) return 'sent'
    return response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429 ? 'refused' : 'unanswered'
  } catch {
    return 'unanswered'
  }
}
