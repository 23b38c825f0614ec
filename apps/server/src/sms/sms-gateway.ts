/** Where text messages go: an HTTP address of the operator's choice (docs/operating.md), and the token that it wants. */
export type SmsGateway = { readonly address: string; readonly token: string | null }

export type OutgoingMessage = { readonly id: string; readonly phone: string; readonly content: string }

/** `refused`: permanent, not retried. `unanswered`: unknown whether it was sent. */
export type GatewayAnswer = 'sent' | 'refused' | 'unanswered'

const patienceMs = 10_000

/**
 * Hands one message to the gateway. The key makes a second handing-over of the same message harmless: the gateway is asked
 * to send it once.
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
      // An answer from elsewhere is not the gateway's, and the token is not for elsewhere.
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
