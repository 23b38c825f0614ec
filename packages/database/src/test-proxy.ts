import { type Server, type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A TCP proxy in front of PostgreSQL that can turn into a bad network. */
export type TestProxy = {
  readonly port: number
  /** Everything towards the database arrives this much later, in milliseconds. */
  delayMs: number
  /** A black hole: connections stand, and nothing passes in either direction until it is false again. */
  silent: boolean
  /** Connections accepted so far. */
  readonly accepted: number
  close(): Promise<void>
}

/** Forwards to `port` of this machine. */
export async function startTestProxy(port: number): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  const state = { delayMs: 0, silent: false, accepted: 0, healed: [] as (() => void)[] }
  const untilHealed = (): Promise<void> => (state.silent ? new Promise((done) => state.healed.push(done)) : Promise.resolve())

  const pipe = (from: Socket, to: Socket, isSlowed: boolean): void => {
    let before: Promise<void> = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      const due = performance.now() + (isSlowed ? state.delayMs : 0)
      before = before.then(async () => {
        const left = due - performance.now()
        if (left > 0) await new Promise((done) => setTimeout(done, left))
        await untilHealed()
        if (!to.destroyed) to.write(chunk)
      })
    })
    from.on('close', () => void before.then(untilHealed).then(() => to.destroy()))
    from.on('error', () => undefined)
  }

  const server: Server = createServer((inner) => {
    state.accepted += 1
    const outer = connect({ host: '127.0.0.1', port })
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    pipe(inner, outer, true)
    pipe(outer, inner, false)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    get accepted() {
      return state.accepted
    },
    get delayMs() {
      return state.delayMs
    },
    set delayMs(ms) {
      state.delayMs = ms
    },
    get silent() {
      return state.silent
    },
    set silent(is) {
      state.silent = is
      if (!is) for (const done of state.healed.splice(0)) done()
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The same database through another port of this machine. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.port = String(port)
  return through.href
}
