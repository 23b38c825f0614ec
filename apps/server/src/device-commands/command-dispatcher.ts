import type pg from 'pg'
import type { Logger } from 'pino'
import { encodeFrame } from '@tanker/protocol/frame'
import type { Message } from '@tanker/protocol/message'
import type { Session } from '../gateway/session.ts'
import { passing } from '../platform/health/crash-point.ts'
import { CommandFiles } from './command-files.ts'
import { expireCommands, type CommandStep, stepCommand, takeCommand, trucksWithCommands } from './command-rows.ts'
import type { CommandEffects, DeviceCommand } from './define-device-command.ts'
import type { KnownCommands } from './known-commands.ts'
import type { OpenCommand, CommandResult, TakenCommand } from './open-command.ts'
import type { Sending, SendingStep } from './sending.ts'
import { transferOf } from './transfer.ts'

export type CommandDispatcherOptions = {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: () => number
  /** Monotonic clock for timeouts of consoles. */
  readonly uptime: () => number
  /** Name of this process among the gateways. */
  readonly gateway: string
  /** The truck's session here; undefined if another gateway or none has it. */
  readonly sessionOf: (truckId: number) => Session | undefined
  readonly effects: CommandEffects
  readonly commands: KnownCommands
}

/** A running transfer; one command per truck at a time. */
type Running = {
  readonly command: OpenCommand
  readonly definition: DeviceCommand
  readonly session: Session
  readonly sending: Sending
  tries: number
  sentAt: number
  isBeingPutToUse: boolean
  ackedBytes: number
  storedAt: number
  /** Its end is being stored: until then the truck gets no other command, and this one not once more. */
  isEnding: boolean
  /** Serialises the database writes. */
  last: Promise<void>
}

/** Interval of reading open commands, in case a hint is lost. */
const LOOK_EVERY_MS = 5_000
/** Interval of saving the progress of a long transfer. */
const PROGRESS_EVERY_MS = 1_000

/**
 * Sends device commands to trucks whose sessions are on this gateway. The only state outside the database is the part in
 * flight: after a crash or a new connection the console itself reports what it has.
 */
export class CommandDispatcher {
  readonly #running = new Map<number, Running>()
  readonly #options: CommandDispatcherOptions
  readonly #files: CommandFiles
  #lookedAt = Number.NEGATIVE_INFINITY
  #wanted = false
  #looking: Promise<void> | null = null
  #stopped = false

  constructor(options: CommandDispatcherOptions) {
    this.#options = options
    this.#files = new CommandFiles(options.pool)
  }

  /** A command was created or stopped, or a truck connected: read the open commands soon. */
  hint(): void {
    this.#wanted = true
    void this.#look()
  }

  /** Called every second: timeouts of consoles, lost hints. */
  tick(): void {
    const { uptime } = this.#options
    for (const running of this.#running.values()) {
      const { timeoutS, installS } = running.definition
      if (running.isEnding) continue
      const patienceMs = (running.isBeingPutToUse ? installS : timeoutS) * 1000
      if (running.session.closed) this.#running.delete(running.command.truckId)
      else if (uptime() - running.sentAt > patienceMs) this.#attemptFailed(running, running.sending.silence)
    }
    if (uptime() - this.#lookedAt >= LOOK_EVERY_MS) this.hint()
  }

  /** Handles a message that may be about a device command. Resolves when its effects are stored, so that the message may be acknowledged. */
  async heard(session: Session, message: Message): Promise<void> {
    // A console that has just signed in may report the result of its upgrade before its command was claimed here.
    if (message.kind === 'upgrade-result' && !this.#runningOf(session)) {
      this.hint()
      while (this.#looking !== null) await this.#looking
    }
    const running = this.#runningOf(session)
    const step = running?.sending.heard(message)
    if (!running || !step) return
    passing('command-answer-received')
    this.#follow(running, step)
    await running.last
  }

  /** Stops sending and waits for pending writes. Open commands stay open for the gateway that gets the truck next. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#looking
    await Promise.all([...this.#running.values()].map((running) => running.last))
    this.#running.clear()
  }

  #runningOf(session: Session): Running | undefined {
    const running = this.#running.get(session.truckId)
    return running?.session === session && !session.closed && !running.isEnding ? running : undefined
  }

  /** Reads the open commands and starts those whose trucks are connected here. Runs once at a time; repeats if a hint came during the run. */
  async #look(): Promise<void> {
    if (this.#looking !== null || this.#stopped) return
    this.#looking = this.#lookOnce()
    await this.#looking
    this.#looking = null
    if (this.#wanted) void this.#look()
  }

  async #lookOnce(): Promise<void> {
    const { pool, log, now, sessionOf, gateway, commands } = this.#options
    this.#wanted = false
    this.#lookedAt = this.#options.uptime()
    try {
      await expireCommands(pool, commands, new Date(now()))
      const open = new Map(
        (await trucksWithCommands(pool, commands, new Date(now()))).map(({ truckId, commandId }) => [truckId, commandId]),
      )
      for (const [truckId, running] of this.#running)
        if (open.get(truckId) !== running.command.id || running.session.closed) this.#running.delete(truckId)
      for (const [truckId, commandId] of open) {
        const session = sessionOf(truckId)
        if (session === undefined || session.closed || this.#running.has(truckId) || this.#stopped) continue
        passing('command-found')
        const taken = await takeCommand(pool, commands, { commandId, truckId, epoch: session.epoch, gateway, at: new Date(now()) })
        passing('attempt-stored')
        const content = taken && (await this.#contentOf(taken))
        if (!taken || !content) continue
        if (content === 'tampered') {
          // The bytes differ from those ordered: nothing is sent.
          log.warn({ commandId, truckId }, 'the file of a command does not match the command')
          await stepCommand(pool, commands, commandId, session.epoch, { kind: 'failed', result: 'tampered', at: new Date(now()) })
          this.#wanted = true
        } else if (taken.wasStarted && commands.of(taken.kind).isOnlyOnce(taken)) {
          await stepCommand(pool, commands, commandId, session.epoch, { kind: 'failed', result: 'unknown', at: new Date(now()) })
          this.#wanted = true
        } else if (!session.closed && !this.#stopped) this.#begin({ ...taken, content }, session)
      }
    } catch (error) {
      log.warn({ err: error }, 'failed to read device commands, trying again')
    }
  }

  /** The bytes of a command: none of a message, null if its file is gone. */
  async #contentOf({ fileId, sha256 }: TakenCommand): Promise<Buffer | 'tampered' | null> {
    if (fileId === null) return Buffer.alloc(0)
    const file = await this.#files.read(fileId)
    if (!file) return null
    return sha256 !== null && file.sha256.equals(sha256) ? file.content : 'tampered'
  }

  #begin(command: OpenCommand, session: Session): void {
    const definition = this.#options.commands.of(command.kind)
    const running: Running = {
      command,
      session,
      definition,
      sending: transferOf(definition, command, session),
      tries: command.tries,
      sentAt: 0,
      isBeingPutToUse: command.state === 'synchronizing',
      ackedBytes: 0,
      storedAt: this.#options.uptime(),
      isEnding: false,
      last: Promise.resolve(),
    }
    this.#running.set(command.truckId, running)
    this.#send(running)
  }

  #send(running: Running): void {
    const { connection, phone, version } = running.session
    running.sentAt = this.#options.uptime()
    for (const packet of running.sending.packets((count) => connection.nextSerial(count)))
      connection.write(encodeFrame({ ...packet, version, phone }))
    passing('command-bytes-written')
  }

  #follow(running: Running, step: SendingStep): void {
    const at = new Date(this.#options.now())
    const uptime = this.#options.uptime()
    switch (step.do) {
      case 'wait':
        return
      case 'send':
        running.isBeingPutToUse = false
        running.ackedBytes = step.ackedBytes
        this.#send(running)
        if (uptime - running.storedAt < PROGRESS_EVERY_MS) return
        running.storedAt = uptime
        return this.#store(running, { kind: 'progress', ackedBytes: step.ackedBytes })
      case 'synchronize':
        running.sentAt = uptime
        running.isBeingPutToUse = true
        return this.#store(running, { kind: 'synchronizing', ackedBytes: running.command.content.length })
      case 'keep':
        running.sentAt = uptime
        // The next bytes replace what is kept: they go only when that is stored.
        return this.#store(running, { kind: 'kept', had: step.had }, () => this.#sendIfRuns(running))
      case 'again':
        return this.#attemptFailed(running, step.because)
      case 'done':
        return this.#end(running, { kind: 'done', ackedBytes: running.command.content.length, at, answer: step.answer })
      case 'fail':
        return this.#end(running, { kind: 'failed', result: step.result, at, answer: step.answer })
    }
  }

  /** An attempt failed: starts another one or fails the command. An attempt is counted before its first byte is sent. */
  #attemptFailed(running: Running, result: CommandResult): void {
    if (running.tries >= running.command.maxTries) return this.#end(running, { kind: 'failed', result, at: new Date(this.#options.now()) })
    running.tries += 1
    running.isBeingPutToUse = false
    running.sentAt = this.#options.uptime()
    running.sending.askAgain()
    this.#store(running, { kind: 'again' }, () => this.#sendIfRuns(running))
  }

  #sendIfRuns(running: Running): void {
    if (this.#runningOf(running.session) === running) this.#send(running)
  }

  #end(running: Running, step: CommandStep): void {
    running.isEnding = true
    this.#store(running, step, () => {
      if (step.kind === 'done') running.definition.onDone?.(running.command, this.#options.effects)
      this.hint()
    })
  }

  #store(running: Running, step: CommandStep, then?: () => void): void {
    const { pool, log, commands } = this.#options
    running.last = running.last.then(async () => {
      try {
        const isOurs = await stepCommand(pool, commands, running.command.id, running.session.epoch, step)
        passing('command-result-stored')
        if (!isOurs || running.isEnding) this.#forget(running)
        if (!isOurs) return
        if (!running.session.closed && !this.#stopped) then?.()
      } catch (error) {
        // Resumed at the next read of open commands, which asks the console what it has.
        log.warn({ err: error }, 'failed to store a command result')
        this.#forget(running)
      }
    })
  }

  #forget(running: Running): void {
    if (this.#running.get(running.command.truckId) === running) this.#running.delete(running.command.truckId)
  }
}
