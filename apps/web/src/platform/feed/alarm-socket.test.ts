import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAlarmSocket } from './alarm-socket.ts'

/** What a browser's socket does, by hand. */
class HandSocket {
  sent: string[] = []
  onopen: WebSocket['onopen'] = null
  onmessage: WebSocket['onmessage'] = null
  onclose: WebSocket['onclose'] = null
  send(message: string): void {
    this.sent.push(message)
  }
  close(): void {
    this.onclose?.call(this as never, {} as CloseEvent)
  }
  open(): void {
    this.onopen?.call(this as never, {} as Event)
  }
  say(data: string): void {
    this.onmessage?.call(this as never, { data } as MessageEvent)
  }
}

const started = () => {
  const sockets: HandSocket[] = []
  const messages: unknown[] = []
  const connected: boolean[] = []
  const kept = keepAlarmSocket(
    () => {
      const socket = new HandSocket()
      sockets.push(socket)
      return socket as never
    },
    {
      firstMessages: () => [{ msgType: 1 }, { msgType: 0 }],
      onMessage: (message) => messages.push(message),
      onConnected: (is) => connected.push(is),
    },
  )
  return { kept, sockets, messages, connected }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[7.4-01] [7.4-02] the subscription for alarms goes first, then the one for status', () => {
  const { sockets } = started()
  sockets[0]?.open()
  expect(sockets[0]?.sent).toEqual(['{"msgType":1}', '{"msgType":0}'])
})

test('[4.3-12] the socket reconnects 5 s after closing', () => {
  const { sockets, connected } = started()
  sockets[0]?.open()
  sockets[0]?.close()
  vi.advanceTimersByTime(4_999)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(2)
  expect(connected).toEqual([true, false])
})

test('[4.3-13] an empty message goes out every 50 s, and none after closing', () => {
  const { sockets } = started()
  sockets[0]?.open()
  vi.advanceTimersByTime(100_000)
  expect(sockets[0]?.sent.slice(2)).toEqual(['', ''])
  sockets[0]?.close()
  vi.advanceTimersByTime(4_000)
  expect(sockets[0]?.sent.slice(2)).toHaveLength(2)
})

test('[4.3-14] a pong is ignored, everything else is handed on', () => {
  const { sockets, messages } = started()
  sockets[0]?.say('pong')
  sockets[0]?.say('{"type":"fleet-changed"}')
  expect(messages).toEqual([{ type: 'fleet-changed' }])
})

test('a socket that was stopped stays closed', () => {
  const { kept, sockets } = started()
  sockets[0]?.open()
  kept.stop()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
})

test('a line that is opened again at once replaces the open one, and the one that is waited for', () => {
  const { kept, sockets, connected } = started()
  sockets[0]?.open()
  kept.reopen()
  sockets[1]?.open()
  expect([sockets.length, connected]).toEqual([2, [true, true]])
  sockets[1]?.close()
  kept.reopen()
  sockets[2]?.open()
  vi.advanceTimersByTime(10_000)
  expect([sockets.length, connected]).toEqual([3, [true, true, false, true]])
  kept.stop()
  kept.reopen()
  expect(sockets).toHaveLength(3)
})
