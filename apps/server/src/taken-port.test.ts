import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './platform/http/test-api.ts'
import { selfSignedCertificate } from './platform/http/test-certificate.ts'
import { startProblem } from './start-problem.ts'
import { PortTaken, namingWhoListens } from './taken-port.ts'

let plain: TestApi
let secure: TestApi
let named: TestApi
beforeAll(async () => {
  plain = await startTestApi()
  secure = await startTestApi({ tls: selfSignedCertificate(new Date()) })
  named = await startTestApi({ hostnames: ['tanker.example.com'] })
})
afterAll(async () => {
  for (const one of [plain, secure, named]) await one.close()
})

/** Message and exit code of a start that finds the port in use. */
async function saidAt(port: number, httpPort = port): Promise<{ text: string; exitCode: number }> {
  const taker = createServer()
  taker.listen(port, '127.0.0.1')
  const [error] = (await once(taker, 'error')) as [Error]
  return startProblem(await namingWhoListens(error, { dataFolder: '.', databaseUrl: 'postgres://elsewhere', host: '127.0.0.1', httpPort }))
}

test.each([
  ['by http', () => plain.port, 'http'],
  ['by https', () => secure.port, 'https'],
  ['by http under another host name', () => named.port, 'http'],
] as const)('a port of Tanker Console itself is recognised, %s, and the message says what to do', async (_, portOf, scheme) => {
  const { text, exitCode } = await saidAt(portOf())
  expect(text).toBe(
    `Tanker Console is running already: port ${portOf()} is its web console, ${scheme}://localhost:${portOf()}. Use it there. ` +
      'Stop that one first, with Ctrl+C where it runs, to start it again. For a second one choose other ports and another data folder: ' +
      'npm start -- --port 8090 --device-port 6809 --data FOLDER.',
  )
  expect(exitCode).toBe(78)
})

test('a port used by another program is reported as such, regardless of its answer', async () => {
  const answers = [
    '',
    'HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"status":"u"',
    'HTTP/1.1 200 OK\r\n\r\n{}',
    'garbage',
    `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(50_000)}`,
  ]
  for (const answer of answers) {
    const other = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer))
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { text, exitCode } = await saidAt(port)
    expect(text).toBe(
      `Port ${port} is taken by another program. Stop it, or choose another port: npm start -- --port 8090 (web console), --device-port 6809 (trucks).`,
    )
    expect(exitCode).toBe(78)
    other.close()
  }
})

test('other errors are unchanged', async () => {
  const error = new Error('something else')
  expect(await namingWhoListens(error, { dataFolder: '.', databaseUrl: null, host: '127.0.0.1', httpPort: 1 })).toBe(error)
  expect(error).not.toBeInstanceOf(PortTaken)
})
