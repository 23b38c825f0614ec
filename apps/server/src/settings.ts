import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isSealKey, type SealKey } from './platform/access/secret-seal.ts'
import { crashPointProblem } from './platform/health/crash-point.ts'
import type { EvidenceAddress } from './platform/jobs/evidence-address.ts'
import type { VideoAddress } from './platform/live-video/video-address.ts'
import type { HttpSettings } from './platform/http/http-settings.ts'
import { USUAL_CALLS_A_MINUTE } from './platform/access/known-senders.ts'
import { objectStoreOf, type ObjectStoreSetting, WrongObjectStore } from './platform/object-store/object-store-setting.ts'
import type { AllowedHosts } from './platform/outgoing/outgoing-address.ts'
import type { MailServer } from './platform/messages/mail-server.ts'
import { type KeepDays, WrongKeepDays, keepDaysOf } from './platform/jobs/kinds-of-data.ts'
import { streetMapOf, WrongStreetMap } from './platform/street-map/street-map-setting.ts'
import type { SmsGateway } from './platform/messages/sms-gateway.ts'
import { smsGatewayOf, WrongGateway } from './platform/messages/sms-gateway-setting.ts'

export const ROLES = ['gateway', 'http', 'jobs'] as const
export type Role = (typeof ROLES)[number]

/** The settings of a run. */
export type Settings = {
  readonly roles: ReadonlySet<Role>
  /** Connection string of PostgreSQL; null starts the embedded one under `dataFolder`. */
  readonly databaseUrl: string | null
  /** How long a start waits for a writable database, ms. */
  readonly databaseWaitMs: number
  /** Acknowledge nothing while the database has no synchronous standby. */
  readonly requireStandby: boolean
  readonly dataFolder: string
  /** Address that the web console and the calls listen on. */
  readonly host: string
  /** Address that trucks connect to. */
  readonly deviceHost: string
  readonly httpPort: number
  readonly devicePort: number
  /** Where trucks send pictures and clips of alarms, and the port that takes them; null: trucks are not asked for them. */
  readonly evidenceAddress: EvidenceAddress | null
  /** Server for pictures and clips of alarms; null: they are in the data folder. */
  readonly evidenceStore: ObjectStoreSetting | null
  /** Bytes of pictures and clips from which the oldest days are removed; null: by age only. */
  readonly evidenceMaxBytes: number | null
  /** Folder with the world to load into an empty database; null starts empty. */
  readonly worldFolder: string | null
  /** Folder of the built console; null serves calls only. */
  readonly webFolder: string | null
  readonly gatewayName: string
  readonly logLevel: string
  /** SMS gateway; null when not configured. */
  readonly smsGateway: SmsGateway | null
  /** Mail server for alarms; null when not configured. */
  readonly mailServer: MailServer | null
  /** Where users reach the web console, for links in mails; null without TANKER_HOSTNAMES. */
  readonly consoleAddress: string | null
  /** Decrypts addresses of robots. */
  readonly sealKey: SealKey
  readonly outgoingHosts: AllowedHosts
  /** Retention of each kind of data. */
  readonly keepDays: KeepDays
  /** Room for a database on another machine, in bytes; null where none is set. */
  readonly databaseBytes: number | null
  /** Whether the start command passes messages to a program that plays staged accidents. */
  readonly training: boolean
  readonly http: Partial<HttpSettings>
  readonly command:
    | { readonly name: 'run' }
    | { readonly name: 'add-user' | 'verify-changes' }
    | { readonly name: 'reset-password'; readonly userName: string; readonly andSecondFactor: boolean }
    | { readonly name: 'backup' | 'restore'; readonly folder: string }
}

/** A setting that cannot be used; the message says which and what to do. */
export class WrongSetting extends Error {}

/** Reads the command line, then the environment, then the defaults. */
export function readSettings(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Settings {
  const { values } = parse(args)
  const crashProblem = crashPointProblem(env['CRASH_AT'])
  if (crashProblem !== null) throw new WrongSetting(crashProblem)
  const names = (values.role ?? env['TANKER_ROLES'] ?? ROLES.join(',')).split(',').map((name) => name.trim())
  for (const name of names) {
    if (!ROLES.some((role) => role === name)) throw new WrongSetting(`--role ${name}: the roles are ${ROLES.join(', ')}.`)
  }
  const dataFolder = values.data ?? env['TANKER_DATA'] ?? '.data'
  const devicePort = portOf('--device-port', values['device-port'] ?? env['TANKER_DEVICE_PORT'] ?? '6808')
  const deviceHost = values['device-host'] ?? env['TANKER_DEVICE_HOST'] ?? '0.0.0.0'
  const http = { ...httpSettings(env, dataFolder), video: videoAddressOf(env, { devicePort, listenHost: deviceHost }) }
  const httpPort = portOf('--port', values.port ?? env['TANKER_PORT'] ?? '8080')
  return {
    roles: new Set(names as Role[]),
    databaseUrl: env['DATABASE_URL'] ?? null,
    databaseWaitMs: secondsOf('TANKER_DATABASE_WAIT', env['TANKER_DATABASE_WAIT'] ?? '60') * 1_000,
    requireStandby: switchOf('TANKER_REQUIRE_STANDBY', env['TANKER_REQUIRE_STANDBY'] ?? 'no'),
    dataFolder,
    host: values.host ?? env['TANKER_HOST'] ?? (http.tls || http.trustedProxies.length > 0 ? '0.0.0.0' : '127.0.0.1'),
    deviceHost,
    httpPort,
    devicePort,
    evidenceAddress: evidenceAddressOf(env, devicePort),
    evidenceStore: http.evidenceStore,
    evidenceMaxBytes: gigabytesOf('EVIDENCE_MAX_GB', env['EVIDENCE_MAX_GB'], 'the most room for pictures and clips'),
    worldFolder: values.world ?? null,
    webFolder: values.web ?? null,
    gatewayName: values.name ?? env['TANKER_NAME'] ?? `gateway-${process.pid}`,
    logLevel: env['LOG_LEVEL'] ?? 'info',
    smsGateway: smsGatewaySetting(env),
    mailServer: mailServerOf(env['SMTP_URL'], env['MAIL_FROM']),
    consoleAddress: consoleAddressOf(http, httpPort),
    sealKey: http.secondFactorKey,
    outgoingHosts: http.outgoingHosts,
    keepDays: retentionOf(env['TANKER_KEEP_DAYS'] ?? ''),
    databaseBytes: gigabytesOf('DATABASE_DISK_GB', env['DATABASE_DISK_GB'], 'the room for the database'),
    training: values.training === true,
    http,
    command: commandOf(values),
  }
}

/** The command to run instead of serving. */
function commandOf(values: ReturnType<typeof parse>['values']): Settings['command'] {
  if (values['reset-password'] !== undefined)
    return { name: 'reset-password', userName: values['reset-password'], andSecondFactor: values['and-second-factor'] === true }
  if (values.backup !== undefined) return { name: 'backup', folder: values.backup }
  if (values.restore !== undefined) return { name: 'restore', folder: values.restore }
  return { name: values['add-user'] ? 'add-user' : values['verify-changes'] ? 'verify-changes' : 'run' }
}

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        role: { type: 'string' },
        data: { type: 'string' },
        host: { type: 'string' },
        'device-host': { type: 'string' },
        port: { type: 'string' },
        'device-port': { type: 'string' },
        world: { type: 'string' },
        web: { type: 'string' },
        name: { type: 'string' },
        training: { type: 'boolean' },
        'add-user': { type: 'boolean' },
        'verify-changes': { type: 'boolean' },
        backup: { type: 'string' },
        restore: { type: 'string' },
        'reset-password': { type: 'string' },
        'and-second-factor': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new WrongSetting(`${error instanceof Error ? error.message : String(error)}\nnpm start -- --help lists what may be set.`)
  }
}

function secondsOf(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new WrongSetting(`${name} ${text}: give a number of seconds, such as 60.`)
  return Number(text)
}

function switchOf(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new WrongSetting(`${name} ${text}: give yes or no.`)
  return text === 'yes'
}

function portOf(name: string, text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new WrongSetting(`${name} ${text}: a port is a number from 0 to 65535.`)
  return port
}

/** Beside the port of the trucks; a second Tanker Console of one machine, on the next ports, has its own. */
const EVIDENCE_PORT_DISTANCE = 3

/** Beside the port of pictures and clips. */
const VIDEO_PORT_DISTANCE = 4

/** Where trucks bring live video (docs/operating.md); null: they are not asked for it. */
function videoAddressOf(
  env: Readonly<Record<string, string | undefined>>,
  { devicePort, listenHost }: { readonly devicePort: number; readonly listenHost: string },
): VideoAddress | null {
  const host = env['VIDEO_HOST'] ?? ''
  if (host === '') return null
  if (!/^[\w.:-]{1,100}$/.test(host))
    throw new WrongSetting(`VIDEO_HOST ${host}: give the name or address by which trucks reach this server.`)
  const port = portOf('VIDEO_PORT', env['VIDEO_PORT'] ?? String(devicePort + VIDEO_PORT_DISTANCE))
  const beside = port === 0 ? 0 : port + 1
  return { host, port, playbackPort: portOf('VIDEO_PLAYBACK_PORT', env['VIDEO_PLAYBACK_PORT'] ?? String(beside)), listenHost }
}

/** Where trucks send pictures and clips (docs/operating.md). Only the operator knows how trucks reach this machine. */
function evidenceAddressOf(env: Readonly<Record<string, string | undefined>>, devicePort: number): EvidenceAddress | null {
  const host = env['EVIDENCE_HOST'] ?? ''
  if (host === '') return null
  if (!/^[\w.:-]{1,100}$/.test(host))
    throw new WrongSetting(`EVIDENCE_HOST ${host}: give the name or address by which trucks reach this server.`)
  const port = portOf('EVIDENCE_PORT', env['EVIDENCE_PORT'] ?? String(devicePort + EVIDENCE_PORT_DISTANCE))
  if (port === 0) throw new WrongSetting('EVIDENCE_PORT 0: trucks must know the port; give a number from 1 to 65535.')
  return { host, port }
}

function smsGatewaySetting(env: NodeJS.ProcessEnv): SmsGateway | null {
  try {
    return smsGatewayOf(env)
  } catch (error) {
    if (error instanceof WrongGateway) throw new WrongSetting(error.message)
    throw error
  }
}

/** The mail server and the sender's address; both or neither (docs/operating.md). */
/** A proxy answers on the usual port of HTTPS. */
function consoleAddressOf({ hostnames, tls, trustedProxies }: ReturnType<typeof httpSettings>, port: number): string | null {
  const [name] = hostnames
  if (name === undefined) return null
  if (trustedProxies.length > 0) return `https://${name}`
  if (tls) return port === 443 ? `https://${name}` : `https://${name}:${port}`
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

function mailServerOf(address: string | undefined, from: string | undefined): MailServer | null {
  if (address === undefined || address === '') return null
  if (!URL.canParse(address) || !/^smtps?:/i.test(address))
    throw new WrongSetting('SMTP_URL: give the mail server as smtp://user:password@host:587 or smtps://user:password@host:465.')
  if (from === undefined || !/^[^@\r\n]*[^\s@]+@[^\s@]+$/.test(from))
    throw new WrongSetting('MAIL_FROM: give the address that alarm mail is from, such as tanker@example.com, with SMTP_URL.')
  return { address, from }
}

/** Days that each kind of data is kept (docs/operating.md). */
function retentionOf(text: string): KeepDays {
  try {
    return keepDaysOf(text)
  } catch (error) {
    if (error instanceof WrongKeepDays) throw new WrongSetting(`TANKER_KEEP_DAYS ${error.message}`)
    throw error
  }
}

/** Room in bytes, given in GB; null where none is given. */
function gigabytesOf(name: string, text: string | undefined, what: string): number | null {
  if (text === undefined || text === '') return null
  if (!/^\d{1,7}$/.test(text) || Number(text) === 0) throw new WrongSetting(`${name} ${text}: give ${what} in whole GB, such as 500.`)
  return Number(text) * 1e9
}

/** Calls per minute and integration key. */
function callsOf(text: string): number {
  if (text === '') return USUAL_CALLS_A_MINUTE
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new WrongSetting(`TANKER_INTEGRATION_CALLS ${text}: give how many calls a key may make a minute, from 1 to 999999.`)
  return Number(text)
}

/** The card site. A ticket is as sensitive as a password, so plain HTTP is allowed on this machine only. */
function cardSiteOf(address: string | undefined): string | null {
  if (address === undefined || address === '') return null
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '')
    throw new WrongSetting(`CARD_SITE_URL ${address}: give the card site's address, beginning with https:// and without a user name.`)
  return url.href
}

function httpSettings(env: Readonly<Record<string, string | undefined>>, dataFolder: string) {
  return {
    version: env['npm_package_version'] ?? '0.1.0',
    servicePhone: env['SERVICE_PHONE'] ?? null,
    waterTruckUserName: env['WATER_TRUCK_USER'] ?? null,
    mailReady: (env['SMTP_URL'] ?? '') !== '',
    metricsToken: env['METRICS_TOKEN'] ?? null,
    requireStandby: env['TANKER_REQUIRE_STANDBY'] === 'yes',
    downloadsFolder: env['TANKER_DOWNLOADS'] ?? join(dataFolder, 'downloads'),
    dataFolder,
    evidenceStore: evidenceStoreOf(env),
    evidenceReady: (env['EVIDENCE_HOST'] ?? '') !== '',
    streetMap: streetsOf(env),
    cardSite: cardSiteOf(env['CARD_SITE_URL']),
    visitsAddress: env['VISITS_ADDRESS'] ?? null,
    integrationCallsAMinute: callsOf(env['TANKER_INTEGRATION_CALLS'] ?? ''),
    trustedProxies: proxiesOf(env['TRUSTED_PROXIES'] ?? ''),
    secondFactorKey: secondFactorKeyOf(env['SECOND_FACTOR_KEY'], dataFolder),
    outgoingHosts: outgoingHostsOf(env['OUTGOING_HOSTS'] ?? ''),
    hostnames: hostnamesOf(env['TANKER_HOSTNAMES'] ?? ''),
    tls: tlsOf(env['TLS_CERT'], env['TLS_KEY']),
  } satisfies Partial<HttpSettings>
}

/** Server for pictures and clips (docs/operating.md). */
function evidenceStoreOf(env: Readonly<Record<string, string | undefined>>): ObjectStoreSetting | null {
  try {
    return objectStoreOf(env, 'EVIDENCE_S3')
  } catch (error) {
    if (error instanceof WrongObjectStore) throw new WrongSetting(error.message)
    throw error
  }
}

/** Streets of the map (docs/operating.md). */
function streetsOf(env: Readonly<Record<string, string | undefined>>): HttpSettings['streetMap'] {
  try {
    return streetMapOf(env)
  } catch (error) {
    if (error instanceof WrongStreetMap) throw new WrongSetting(error.message)
    throw error
  }
}

/** Hosts inside the network that robots may be at (docs/operating.md). */
function outgoingHostsOf(text: string): AllowedHosts {
  const hosts = text.split(',').flatMap((host) => (host.trim() === '' ? [] : [host.trim().toLowerCase()]))
  for (const host of hosts) {
    if (!URL.canParse(`http://${host}`) || ![new URL(`http://${host}`).host, new URL(`https://${host}`).host].includes(host))
      throw new WrongSetting(`OUTGOING_HOSTS ${host}: give hosts with commas, such as robot.intranet or 10.0.0.5:8080.`)
  }
  return hosts
}

/** The key that encrypts second factors and addresses of robots; without one a file in the data folder (docs/operating.md). */
function secondFactorKeyOf(key: string | undefined, dataFolder: string): SealKey {
  if (key === undefined || key === '') return { file: join(dataFolder, 'second-factor.key') }
  if (!isSealKey(key))
    throw new WrongSetting('SECOND_FACTOR_KEY: give 32 random bytes as base64, as `openssl rand -base64 32` prints them.')
  return { key }
}

/** Addresses and networks, comma separated; anything else is refused, as it would match never or always. */
function proxiesOf(text: string): string[] {
  const proxies = text
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '')
  for (const proxy of proxies) {
    const [address = '', bits, more] = proxy.split('/')
    const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0
    if (most === 0 || more !== undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most)))
      throw new WrongSetting(`TRUSTED_PROXIES ${proxy}: give addresses or networks such as 10.0.0.5 or 10.0.0.0/24, separated by commas.`)
  }
  return proxies
}

/** The names by which browsers reach this server, comma separated, without a port. */
function hostnamesOf(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  for (const name of names) {
    if (!/^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:]+\]$/.test(name))
      throw new WrongSetting(
        `TANKER_HOSTNAMES ${name}: give names such as tanker.example.com, without https:// and port, separated by commas.`,
      )
  }
  return names
}

/** Certificate and key as PEM files; both or neither. */
function tlsOf(certFile: string | undefined, keyFile: string | undefined): HttpSettings['tls'] {
  if (certFile === undefined && keyFile === undefined) return null
  if (certFile === undefined || keyFile === undefined) throw new WrongSetting('TLS_CERT and TLS_KEY belong together: set both, or neither.')
  const read = (name: string, file: string): string => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      throw new WrongSetting(`${name} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { cert: read('TLS_CERT', certFile), key: read('TLS_KEY', keyFile) }
}
