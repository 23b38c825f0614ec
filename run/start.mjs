// npm start: installs, builds, creates the database, starts server, device gateway and virtual fleet, and keeps them running.
// Needs only Node and npm; completed steps are skipped.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LockHeld, takeLock } from '../packages/database/src/folder-lock.mjs'
import { buildIfChanged } from './build-if-changed.mjs'
import { defaultDataFolder } from './data-folder.mjs'
import { HELP } from './help.mjs'
import { DO_NOT_START_AGAIN, ensureInstalled, refuse } from './install.mjs'
import { Programs } from './programs.mjs'
import { beginStep } from './step.mjs'

/** Longest wait for another start in this checkout: install and build take a minute each, more on a slow machine. */
const MAX_WAIT_FOR_CHECKOUT_MS = 600_000

/** Interval for detecting the end of npm. */
const PARENT_LOOK_MS = 200

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Normalise "--name=value" to "--name value".
const args = process.argv
  .slice(2)
  .flatMap((arg) => (/^--[\w-]+=/.test(arg) ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] : [arg]))
if (args.includes('--help') || args.includes('-h')) {
  console.log(HELP)
  process.exit(0)
}

const withFleet = !args.includes('--no-fleet') && !args.includes('--role') && process.env.TANKER_ROLES === undefined
const FLEET = 'virtual fleet'
/** `--no-history` is the former name. */
const NO_BACKFILL = ['--no-backfill', '--no-history']
const withBackfill = !NO_BACKFILL.some((name) => args.includes(name))
const scheme = process.env.TLS_CERT ? 'https' : 'http'
/** Options with a value for the fleet, not the server. */
const FLEET_OPTIONS = ['--trucks', '--history-days', '--long-history-days']
const valueOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
for (const name of FLEET_OPTIONS) {
  if (args.includes(name) && !/^\d+$/.test(valueOf(name) ?? '')) refuse(`${name} ${valueOf(name) ?? ''}: enter a whole number.`)
}
const ofFleet = [...FLEET_OPTIONS, '--stage']
const serverArgs = args.filter(
  (arg, i) => arg !== '--no-fleet' && !NO_BACKFILL.includes(arg) && !ofFleet.includes(arg) && !ofFleet.includes(args[i - 1]),
)
const stage = args.includes('--stage') ? (valueOf('--stage') ?? 'help') : null
if (stage !== null && stage !== 'help' && !withFleet) refuse('--stage needs the virtual fleet: leave out --no-fleet and --role.')

// Young generation in MB, sized for one second of readings: with less, the collector runs more often and delays trucks. A
// gateway-only process has more readings and no exports, whose memory would grow too.
const isGatewayAlone = (valueOf('--role') ?? process.env.TANKER_ROLES) === 'gateway'
const NODE_ARGS = ['--enable-source-maps', `--max-semi-space-size=${isGatewayAlone ? 128 : 64}`]
const program = (name, ...programArgs) => [...NODE_ARGS, join(root, 'dist', `${name}.js`), ...programArgs]

const unlock = await lockCheckout()
ensureInstalled(root)
buildIfChanged(root)
if (stage !== null) checkStage()
const given = valueOf('--data') ?? process.env.TANKER_DATA
const { folder: data, note } = given === undefined ? defaultDataFolder(root) : { folder: given, note: null }
const isEmbedded = process.env.DATABASE_URL === undefined
if (note !== null && isEmbedded) console.log(note)
/** As the server's default, so that it is the same at each start. */
const EVIDENCE_PORT_DISTANCE = 3
const VIDEO_PORT_DISTANCE = 4
const PLAYBACK_PORT_DISTANCE = 5
/** Cameras of the virtual fleet send pictures to this machine; an address that the operator gave stays. */
const pictures =
  withFleet && process.env.EVIDENCE_HOST === undefined
    ? { EVIDENCE_HOST: '127.0.0.1', EVIDENCE_PORT: process.env.EVIDENCE_PORT ?? String(await portBeside(EVIDENCE_PORT_DISTANCE)) }
    : {}
/** The same for live video and recordings. */
const video =
  withFleet && process.env.VIDEO_HOST === undefined
    ? {
        VIDEO_HOST: '127.0.0.1',
        VIDEO_PORT: process.env.VIDEO_PORT ?? String(await portBeside(VIDEO_PORT_DISTANCE)),
        VIDEO_PLAYBACK_PORT: process.env.VIDEO_PLAYBACK_PORT ?? String(await portBeside(PLAYBACK_PORT_DISTANCE)),
      }
    : {}
const CHAT_PORT_FILE = 'fleet-chat-port'
/** Where the chat groups of the virtual fleet take the messages of alarm robots: this port of this machine and no other address. */
const chatPort = withFleet && scheme === 'http' && process.env.OUTGOING_HOSTS === undefined ? await knownChatPort() : 0
const environment = {
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  TANKER_DATA: data,
  ...pictures,
  ...video,
  ...(chatPort > 0 ? { OUTGOING_HOSTS: `127.0.0.1:${chatPort}` } : {}),
}

if (['--add-user', '--reset-password', '--verify-changes', '--backup', '--restore'].some((command) => args.includes(command))) runCommand()
else serve()

/** A port beside that of the trucks, or any that is free. */
async function portBeside(distance) {
  const devicePort = Number(valueOf('--device-port') ?? process.env.TANKER_DEVICE_PORT ?? '6808')
  const beside = devicePort > 0 ? devicePort + distance : 0
  return (beside > 0 && beside < 65_536 && (await freePort(beside))) || freePort(0)
}

/** The same at each start, so that robots keep their address; 0 if another program has it now. */
async function knownChatPort() {
  const file = join(data, CHAT_PORT_FILE)
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return (await freePort(known > 0 && known < 65_536 ? known : 0)) ?? 0
}

/** The port if it is free, 0: any; null if it is taken. */
function freePort(wanted) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(wanted, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Only one start at a time installs, builds and creates the database; a read-only checkout needs no lock. */
async function lockCheckout() {
  try {
    return await takeLock(join(root, '.start.lock'), {
      waitMs: MAX_WAIT_FOR_CHECKOUT_MS,
      onWait: (pid) => console.log(`Another start is running in this folder (process ${pid}); waiting for it.`),
    })
  } catch (error) {
    if (error instanceof LockHeld)
      refuse(`Another start has been running in ${root} for ten minutes (process ${error.pid}). Stop it, then try again.`)
    return () => {}
  }
}

/** Ends the process with the list of scenarios if it was asked for, or if there is none of the name. */
function checkStage() {
  const { status } = spawnSync(process.execPath, program('fleet', '--check-stage', stage), { stdio: 'inherit' })
  if (stage !== 'help' && status === 0) return
  unlock()
  process.exit(status === 0 ? 0 : DO_NOT_START_AGAIN)
}

/** Runs a command-line command once; a server may be running at the same time. */
function runCommand() {
  unlock()
  const child = spawn(process.execPath, program('server', ...serverArgs), { stdio: 'inherit', env: { ...process.env, ...environment } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code) => process.exit(code ?? 1))
}

function serve() {
  const isFirst = isEmbedded && !existsSync(join(data, 'data', 'PG_VERSION'))
  const step = beginStep(isFirst ? 'Creating the database and starting' : 'Starting')
  const programs = new Programs(() => step.interrupt())
  process.once('exit', unlock)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => programs.stop(0))
  stopWithNpm(() => programs.stop(0))

  let ports = null
  programs.keep('server', {
    args: () =>
      program(
        'server',
        '--web',
        join(root, 'dist', 'web'),
        ...(withFleet ? ['--training', '--world', join(root, 'apps', 'fleet', 'world')] : []),
        ...serverArgs,
        // Keep an automatically chosen port across restarts, so that browsers and trucks reconnect.
        ...(ports?.httpPort ? ['--port', String(ports.httpPort)] : []),
        ...(ports?.devicePort ? ['--device-port', String(ports.devicePort)] : []),
      ),
    env: environment,
    onMessage: (message) => programs.send(FLEET, message),
    onReady(message) {
      const isAgain = ports !== null
      ports = message
      if (isAgain && message.signIns === null) return console.log('The server is running again.')
      step.done()
      unlock()
      console.log(message.report)
      if (withFleet && message.devicePort !== null && !isAgain) startFleet(programs, message)
    },
  })
}

/** npm sends SIGTERM to its shell only, so stop when npm is gone. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_LOOK_MS).unref()
}

/** The fleet uploads its recent days at the first start; later starts continue where its trucks would be. */
function startFleet(programs, { devicePort, httpPort, signIns, integrationKey }) {
  const key = keptKey(join(data, 'fleet-key'), integrationKey)
  if (chatPort > 0) writeFileSync(join(data, CHAT_PORT_FILE), String(chatPort))
  const days = ['--history-days', valueOf('--history-days') ?? '7', '--long-history-days', valueOf('--long-history-days') ?? '40']
  let isFirst = signIns !== null
  // Played once: not again by a fleet that is restarted.
  let staged = stage === null ? [] : ['--stage', stage]
  // A certificate does not match 127.0.0.1: over HTTPS the fleet sends no slips, tickets and gauge readings.
  const office = httpPort !== null && key && scheme === 'http' ? ['--office', `http://127.0.0.1:${httpPort}`] : []
  programs.keep(FLEET, {
    // Staged accidents: the server asks, the fleet answers.
    onMessage: (message) => programs.send('server', message),
    args: () => {
      const history = isFirst ? (withBackfill ? days : ['--history-days', '0']) : []
      isFirst = false
      const played = staged
      staged = []
      return program(
        'fleet',
        ...played,
        '--port',
        String(devicePort),
        '--world',
        join(root, 'apps', 'fleet', 'world'),
        ...(valueOf('--trucks') ? ['--trucks', valueOf('--trucks')] : []),
        '--state',
        join(data, 'fleet-state.json'),
        ...history,
        ...office,
        ...(chatPort > 0 ? ['--chat-port', String(chatPort)] : []),
      )
    },
    env: { ...environment, ...(key ? { FLEET_INTEGRATION_KEY: key } : {}) },
    onLine: progressPrinter(),
  })
  // The staff of the demonstration world: not over the command line or the environment, which others can read.
  const staff = office.length > 0 ? (signIns ?? []).filter(({ userName }) => /^(admin|dispatcher\d+)$/.test(userName)) : []
  if (staff[0]) programs.send(FLEET, { staff: staff.map(({ userName, password }) => ({ userName, password })) })
}

/** Prints upload progress without scrolling the sign-ins away: one line on a terminal, every ten percent in a log. */
function progressPrinter() {
  let lastTenth = -1
  let isProgress = false
  return (line) => {
    const percent = /^fleet: .*?(\d+) ?%/.exec(line)?.[1]
    if (percent === undefined || !process.stdout.isTTY) {
      if (isProgress) process.stdout.write('\n')
      isProgress = false
      const tenth = percent === undefined ? null : Math.floor(Number(percent) / 10)
      if (tenth !== lastTenth) console.log(line)
      if (tenth !== null) lastTenth = tenth
      return
    }
    process.stdout.write(`\r\x1b[K${line}`)
    isProgress = true
    if (percent === '100') {
      process.stdout.write('\n')
      isProgress = false
    }
  }
}

/** Integration key of the fleet. The server returns it only once, so it is stored in the data folder. */
function keptKey(file, fresh) {
  if (fresh) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, fresh, { mode: 0o600 })
  }
  return fresh ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
}
