import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApi } from '../../platform/http/test-api.ts'

test('[7.6-02] a visit is counted by its page, is passed on to the analytics service without the user, and demo accounts are counted too', async () => {
  const heard: unknown[] = []
  const service = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => (heard.push(JSON.parse(body)), response.writeHead(204).end()))
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  const server = await startTestApi({ visitsAddress: `http://127.0.0.1:${(service.address() as AddressInfo).port}/visits` })
  const demo = await server.signIn('demo')
  expect((await demo.send('POST', '/pageVisit', { page: '/dashboard' })).resultCode).toBe(200)
  while (heard.length === 0) await wait(20)
  expect(heard).toEqual([{ page: '/dashboard', at: server.now.toISOString() }])
  expect((await server.call('GET', '/metrics')).message).toContain('tanker_page_visits_total{page="/dashboard"} 1')
  expect((await demo.send('POST', '/pageVisit', { page: '/dashboard?truck=7' })).resultCode).toBe(400)
  await server.close()
  service.close()
})

test('an unreachable analytics service causes no error', async () => {
  const server = await startTestApi({ visitsAddress: 'http://127.0.0.1:9/visits' })
  const anna = await server.signIn('anna')
  expect((await anna.send('POST', '/pageVisit', { page: '/404' })).resultCode).toBe(200)
  while (!server.lines.some((line) => line.includes('could not be reached'))) await wait(20)
  await server.close()
})
