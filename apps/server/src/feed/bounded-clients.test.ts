import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { openTestSocket, type TestSocket } from './test-socket.ts'

let server: TestApi
let anna: SignedIn
const open: TestSocket[] = []
beforeAll(async () => {
  server = await startTestApi()
  anna = await server.signIn('anna')
})
afterAll(async () => {
  for (const socket of open) socket.cut()
  await server.close()
})

const connect = async (user: SignedIn): Promise<TestSocket> => {
  const socket = await openTestSocket(server.port, { Cookie: user.cookie, Origin: server.url })
  open.push(socket)
  return socket
}
const alarmsOf = (user: SignedIn, typeIds: string) => ({
  msgType: 1,
  typeIds,
  timeZone: 'Asia/Shanghai',
  userName: 'anna',
  headerId: user.headerId,
})

test('[M10] the eleventh socket of a session is closed with its own code; other sessions and freed places are served', async () => {
  const first = await Promise.all(Array.from({ length: 10 }, () => connect(anna)))
  for (const socket of first) socket.send(alarmsOf(anna, '1'))
  await Promise.all(first.map((socket) => socket.next('alarms')))
  const eleventh = await connect(anna)
  expect(await eleventh.closed).toBe(4002)
  const again = await server.signIn('anna')
  const other = await connect(again)
  other.send(alarmsOf(again, '1'))
  await other.next('alarms')
  first[0]?.cut()
  await expect
    .poll(async () => {
      const socket = await connect(anna)
      socket.send(alarmsOf(anna, '1'))
      return Promise.race([socket.next('alarms').then(() => 'served'), socket.closed])
    })
    .toBe('served')
  for (const socket of [...first, other]) expect(socket.closeCode()).toBeNull()
  for (const socket of open.splice(0)) socket.cut()
})

test('[M10] rapid subscriptions are served once at the start and once with the last', async () => {
  const socket = await connect(anna)
  for (let i = 1; i <= 15; i += 1) socket.send(alarmsOf(anna, String(i)))
  const answers = () => socket.messages.filter(({ type }) => type === 'alarms').length
  await expect.poll(answers, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
  socket.send({ msgType: 0, frequency: 3600, timeZone: 'Asia/Shanghai' })
  for (let i = 0; i < 3; i += 1) socket.send({ msgType: 0, frequency: 3600, timeZone: 'Asia/Shanghai' })
  await socket.next('status')
  socket.send(alarmsOf(anna, '1,2,201'))
  // The next look of the feed at its sockets comes after the delayed subscription.
  await expect.poll(answers, { timeout: 10_000 }).toBe(2)
  expect(socket.messages.filter(({ type }) => type === 'status').length).toBeLessThanOrEqual(2)
  expect(socket.closeCode()).toBeNull()
})
