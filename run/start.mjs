// npm start: installs, builds, creates the database, starts server, device gateway and virtual fleet, prints the address.
// Needs nothing but Node and npm; every step that is already done is skipped.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from './build-if-changed.mjs'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)

const HELP = `Tanker Console

  npm start                          everything on this machine: embedded PostgreSQL, server, device gateway, virtual fleet
  npm start -- --no-fleet            the same without the virtual fleet, with an empty database at the first start
  npm start -- --no-history          the fleet does not tell its recent days at the first start
  npm start -- --role gateway        one role only, for several processes on one DATABASE_URL
  npm start -- --add-user            adds a user and prints the password
  npm start -- --reset-password NAME gives a user a new password and prints it
  npm start -- --verify-changes      says whether the history of base data was altered, and where

Roles (--role or TANKER_ROLES, comma separated; default all): gateway (trucks), http (console and calls), jobs

Settings
  DATABASE_URL                       PostgreSQL 15 or newer; unset: the embedded one
  --data, TANKER_DATA                folder of the embedded database (default .data)
  --host, TANKER_HOST                address to listen on (default 0.0.0.0)
  --port, TANKER_PORT                console and calls (default 8080)
  --device-port, TANKER_DEVICE_PORT  trucks, JT/T 808 over TCP (default 6808)
  --trucks N                         how many trucks of the virtual fleet drive (default all)
  --history-days N                   days that the fleet tells at the first start (default 7)
  --long-history-days N              the same for five of its trucks (default 40)
  LOG_LEVEL                          trace, debug, info, warn, error (default info here: warn)
  SERVICE_PHONE                      customer-service phone on the sign-in page
  TANKER_DOWNLOADS                   folder of plug-ins to download: video-plugin.*, card-plugin.* (default downloads in the data folder)
  SMS_GATEWAY, SMS_GATEWAY_TOKEN     address that text messages are handed to, and its token (docs/operating.md); unset: they wait and say so
  SMTP_URL, MAIL_FROM                mail server (smtps://user:password@host) and sender of alarm mail; unset: nobody is mailed, and the console says so
  CARD_SITE_URL                      external site for drivers' cards (docs/integration.md); unset: no button to it
  VISITS_ADDRESS                     web-analytics service that page visits are posted to; unset: they are only counted in /metrics
  METRICS_TOKEN                      lets others than this machine read /metrics
  TLS_CERT, TLS_KEY                  PEM files of certificate and key: console and calls by https
  TRUSTED_PROXIES                    addresses or networks of proxies whose X-Forwarded-* headers are believed, comma separated
`
if (args.includes('--help') || args.includes('-h')) {
  console.log(HELP)
  process.exit(0)
}

const withFleet = !args.includes('--no-fleet') && !args.includes('--role') && process.env.TANKER_ROLES === undefined
const isCommand = ['--add-user', '--reset-password', '--verify-changes'].some((command) => args.includes(command))
const withHistory = !args.includes('--no-history')
const scheme = process.env.TLS_CERT ? 'https' : 'http'
/** Options with a value that are the fleet's, not the server's. */
const FLEET_OPTIONS = ['--trucks', '--history-days', '--long-history-days']
const valueOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const serverArgs = args.filter(
  (arg, i) => arg !== '--no-fleet' && arg !== '--no-history' && !FLEET_OPTIONS.includes(arg) && !FLEET_OPTIONS.includes(args[i - 1]),
)

ensureInstalled(root)
buildIfChanged(root)

// Room for the readings of a second, in MB: with less the collector runs more often and trucks wait for it. A gateway alone
// has more of them, and no exports beside it whose memory would grow with the room.
const isGatewayAlone = (valueOf('--role') ?? process.env.TANKER_ROLES) === 'gateway'
const NODE_ARGS = ['--enable-source-maps', `--max-semi-space-size=${isGatewayAlone ? 128 : 64}`]

const children = new Set()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll(0))

const server = start('server', [
  '--web',
  join(root, 'dist', 'web'),
  ...(withFleet ? ['--world', join(root, 'apps', 'fleet', 'world')] : []),
  ...serverArgs,
])
server.on('message', ({ ready, httpPort, devicePort, firstStart, integrationKey }) => {
  if (!ready) return
  if (httpPort !== null) {
    console.log(`\nTanker Console is serving.\n  on this machine  ${scheme}://localhost:${httpPort}`)
    for (const address of lanAddresses()) console.log(`  in the network   ${scheme}://${address}:${httpPort}`)
  }
  if (devicePort !== null) console.log(`  trucks connect to port ${devicePort} (JT/T 808 over TCP)`)
  console.log('Stop with Ctrl+C.\n')
  if (withFleet && devicePort !== null) startFleet(devicePort, httpPort, firstStart, integrationKey)
})

/** Its recent days are told at the first start; a telling that was stopped goes on at the next. */
function startFleet(devicePort, httpPort, firstStart, integrationKey) {
  const data = valueOf('--data') ?? process.env.TANKER_DATA ?? join(root, '.data')
  const key = keptKey(join(data, 'fleet-key'), integrationKey)
  const history = ['--history-file', join(data, 'fleet-history.json')]
  if (firstStart)
    history.push('--history-days', valueOf('--history-days') ?? '7', '--long-history-days', valueOf('--long-history-days') ?? '40')
  // A certificate is made out to a name and not to this machine's own address: no papers of the office then.
  const office = httpPort !== null && key && scheme === 'http' ? ['--office', `http://127.0.0.1:${httpPort}`] : []
  start(
    'fleet',
    [
      '--port',
      String(devicePort),
      '--world',
      join(root, 'apps', 'fleet', 'world'),
      ...(valueOf('--trucks') ? ['--trucks', valueOf('--trucks')] : []),
      ...(withHistory ? history : []),
      ...office,
    ],
    key ? { FLEET_INTEGRATION_KEY: key } : {},
  )
}

/** The key that the fleet's offices send their papers with: the server tells it once, so it is kept beside the data. */
function keptKey(file, fresh) {
  if (fresh) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, fresh, { mode: 0o600 })
  }
  return fresh ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
}

function start(name, childArgs, env = {}) {
  const child = spawn(process.execPath, [...NODE_ARGS, join(root, 'dist', `${name}.js`), ...childArgs], {
    cwd: process.cwd(),
    env: { LOG_LEVEL: 'warn', TANKER_DATA: join(root, '.data'), ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  child.once('exit', (code, signal) => {
    children.delete(child)
    if (stopping) return
    if (name === 'server' || code !== 0) stopAll(isCommand && code === 0 ? 0 : (code ?? (signal ? 1 : 0)))
  })
  return child
}

function stopAll(code) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  const wait = setInterval(() => {
    if (children.size > 0) return
    clearInterval(wait)
    process.exit(code)
  }, 50)
}

function lanAddresses() {
  return Object.values(networkInterfaces())
    .flat()
    .filter((address) => address && address.family === 'IPv4' && !address.internal)
    .map((address) => address.address)
}
