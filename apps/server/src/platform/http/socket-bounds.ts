import type { Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { HttpLimits } from './http-limits.ts'

/**
 * Bounds the sockets of the server, in total and per address. Addresses of `proxies` serve many users and have only the total
 * bound. When the server is full, a new address replaces a socket of the address with the most sockets, so that a flood only
 * shuts out itself.
 */
export function boundSockets(server: Server, limits: Pick<HttpLimits, 'sockets' | 'socketsOfAddress'>, proxies: readonly string[]): void {
  const trusted = proxyList(proxies)
  const byAddress = new Map<string, Set<Socket>>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const isProxy = trusted(address)
    const own = byAddress.get(address) ?? new Set()
    if (!isProxy && own.size >= limits.socketsOfAddress) return void socket.destroy()
    if (count >= limits.sockets && !makeRoom(address, own.size, isProxy)) return void socket.destroy()
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
