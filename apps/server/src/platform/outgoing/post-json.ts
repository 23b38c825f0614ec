import { lookup } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { addressProblem, type AllowedHosts, bareHost, isAllowed, isPublic, PRIVATE_ADDRESS } from './outgoing-address.ts'

/** Most bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 16_384
const PATIENCE_MS = 10_000

export type Resolved = { readonly address: string; readonly family: number }

export type OutgoingOptions = {
  readonly allowed: AllowedHosts
  readonly patienceMs?: number
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>
}

/** `refused`: not called at all, or what answered is none of the service. `unanswered`: it is not known whether it was taken. */
export type OutgoingAnswer =
  | { readonly what: 'answered'; readonly status: number; readonly body: string }
  | { readonly what: 'refused' | 'unanswered'; readonly said: string }

/**
 * Sends JSON to an address that a user entered. The name is resolved once, every address behind it must be public, and the connection
 * goes to the one that was checked. Redirects are not followed; the answer is bounded in size and time.
 */
export async function postJson(address: string, body: string, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const { allowed, patienceMs = PATIENCE_MS, resolve = resolveAll } = options
  const problem = addressProblem(address, allowed)
  if (problem) return { what: 'refused', said: problem.en }
  const url = new URL(address)
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const found = await inTime(resolve(bareHost(url)), signal)
    const [target] = found
    if (!target) return { what: 'unanswered', said: `${url.hostname} has no address` }
    if (!isAllowed(url, allowed) && !found.every((one) => isPublic(one.address))) return { what: 'refused', said: PRIVATE_ADDRESS.en }
    return await send(url, target, body, signal)
  } catch (error) {
    return { what: 'unanswered', said: signal.aborted ? `no answer within ${patienceMs / 1000} s` : codeOf(error) }
  }
}

const resolveAll = (host: string): Promise<Resolved[]> => lookup(host, { all: true })

/** Names no address: who reads it need not know what stands in the network. */
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'the connection failed'

const inTime = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_done, fail) => {
      signal.addEventListener('abort', () => fail(new Error('too late')), { once: true })
    }),
  ])

const send = (url: URL, { address, family }: Resolved, body: string, signal: AbortSignal): Promise<OutgoingAnswer> =>
  new Promise((done, fail) => {
    const outgoing = (url.protocol === 'https:' ? request : plainRequest)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) },
      // One connection for one message; the checked address and no other.
      agent: false,
      lookup: (_host, { all }, found) => {
        if (all === true) found(null, [{ address, family }])
        else found(null, address, family)
      },
      signal,
    })
    outgoing.on('error', fail)
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) {
        outgoing.destroy()
        done({ what: 'refused', said: `HTTP ${status}: redirects are not followed` })
        return
      }
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size <= MAX_ANSWER_BYTES) parts.push(part)
        else {
          outgoing.destroy()
          done({ what: 'refused', said: `HTTP ${status}: the answer is larger than ${MAX_ANSWER_BYTES} bytes` })
        }
      })
      response.on('end', () => done({ what: 'answered', status, body: Buffer.concat(parts).toString() }))
      response.on('error', fail)
      response.on('aborted', () => fail(new Error('the answer broke off')))
    })
    outgoing.end(body)
  })
