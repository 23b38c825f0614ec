import { request as askHttp } from 'node:http'
import { request as askHttps } from 'node:https'
import { programOn } from '@tanker/database/embedded-postgres'
import type { Settings } from './settings.ts'

/** Time for an answer, ms; a program that does not answer is considered a different one. */
const ANSWER_WITHIN_MS = 5_000
/** Bytes read of an answer; that of Tanker Console is shorter. */
const MAX_ANSWER_BYTES = 10_000

const OTHER_PORTS = 'npm start -- --port 8090 (web console), --device-port 6809 (trucks)'

/** A port is in use; the message says by whom, if known, and what to do. */
export class PortTaken extends Error {}

/** Adds who uses the port to the error of a port in use; other errors are unchanged. */
export async function namingWhoListens(
  error: unknown,
  { dataFolder, databaseUrl, host, httpPort }: Pick<Settings, 'dataFolder' | 'databaseUrl' | 'host' | 'httpPort'>,
): Promise<unknown> {
  const { code, syscall, port = 0 } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE' || syscall !== 'listen') return error
  const pid = databaseUrl === null ? programOn(dataFolder) : null
  const stop = `Stop that one first, with Ctrl+C where it runs${pid === null ? '' : ` or with kill ${pid}`}`
  const second = 'For a second one choose other ports and another data folder: npm start -- --port 8090 --device-port 6809 --data FOLDER.'
  if (port === httpPort) {
    const address = await addressOfOurs(host, port)
    if (address !== null) {
      const process = pid === null ? '' : ` (process ${pid})`
      return new PortTaken(
        `Tanker Console is running already${process}: port ${port} is its web console, ${address}. Use it there. ${stop}, to start it again. ${second}`,
      )
    }
  } else if (pid !== null)
    return new PortTaken(
      `Port ${port} is taken, and Tanker Console is running already on this data folder (process ${pid}). ${stop}. ${second}`,
    )
  return new PortTaken(`Port ${port} is taken by another program. Stop it, or choose another port: ${OTHER_PORTS}.`)
}

/** Address of a Tanker Console that answers at this port; null for another program. */
async function addressOfOurs(host: string, port: number): Promise<string | null> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  for (const scheme of ['http', 'https'] as const) {
    if (await isOurs(scheme, `${scheme}://${name}:${port}/api/loginSettings`))
      return `${scheme}://${/^(127\.|\[::1\])/.test(name) ? 'localhost' : name}:${port}`
  }
  return null
}

/** Tanker Console answers every call with the envelope, refusals too. */
async function isOurs(scheme: 'http' | 'https', address: string): Promise<boolean> {
  const ask = scheme === 'http' ? askHttp : askHttps
  const text = await new Promise<string>((done) => {
    // The certificate has a host name and this connects by address; nothing secret is sent or trusted.
    const asked = ask(
      address,
      { rejectUnauthorized: false, headers: { connection: 'close' }, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      (answer) => {
        let body = ''
        answer.on('data', (chunk: Buffer) => {
          body += chunk.toString()
          if (body.length > MAX_ANSWER_BYTES) asked.destroy()
        })
        answer.once('close', () => done(body))
      },
    )
    asked.once('error', () => done(''))
    asked.end()
  })
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null && Object.keys(answer).toSorted().join() === 'data,message,resultCode'
  } catch {
    return false
  }
}
