import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { openTestSocket, type TestSocket } from './test-socket.ts'

let server: TestApi
const open: TestSocket[] = []
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(async () => {
  for (const socket of open) socket.cut()
  await server.close()
})

test('clients that reconnect together after a server start all get the number of trucks', async () => {
  // A session has ten sockets; they are of two.
  const sessions = [await server.signIn('admin'), await server.signIn('admin')]
  const rows = await server.database.db.selectFrom('truck').select('id').execute()
  const counted = await Promise.all(
    [...sessions, ...sessions, ...sessions, ...sessions, ...sessions, ...sessions].map(async (admin) => {
      const socket = await openTestSocket(server.port, { Cookie: admin.cookie, Origin: server.url })
      open.push(socket)
      socket.send({ msgType: 1, typeIds: '1', userPri: '', timeZone: 'Asia/Shanghai', userName: 'admin', headerId: admin.headerId })
      socket.send({ msgType: 0, frequency: 30, userPri: '', timeZone: 'Asia/Shanghai', positions: true })
      const { truckStatusCount } = await socket.next('status')
      return truckStatusCount.reduce((sum, { count }) => sum + count, 0)
    }),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(counted).toEqual(counted.map(() => rows.length))
})
