import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DataFolderRefused, OTHER_FOLDER, openDataFolder, refusing } from './data-folder.ts'
import { type Access, ensureCluster, ownerOfCluster, readAccess, renewAccess, writeAccess, writeKept } from './embedded-postgres-cluster.ts'
import type { Installation } from './embedded-postgres-program.ts'
import { type Server, WrongPassword, ask, launch, pause, postmasterOf, stopProcess, urlOf } from './embedded-postgres-server.ts'
import { LockHeld, isAlive, isMarkAlive, processMark, takeLock } from './folder-lock.mjs'
import { postgresUser, runnableBinaries } from './postgres-binaries.ts'

/** A first start on a slow disk takes a minute or two; a start that waits longer for another one has no hope. */
const MAX_WAIT_FOR_OTHER_START_MS = 300_000
/** A server that is starting or stopping is given this long to answer or to end. */
const MAX_WAIT_FOR_SERVER_MS = 10_000
/** PostgreSQL that ends this often in a row is not started again: something is wrong that a start does not mend. */
const MAX_FAILURES_IN_A_ROW = 5
/** A server that ran this long ends the row. */
const STEADY_MS = 10_000
const WATCH_MS = 500
const FIRST_PAUSE_MS = 250

export type EmbeddedPostgres = {
  /** Connection string of the superuser for a database of this server. */
  url(database: string): string
  /** The process id of the postmaster; another one after it had to be started again. */
  readonly pid: number
  /** Stops the server, rolling back what runs. Does nothing while another living program owns it. */
  stop(): Promise<void>
}

/** The other living program that runs on a data folder; null when there is none. */
export const programOn = (folder: string): number | null => new Owner(resolve(folder)).other()

/** What the watch reports. */
type WatchEvents = {
  readonly onLost: (text: string) => void
  readonly onBack: (text: string) => void
  /** The server could not be kept running; the program is of no use without it. */
  readonly onGivenUp: (error: Error) => void
}

const DEFAULT_EVENTS: WatchEvents = {
  onLost: (text) => console.error(text),
  onBack: (text) => console.error(text),
  // The watch is not awaited: an error thrown here ends the program with its reason.
  onGivenUp: (error) =>
    setImmediate(() => {
      throw error
    }),
}

/**
 * Starts the PostgreSQL that comes inside an npm package, with its data under `folder`, creating it at first use, and
 * keeps it running: one that ends is started again on the same port.
 * A server that a killed program left running is taken over; one of a living program is shared. Root hands the server to
 * an unprivileged user. It listens on a free port of 127.0.0.1.
 * @throws DataFolderRefused when the folder cannot be used as it is, else an Error; each message says what to do
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  events: Partial<WatchEvents> = {},
): Promise<EmbeddedPostgres> {
  const home = resolve(folder)
  const rootsUser = await postgresUser()
  const user = rootsUser && ((await ownerOfCluster(home)) ?? rootsUser)
  await openDataFolder(home, user)
  const unlock = await lockStart(home)
  try {
    const binaries = await refusing(home, () => runnableBinaries(home, user))
    const installation: Installation = { home, data: join(home, 'data'), binaries, user }
    await ensureCluster(installation)
    const owner = new Owner(home)
    const server = (await findRunning(installation, owner)) ?? (await launchRenewing(installation, settings))
    await owner.takeUnlessHeld()
    return new WatchedPostgres(installation, settings, { ...DEFAULT_EVENTS, ...events }, owner, server)
  } finally {
    unlock()
  }
}

/** One start at a time in a folder: taken before anything is created there. */
async function lockStart(home: string): Promise<() => void> {
  try {
    return await refusing(home, () => takeLock(join(home, 'start.lock'), { waitMs: MAX_WAIT_FOR_OTHER_START_MS }))
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new DataFolderRefused(
      `Process ${error.pid} has been starting in ${home} for minutes. Wait until it is ready or stop it, then start again, or ${OTHER_FOLDER}.`,
    )
  }
}

/** Starts the server; with a new password where access.json is missing, damaged or from another time. */
async function launchRenewing(installation: Installation, settings: Readonly<Record<string, string>>): Promise<Server> {
  const access = (await readAccess(installation.home)) ?? (await renewAccess(installation))
  let server: Server
  try {
    server = await launch(installation, access.password, settings)
  } catch (error) {
    if (!(error instanceof WrongPassword)) throw error
    server = await launch(installation, (await renewAccess(installation)).password, settings)
  }
  await writeAccess(installation.home, server.access)
  return server
}

/** Which program answers for the server, so that a second one on the same folder does not stop it under the first. */
class Owner {
  readonly #home: string

  constructor(home: string) {
    this.#home = home
  }

  #mark(): string {
    try {
      return readFileSync(join(this.#home, 'owner'), 'utf8')
    } catch {
      return ''
    }
  }

  /** The other living program that owns the server; null when there is none. */
  other(): number | null {
    const mark = this.#mark()
    const pid = Number(mark.split(' ')[0])
    return pid !== process.pid && isMarkAlive(mark) ? pid : null
  }

  /** True when this program is the owner from now on: there was none, or it died. */
  async takeUnlessHeld(): Promise<boolean> {
    if (this.other() !== null) return false
    if (this.#mark() !== processMark()) await writeKept(this.#home, 'owner', processMark())
    return true
  }
}

/** A server that runs on the data already: shared or taken over when it takes our password, else it must end first. */
async function findRunning({ home, data }: Installation, owner: Owner): Promise<Server | null> {
  const known = await readAccess(home)
  const until = Date.now() + MAX_WAIT_FOR_SERVER_MS
  for (;;) {
    const found = await postmasterOf(data)
    if (found === null) return null
    if (known && found.port) {
      const access: Access = { port: found.port, password: known.password }
      const answer = await ask(access)
      if (answer === 'yes') return { access, pid: found.pid, child: null }
      if (answer === 'starting') {
        await pause(200)
        continue
      }
      if (answer === 'wrong password') break
    } else if (!known) break
    if (Date.now() > until) break
    await pause(200)
  }
  const left = await postmasterOf(data)
  if (left === null) return null
  const other = owner.other()
  if (other === null) {
    // Its program was killed and it cannot be talked to: it ends, and the next one recovers what it had committed.
    await stopProcess(left.pid)
    if (!isAlive(left.pid)) return null
  }
  throw new DataFolderRefused(
    `Another PostgreSQL (process ${left.pid}) holds ${data} and does not answer. Stop ${other === null ? 'it' : `process ${other}, which runs it`}, then start again.`,
  )
}

class WatchedPostgres implements EmbeddedPostgres {
  readonly #installation: Installation
  readonly #settings: Readonly<Record<string, string>>
  readonly #events: WatchEvents
  readonly #owner: Owner
  readonly #timer: NodeJS.Timeout
  #server: Server
  #since = Date.now()
  #failures = 0
  #stopping = false
  #restart: Promise<void> | null = null

  constructor(installation: Installation, settings: Readonly<Record<string, string>>, events: WatchEvents, owner: Owner, server: Server) {
    this.#installation = installation
    this.#settings = settings
    this.#events = events
    this.#owner = owner
    this.#server = server
    this.#timer = setInterval(() => this.#look(), WATCH_MS)
    this.#timer.unref()
    this.#listen()
  }

  get pid(): number {
    return this.#server.pid
  }

  url(database: string): string {
    return urlOf(this.#server.access, database)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    await this.#restart
    // Its owner may have died since: the last program that uses the server stops it.
    if (!(await this.#owner.takeUnlessHeld())) return
    await stopProcess(this.#server.pid)
  }

  /** A server started by this program reports its end; the state of another's is polled. */
  #listen(): void {
    this.#server.child?.once('exit', () => this.#look())
  }

  #look(): void {
    const { pid, child } = this.#server
    const hasEnded = child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid)
    if (!hasEnded || this.#stopping || this.#restart) return
    this.#restart = this.#startAgain()
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#restart = null
      })
  }

  async #startAgain(): Promise<void> {
    const { child } = this.#server
    const how = child ? ` (${child.signalCode ?? `exit code ${child.exitCode}`})` : ''
    this.#events.onLost(`PostgreSQL ended${how}; it is started again.`)
    if (Date.now() - this.#since > STEADY_MS) this.#failures = 0
    for (let problem = new Error('It ends soon after each start.'); ;) {
      if (this.#failures >= MAX_FAILURES_IN_A_ROW) throw problem
      if (this.#failures > 0) await pause(FIRST_PAUSE_MS * 2 ** this.#failures)
      if (this.#stopping) return
      this.#failures += 1
      try {
        this.#server = await this.#revive()
        break
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error))
      }
    }
    this.#since = Date.now()
    this.#listen()
    this.#events.onBack(`PostgreSQL answers again (process ${this.#server.pid}).`)
  }

  /** Another program on the folder may have been faster. All connection strings name the port, so it stays. */
  async #revive(): Promise<Server> {
    const { access } = this.#server
    const unlock = await lockStart(this.#installation.home)
    try {
      const running = await findRunning(this.#installation, this.#owner)
      if (running && running.access.port !== access.port)
        throw new Error(`PostgreSQL runs on port ${running.access.port} now, and this program was started with port ${access.port}.`)
      if (running) return running
      const server = await launch(this.#installation, access.password, this.#settings, access.port)
      await this.#owner.takeUnlessHeld()
      return server
    } finally {
      unlock()
    }
  }

  #giveUp(error: unknown): void {
    clearInterval(this.#timer)
    const reason = error instanceof Error ? error.message : String(error)
    this.#events.onGivenUp(new Error(`PostgreSQL ended ${this.#failures} times in a row and was given up. ${reason}`, { cause: error }))
  }
}
