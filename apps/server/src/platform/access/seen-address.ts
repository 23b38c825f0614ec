import { isIPv4 } from 'node:net'
import type { Language } from '@tanker/domain/texts/text'
import { isLoopback } from '../health/health-routes.ts'

/** The address without the IPv6 prefix of a mapped IPv4 address. */
export const plainAddress = (ip: string): string => (ip.startsWith('::ffff:') ? ip.slice(7) : ip)

const AREAS = [
  { zh: '本机', en: 'This machine' },
  { zh: '局域网', en: 'Local network' },
] as const

/** Kind of address that is known without a lookup; empty for a public one. */
export function areaOfAddress(ip: string, language: Language): string {
  if (isLoopback(ip)) return AREAS[0][language]
  const isPrivate = isIPv4(ip) ? /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(ip) : /^(fe8|fe9|fea|feb|fc|fd)/i.test(ip)
  return isPrivate ? AREAS[1][language] : ''
}

/** A stored area in the reader's language: it was stored in that of the sign-in. Other claims stay as they are. */
export const areaFor = (area: string, language: Language): string =>
  AREAS.find(({ zh, en }) => area === zh || area === en)?.[language] ?? area
