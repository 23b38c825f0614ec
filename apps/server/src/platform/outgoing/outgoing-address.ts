import type { Text } from '@tanker/domain/texts/text'
import ipaddr from 'ipaddr.js'

/** Longest address that a user may enter. */
export const MAX_ADDRESS = 500

const WORDS = {
  noAddress: { zh: '不是有效的网址。', en: 'This is not a web address.' },
  plain: { zh: '地址必须以 https:// 开头。', en: 'The address must begin with https://.' },
  user: { zh: '地址中不能含有用户名或密码。', en: 'The address must not contain a user name or password.' },
  port: { zh: '地址只能使用 443 端口。', en: 'The address may only use port 443.' },
  private: {
    zh: '该地址属于内部网络。如需使用，请管理员将其加入 OUTGOING_HOSTS。',
    en: 'This address is inside a private network. To use it, ask the operator to add it to OUTGOING_HOSTS.',
  },
} as const satisfies Readonly<Record<string, Text>>

/** Hosts, with a port or without, that the operator allows although they are private or not encrypted. */
export type AllowedHosts = readonly string[]

export const isAllowed = ({ host, hostname }: URL, allowed: AllowedHosts): boolean => allowed.includes(host) || allowed.includes(hostname)

/** Whether an IP address is one of the public internet; all other ranges are refused, also inside IPv6 notations of IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

/** What is wrong with an address that users entered; null when it may be called as far as can be seen without resolving its name. */
export function addressProblem(address: string, allowed: AllowedHosts): Text | null {
  if (address.length > MAX_ADDRESS || !URL.canParse(address)) return WORDS.noAddress
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return WORDS.plain
  if (url.username !== '' || url.password !== '') return WORDS.user
  if (isAllowed(url, allowed)) return null
  if (url.protocol !== 'https:') return WORDS.plain
  if (url.port !== '') return WORDS.port
  const bare = bareHost(url)
  // A name without a dot is one of the local network.
  if (ipaddr.isValid(bare) ? !isPublic(bare) : !bare.replace(/\.$/, '').includes('.')) return WORDS.private
  return null
}

/** The host without the brackets of IPv6. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export const PRIVATE_ADDRESS = WORDS.private
