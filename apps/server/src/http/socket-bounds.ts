import type { Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { openFileLimit } from '../gateway/open-file-limit.ts'

/** Sockets of one address. A browser opens six and one for alarms; an office of thirty people behind one address has room. */
const MAX_SOCKETS_OF_ADDRESS = 200
/** Of the files that the process may have open: the rest is for trucks, the database and files. */
const PART_OF_FILES = 0.25
/** The least that is let in, however few files there are. */
const MIN_SOCKETS = 100
/** Headers arrive within this, ms. */
const MAX_HEADERS_MS = 15_000
/** A request with its body arrives within this, ms; the largest file at 40 kB/s. */
const MAX_REQUEST_MS = 100_000

export type SocketLimits = {
  readonly all: number
  readonly ofAddress: number
  readonly headersWithinMs: number
  readonly requestWithinMs: number
  readonly lookEveryMs: number
}

/** How many sockets the process takes, by the files that it may have open, and how long a request may take to arrive. */
export const socketLimits = async (): Promise<SocketLimits> => ({
  all: Math.max(MIN_SOCKETS, Math.floor((await openFileLimit()) * PART_OF_FILES)),
  ofAddress: MAX_SOCKETS_OF_ADDRESS,
  headersWithinMs: MAX_HEADERS_MS,
  requestWithinMs: MAX_REQUEST_MS,
  lookEveryMs: 5_000,
})

/**
 * Bounds the sockets of the server: all together, and those of one address. An address of `proxies` speaks for many people and
 * is bounded by the first alone. When all places are taken, a socket of the address with most of them makes room for one of another
 * address, so that a flood shuts out itself.
 */
export function boundSockets(server: Server, limits: Pick<SocketLimits, 'all' | 'ofAddress'>, proxies: readonly string[]): void {
  const trusted = proxyList(proxies)
  const byAddress = new Map<string, Set<Socket>>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const isProxy = trusted(address)
    const own = byAddress.get(address) ?? new Set()
    if (!isProxy && own.size >= limits.ofAddress) return void socket.destroy()
    if (count >= limits.all && !makeRoom(address, own.size, isProxy)) return void socket.destroy()
    own.add(socket)
    byAddress.set(address, own)
    count += 1
    socket.once('close', () => {
      if (!own.delete(socket)) return
      count -= 1
      if (own.size === 0 && byAddress.get(address) === own) byAddress.delete(address)
    })
  })

  function makeRoom(address: string, size: number, isProxy: boolean): boolean {
    let most: Set<Socket> | undefined
    for (const [other, sockets] of byAddress) if (other !== address && !trusted(other) && sockets.size > (most?.size ?? 0)) most = sockets
    if (!most || (!isProxy && most.size <= size + 1)) return false
    const [oldest] = most
    if (!oldest) return false
    most.delete(oldest)
    count -= 1
    oldest.destroy()
    return true
  }
}

/** Whether an address is one of the proxies, given as addresses and networks. */
function proxyList(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address
    const kind = isIP(plain)
    return kind !== 0 && list.check(plain, kind === 6 ? 'ipv6' : 'ipv4')
  }
}
