import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openChatGroups } from './chat-groups.ts'

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

test('messages of robots with a token are taken and answered as their services do; other calls are refused', async () => {
  const port = await freePort()
  const troubles: string[] = []
  const chat = openChatGroups(port, (text) => troubles.push(text))
  const send = (path: string, method = 'POST') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, ...(method === 'POST' ? { body: '{"msgtype":"markdown"}' } : {}) })
  try {
    for (const path of ['/robot?access_token=abc', '/robot?key=abc']) {
      const answer = await send(path)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ errcode: 0, errmsg: 'ok' })
    }
    expect((await send('/robot')).status).toBe(404)
    expect((await send('/other?key=abc')).status).toBe(404)
    expect((await send('/robot?key=abc', 'GET')).status).toBe(404)
    expect(troubles).toEqual([])
  } finally {
    chat.stop()
  }
})

test('a message that is far too long is cut off', async () => {
  const port = await freePort()
  const chat = openChatGroups(port, () => {})
  try {
    await expect(fetch(`http://127.0.0.1:${port}/robot?key=abc`, { method: 'POST', body: 'x'.repeat(200_000) })).rejects.toThrow()
  } finally {
    chat.stop()
  }
})

test('a port that another program has is reported, and the fleet goes on', async () => {
  const port = await freePort()
  const first = openChatGroups(port, () => {})
  try {
    const trouble = await new Promise<string>((done) => openChatGroups(port, done))
    expect(trouble).toContain('EADDRINUSE')
  } finally {
    first.stop()
  }
})
