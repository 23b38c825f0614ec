import { networkInterfaces } from 'node:os'
import type { FirstSignIn } from './world/bootstrap-users.ts'
import { type Settings, isLoopback } from './settings.ts'

type Started = {
  readonly httpPort: number | null
  readonly devicePort: number | null
  /** Created at the first start; null later. */
  readonly signIns: readonly FirstSignIn[] | null
}

/** The text for the terminal once everything listens; the sign-ins are last, where they are seen. */
export function startReport(settings: Pick<Settings, 'host' | 'deviceHost' | 'http'>, { httpPort, devicePort, signIns }: Started): string {
  const parts: string[] = []
  const lines: string[] = []
  if (httpPort !== null) {
    const scheme = settings.http.tls ? 'https' : 'http'
    lines.push('Tanker Console is serving; Ctrl+C stops it.')
    for (const { where, address } of addressesOf(settings.host)) lines.push(`  ${where.padEnd(16)} ${scheme}://${address}:${httpPort}`)
    if (isLoopback(settings.host))
      lines.push('  Others reach it by HTTPS: set TLS_CERT and TLS_KEY, or put a proxy in front (docs/operating.md).')
  }
  if (devicePort !== null) {
    const only = isLoopback(settings.deviceHost) ? ', from this machine only' : ''
    lines.push(`  trucks connect to port ${devicePort} (JT/T 808 over TCP)${only}`)
  }
  parts.push(lines.join('\n'))
  if (httpPort !== null && isReadable(settings)) {
    parts.push(
      framed('Warning: the web console is served by plain HTTP to other machines', [
        'Everyone on the way can read what is sent and use the passwords.',
        'Set TLS_CERT and TLS_KEY for HTTPS, or put a proxy in front and name it in TRUSTED_PROXIES,',
        `or leave out --host ${settings.host} to serve this machine only.`,
      ]),
    )
  }
  if (signIns && signIns.length > 0) parts.push(signInFrame(signIns))
  return `\n${parts.join('\n\n')}\n`
}

/** Plain HTTP that leaves this machine without a proxy in front. */
function isReadable({ host, http }: Pick<Settings, 'host' | 'http'>): boolean {
  return !http.tls && !isLoopback(host) && (http.trustedProxies ?? []).length === 0
}

/** The sign-ins in a frame without sides, so that passwords can be copied. */
export function signInFrame(signIns: readonly FirstSignIn[]): string {
  const longest = Math.max(...signIns.map(({ userName }) => userName.length))
  return framed('Sign-ins, shown only this once', [
    ...signIns.map(
      ({ userName, password, roleName, companyName }) => `${userName.padEnd(longest)}  ${password}   ${roleName}, ${companyName}`,
    ),
    '',
    'Forgotten: npm start -- --reset-password NAME',
  ])
}

function framed(title: string, lines: readonly string[]): string {
  const rule = '═'.repeat(78)
  return [rule, `  ${title}`, '', ...lines.map((line) => (line === '' ? '' : `  ${line}`)), rule].join('\n')
}

function addressesOf(host: string): { readonly where: string; readonly address: string }[] {
  const isEvery = host === '0.0.0.0' || host === '::'
  if (isLoopback(host)) return [{ where: 'on this machine', address: 'localhost' }]
  if (!isEvery) return [{ where: 'in the network', address: host.includes(':') ? `[${host}]` : host }]
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [{ where: 'on this machine', address: 'localhost' }, ...others.map(({ address }) => ({ where: 'in the network', address }))]
}
