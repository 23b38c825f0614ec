import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { DropReason } from '@tanker/domain/devices/drop-reason'
import type { Bus } from '../platform/bus/bus.ts'
import { passing } from '../platform/health/crash-point.ts'
import { turns } from '../platform/health/turns.ts'
import { acknowledge } from './acknowledgement.ts'
import { ClaimQueue } from './claim-queue.ts'
import { createCommitConnection } from './commit-connection.ts'
import { type ConnectionLimits, DeviceConnection } from './device-connection.ts'
import { DeviceDirectory } from './device-directory.ts'
import { watchHeapShare } from './heap-share.ts'
import { type FrameLimits, MAX_FRAMES_AT_ONCE, MAX_FRAMES_PER_SECOND } from './frame-budget.ts'
import { FrameRouter } from './frame-router.ts'
import { IdentityAlarms } from './identity-alarm.ts'
import { TerminalRegistry } from './terminal-registry.ts'
import { createGatewayMetrics } from './gateway-metrics.ts'
import { type DurableGroup, Lane } from './lane.ts'
import { removeGateway } from './claim-unheld.ts'
import { startJob } from '../platform/jobs/start-job.ts'
import { sessionJobs } from './session-jobs.ts'
import { LivePublisher } from './live-publisher.ts'
import { UploadPublisher } from './upload-publisher.ts'
import { messageName } from './message-name.ts'
import { PromptMessages } from './prompt-messages.ts'
import { openFileLimit } from '../platform/health/open-file-limit.ts'
import { DeviceVersions } from './device-versions.ts'
import { CommandDispatcher } from '../device-commands/command-dispatcher.ts'
import type { KnownCommands } from '../device-commands/known-commands.ts'
import type { ReplyHandler } from '../device-commands/sending.ts'
import { Quarantine } from './quarantine.ts'
import { Rebuilder } from './rebuilder.ts'
import { SessionLog } from './session-log.ts'
import type { Session } from './session.ts'
import { TruckContexts } from '@tanker/database/truck-contexts'

export type GatewayOptions = {
  /** Pool for claims, registrations and rebuilds; groups go over connections of their own to `databaseUrl`. */
  readonly pool: pg.Pool
  readonly databaseUrl: string
  /** Acknowledge nothing while the database names no synchronous standby. */
  readonly requireStandby?: boolean
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Registry
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Name of this process among the gateways. */
  readonly name: string
  readonly now: () => number
  /** Late readings are judged up to this many days back; as long as checkpoints are kept. */
  readonly judgedDays: number
  /** The kinds of device commands that it sends. */
  readonly commands: KnownCommands
  /** Milliseconds of a monotonic clock. Timeouts use it, so that a change of the system time closes no connection. */
  readonly uptime: () => number
  /** How much of its memory the process needs, from 0 to 1; watched when absent. */
  readonly heapShare?: () => number
  /** What else takes in messages of terminals that are no positions. */
  readonly replyHandlers?: readonly ReplyHandler[]
  readonly limits?: Partial<ConnectionLimits & FrameLimits & { maxConnections: number }>
}

export type Gateway = {
  readonly port: number
  readonly sessions: number
  /** Stops accepting, finishes the groups in flight, answers them, closes every socket. */
  close(): Promise<void>
}

const LANES = 2
/** Bytes that may wait to be sent to a terminal that does not read. */
const MAX_UNSENT_BYTES = 1_000_000
/** Trucks on one socket. */
const MAX_TRUCKS_PER_SOCKET = 1_000
/** Bad frames in a row from a socket that never sent a good one. */
const MAX_GARBAGE = 20
/** Why all sockets are paused at once. */
const PRESSURE = 'pressure'
/** After a failed commit the database counts as away for this long, unless a later one succeeds; retries are more frequent. */
const AWAY_AFTER_RETRY_MS = 2_000
const MEMORY = 'memory'
/** Percent of the heap in use after a full collection; above it new trucks are refused and sockets are read only every other second. */
const MAX_HEAP_PERCENT = 75
/** Sockets left for the database, HTTP and files when the process nears its limit of open files. */
const RESERVED_FILES = 200

const connectionLimits = (given: Partial<ConnectionLimits>): ConnectionLimits => ({
  beforeAuthenticationMs: given.beforeAuthenticationMs ?? 10_000,
  idleMs: given.idleMs ?? 180_000,
  maxUnsentBytes: given.maxUnsentBytes ?? MAX_UNSENT_BYTES,
  maxTrucks: given.maxTrucks ?? MAX_TRUCKS_PER_SOCKET,
  maxGarbage: given.maxGarbage ?? MAX_GARBAGE,
})

/** Starts the device gateway. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { pool, bus, log, now, uptime } = options
  const metrics = createGatewayMetrics(options.metrics)
  const maxConnections = options.limits?.maxConnections ?? Math.max(100, Math.floor((await openFileLimit()) * 0.9) - RESERVED_FILES)
  const limits = connectionLimits(options.limits ?? {})
  const contexts = new TruckContexts(pool)
  const directory = new DeviceDirectory(pool, now)
  const quarantine = new Quarantine(pool, now, () => metrics.quarantined.inc())
  const live = new LivePublisher(bus)
  const uploads = new UploadPublisher(bus, now)
  const connection = createCommitConnection(options.databaseUrl, `tanker-${options.name}`, {
    requireStandby: options.requireStandby ?? false,
  })
  const connections = new Set<DeviceConnection>()
  const sessions = new Map<number, Session>()
  const sessionsByPhone = new Map<string, Session>()
  const heap = watchHeapShare()
  const isShortOfMemory = (): boolean => (options.heapShare ?? heap.share)() * 100 > MAX_HEAP_PERCENT
  let stopping = false
  let restsForMemory = false
  let pressed = false
  /** Whether commits failed a moment ago. */
  let awayUntil = 0

  const judgedMs = options.judgedDays * 86_400_000
  const lanes = Array.from(
    { length: LANES },
    () =>
      new Lane({
        connection,
        now,
        judgedMs,
        uptime,
        onDurable: (group) => turns.during('group', () => onDurable(group)),
        onFenced: (session) => {
          metrics.fenced.inc()
          endSession(session, 'replaced', true)
        },
        onQuarantine: async (session, reading, reason) => {
          log.warn({ truckId: session.truckId, reason }, 'the database refused a reading; it is in quarantine')
          await quarantine.keepReading(session.truckId, reading, reason)
        },
        onRefusedFast: () => metrics.refusedFast.inc(),
        onRetry: (reason, attempt) => {
          metrics.retries.inc()
          awayUntil = performance.now() + AWAY_AFTER_RETRY_MS
          if (attempt === 1 || attempt % 20 === 0)
            log.warn({ reason, attempt }, 'the database does not answer; nothing is acknowledged until it does')
        },
      }),
  )
  const laneOf = (truckId: number): Lane => lanes[truckId % LANES] as Lane
  const laneFull = (): boolean => lanes.some((lane) => lane.isFull)
  const rebuilder = new Rebuilder({
    pool,
    log,
    bus,
    contexts,
    gateway: options.name,
    now,
    uptime,
    judgedMs,
    isConnected: (truckId) => sessions.has(truckId),
    onRebuilt: () => metrics.rebuilds.inc(),
    onFenced: (session) => endSession(session, 'replaced', true),
  })
  const commands = new CommandDispatcher({
    pool,
    log,
    now,
    uptime,
    gateway: options.name,
    sessionOf: (truckId) => sessions.get(truckId),
    commands: options.commands,
    effects: { contextChanged: (truckId) => bus.publish('context', String(truckId)) },
  })
  const versions = new DeviceVersions({ pool, log, now })
  const prompts = new PromptMessages(bus, (truckId) => sessions.get(truckId))
  const sessionLog = new SessionLog({ pool, log, gateway: options.name, now })
  const router = new FrameRouter({
    replyHandlers: [versions, commands, prompts, ...(options.replyHandlers ?? [])],
    claims: new ClaimQueue(pool, contexts, options.name),
    sessionOf: (phone) => sessionsByPhone.get(phone),
    directory,
    registry: new TerminalRegistry({ pool, now, idleMs: limits.idleMs }),
    identityAlarms: new IdentityAlarms(pool, now, () => bus.publish('outbox', '')),
    databaseAway: () => performance.now() < awayUntil,
    quarantine,
    metrics,
    log,
    now,
    uptime,
    laneOf,
    limits: {
      framesPerSecond: options.limits?.framesPerSecond ?? MAX_FRAMES_PER_SECOND,
      framesAtOnce: options.limits?.framesAtOnce ?? MAX_FRAMES_AT_ONCE,
    },
    rebuilder,
    uploads,
    onClaimed: (session) => {
      const older = sessions.get(session.truckId)
      sessions.set(session.truckId, session)
      sessionsByPhone.set(session.phone, session)
      metrics.sessions.set(sessions.size)
      sessionLog.began(session, older)
      if (older) endSession(older, 'replaced')
      commands.hint()
      versions.signedIn(session)
    },
    onRegistered: (phone) => bus.publish('terminals', phone),
    onEnded: (session) => endSession(session, 'terminal'),
  })

  function onDurable(group: DurableGroup): void {
    awayUntil = 0
    acknowledge(group.acks)
    passing('acknowledged')
    metrics.positions.inc(group.rows)
    metrics.groupRows.observe(group.rows)
    metrics.groupSeconds.observe((uptime() - group.startedAt) / 1000)
    live.changed(group.sessions)
    if (group.hasAlarms) bus.publish('outbox', '')
    for (const { session, from } of group.rebuilds) rebuilder.want(session, from)
    if (pressed) applyPressure()
  }

  /** A closed or replaced session; a late close of an old socket must not touch the truck's newer session. */
  function endSession(session: Session, reason: DropReason, isFenced = false): void {
    if (session.closed) return
    session.closed = true
    router.ended(session)
    sessionLog.ended(session, reason, isFenced)
    if (sessions.get(session.truckId) === session) {
      sessions.delete(session.truckId)
      sessionsByPhone.delete(session.phone)
    }
    metrics.sessions.set(sessions.size)
    const { connection: socket } = session
    socket.leave(session.phone)
    if (socket.presences.size === 0) socket.close(reason)
  }

  /** Stops reading all sockets while a lane is full, and reads them again when none is. */
  function applyPressure(): void {
    const full = laneFull()
    if (full === pressed) return
    pressed = full
    for (const device of connections) {
      if (full) device.pause(PRESSURE)
      else device.resume(PRESSURE)
    }
  }

  /**
   * Short of memory, sockets are read only every other second, so that received data can be stored. Never for
   * longer: without input there is no garbage, so no collection that would show free memory.
   */
  function restForMemory(): void {
    const rests = !restsForMemory && isShortOfMemory()
    if (rests === restsForMemory) return
    restsForMemory = rests
    if (rests) log.warn('memory nearly used up: connected terminals are read slowly, new ones are refused')
    for (const device of connections) {
      if (rests) device.pause(MEMORY)
      else device.resume(MEMORY)
    }
  }

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000, pauseOnConnect: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    const isTooMany = stopping || connections.size >= maxConnections
    if (isTooMany || !router.takesSocket(address)) {
      metrics.refused.inc({ reason: isTooMany ? 'too-many' : 'slowed' })
      socket.destroy()
      return
    }
    if (isShortOfMemory()) {
      metrics.refused.inc({ reason: 'memory' })
      socket.destroy()
      return
    }
    const device = new DeviceConnection(
      socket,
      address,
      limits,
      {
        onFrame: (from, frame) => {
          metrics.counts.frames += 1
          router.take(from, frame)
          if (!pressed && laneFull()) applyPressure()
        },
        onRead: (startedAt, messageId) => {
          if (turns.isLong(startedAt)) turns.count(messageName(messageId))
        },
        onBad: (from, bad) => router.takeBad(from, bad),
        onCut: (reason) => metrics.refused.inc({ reason }),
        onClose: (closed, reason) => {
          connections.delete(closed)
          metrics.connections.set(connections.size)
          for (const presence of closed.presences.values()) if (presence.state === 'authenticated') endSession(presence.session, reason)
        },
      },
      { now, uptime },
    )
    connections.add(device)
    metrics.connections.set(connections.size)
    if (pressed) device.pause(PRESSURE)
  })

  const housekeeping = setInterval(() => {
    for (const device of connections) device.checkLimits()
    router.everySecond()
    commands.tick()
    versions.tick()
    sessionLog.tick()
    applyPressure()
    restForMemory()
  }, 1_000)
  const unsubscribeCommands = bus.subscribe('commands', () => commands.hint())
  const unsubscribeTerminals = bus.subscribe('terminals', (phone) => {
    if (phone === '') directory.invalidate()
    else directory.forget(phone)
    const concerned = phone === '' ? [...sessions.values()] : [sessionsByPhone.get(phone)].filter((one) => one !== undefined)
    void Promise.all(
      concerned.map(async (session) => {
        // Released: the connected terminal no longer belongs to the truck.
        if ((await directory.find(session.phone))?.bound == null) endSession(session, 'platform')
      }),
    ).catch((error: unknown) => log.warn({ err: error }, 'failed to disconnect released terminals'))
  })
  const unsubscribe = bus.subscribe('context', (truckIds) => {
    if (truckIds === '') {
      contexts.invalidate()
      directory.invalidate()
    }
    const concerned = truckIds === '' ? [...sessions.keys()] : truckIds.split(',').map(Number)
    void refreshContexts(concerned).catch((error: unknown) => log.warn({ err: error }, 'failed to apply master data changes'))
  })

  async function refreshContexts(truckIds: readonly number[]): Promise<void> {
    const here = truckIds.filter((truckId) => sessions.has(truckId))
    if (here.length === 0) return
    // A truck whose phone was changed belongs to another device from now on.
    const phones = [...new Set(here.flatMap((truckId) => sessions.get(truckId)?.phone ?? []))]
    const [fresh, devices] = await Promise.all([contexts.load(here), Promise.all(phones.map((phone) => directory.find(phone)))])
    const truckOf = new Map(phones.map((phone, index) => [phone, devices[index]?.truckId]))
    for (const truckId of here) {
      const session = sessions.get(truckId)
      if (session === undefined) continue
      const context = fresh.get(truckId)
      // A session that started during the query already has the current context.
      const isItsOwn = !truckOf.has(session.phone) || truckOf.get(session.phone) === truckId
      if (context && isItsOwn) session.context = context
      else endSession(session, 'platform')
    }
  }

  await sessionLog.endFormer()
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen({ port: options.port, host: options.host, backlog: 4096 }, done)
  })

  const jobs = [
    ...sessionJobs({ pool, gateway: options.name, rebuilder, router, contexts, sessions, refresh: refreshContexts }),
    sessionLog.leftSessions,
  ].map((job) => startJob(job, { pool, bus, log, metrics: options.metrics }))

  return {
    port: (server.address() as AddressInfo).port,
    get sessions() {
      return sessions.size
    },
    async close() {
      stopping = true
      clearInterval(housekeeping)
      heap.close()
      unsubscribe()
      unsubscribeCommands()
      unsubscribeTerminals()
      await Promise.all([commands.stop(), versions.stop(), prompts.stop()])
      const closed = new Promise((done) => server.close(done))
      for (const device of connections) device.pause(PRESSURE)
      await Promise.all(lanes.map((lane) => lane.drained()))
      await Promise.all([rebuilder.stopped(), ...jobs.map((job) => job.close())])
      await removeGateway(pool, options.name).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to record the end of this gateway'),
      )
      live.flush()
      live.close()
      uploads.close()
      for (const device of connections) device.socket.end()
      await new Promise((done) => setTimeout(done, 50))
      for (const device of connections) device.close('server-stopped')
      await Promise.all([closed, sessionLog.close()])
      await connection.close()
    },
  }
}
