/** Gives each virtual truck a terminal and simulates the fleet in real time. */
import { createCamera } from '../vcam/camera.ts'
import { recordingsOf } from '../vcam/recorder.ts'
import { createFleetCameras } from '../camera/fleet-cameras.ts'
import { photograph, watchOccasions } from '../camera/truck-photos.ts'
import type { Fleet } from '../fleet.ts'
import type { Report } from '../reporter.ts'
import type { Paper } from '../paper.ts'
import type { KeptTable } from '../kept-fleet.ts'
import type { Random } from '../random.ts'
import type { HistorySpan } from '../history-replay.ts'
import { announce, setAlarmBit } from '../truck-body.ts'
import type { TruckLife } from '../truck-life.ts'
import type { TruckRow } from '../world.ts'
import type { Location } from '@tanker/protocol/location'
import { locationOfReport } from './location-of-report.ts'
import { AS_MADE, type Runs } from './on-board.ts'
import { ownFiles, type WrittenFiles } from './own-files.ts'
import { createPasswordCheck, type KeptPasswords, type PasswordCheck } from './password-check.ts'
import { createSentTables } from './sent-tables.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import type { TerminalOptions } from './terminal-options.ts'
import { uploadHistory } from './upload-history.ts'

export type DriveFleetOptions = {
  /** Trucks that are in it dial in at once; others `join`. */
  readonly fleet: Fleet
  readonly host: string
  readonly port: number
  readonly random: Random
  /** The clock of the trucks, ms since 1970 UTC; default the machine's. */
  readonly now?: () => number
  /** Authentication codes by phone; grows as trucks register. */
  readonly codes: Map<string, string>
  /** What the devices of trucks run that were upgraded, by phone; grows as they are. */
  readonly runs?: Map<string, Runs>
  /** Tank tables that the platform sent, by phone; grows as they come. */
  readonly tables?: Map<string, readonly KeptTable[]>
  /** Parameter files that the platform wrote, by phone; grows as they come. */
  readonly files?: Map<string, WrittenFiles>
  /** Keys of one-time passwords, by phone; grows as they are agreed. */
  readonly passwords?: Map<string, KeptPasswords>
  /** Spans still to be replayed for trucks that are in the fleet. */
  readonly spans?: readonly HistorySpan[]
  /** Creates the life that replays a span. */
  readonly lifeOfSpan?: (span: HistorySpan) => TruckLife
  /** A stored value changed: a code, a table, a version. */
  onKept?(): void
  /** The platform has acknowledged all of a span. */
  onReplayed?(span: HistorySpan): void
  /** What the office, a depot or a station wrote. */
  onPapers?(papers: readonly Paper[]): void
  /** How many trucks there will be; default the number in the fleet now. */
  readonly trucks?: number
  /** Once, when every truck has been online or is switched off: a console that is off for the night connects in the morning. */
  onAllOnline?(online: number, switchedOff: number): void
  onSent?(key: string, frame: Uint8Array): void
  onAcked?(key: string): void
}

export type DrivenFleet = {
  /** A truck connects, with its spans to replay; its table changes wait for their time. */
  join(life: TruckLife, spans: readonly HistorySpan[]): void
  /**
   * The driver keys a one-time password in at the console, which says so to the platform if it counts.
   * @param operation its number (docs/tanker-extension.md)
   */
  enterPassword(life: TruckLife, operation: number, password: string): boolean
  /** Spans not replayed completely, with their progress. */
  spansOf(life: TruckLife): readonly HistorySpan[]
  /** The platform has all live reports of this truck up to here, ms; spans are not included. */
  reportedUntil(life: TruckLife): number
  stop(): void
}

const beatMs = 1_000
/** Trucks dial in one after another, not all in the same instant. */
const dialEveryMs = 40

/** The share of upgrades with which a device does not start. */
const failedUpgrades = 0.08

const plateColourCode: Readonly<Record<TruckRow['plateColour'], number>> = { blue: 1, yellow: 2, white: 4, green: 5 }

/** Says once that every truck has been online or is switched off. */
function rollCall(trucks: number, onAll: DriveFleetOptions['onAllOnline']) {
  const seen = new Set<TruckLife>()
  const switchedOff = new Set<TruckLife>()
  let isComplete = false
  function check(): void {
    if (isComplete || seen.size + switchedOff.size < trucks) return
    isComplete = true
    onAll?.(seen.size, switchedOff.size)
  }
  return {
    online(life: TruckLife): void {
      switchedOff.delete(life)
      seen.add(life)
      check()
    },
    off(life: TruckLife): void {
      if (!seen.has(life)) switchedOff.add(life)
      check()
    },
  }
}

/** What the platform sent to a truck's devices before, and where what it sends is kept. */
const keptOf = (life: TruckLife, { files, passwords, runs, onKept }: DriveFleetOptions) => {
  const { terminalPhone: phone, terminalId } = life.body.row
  return {
    passwords: createPasswordCheck(terminalId, passwords?.get(phone) ?? null, (kept) => {
      passwords?.set(phone, kept)
      onKept?.()
    }),
    ownFiles: ownFiles(life, files?.get(phone) ?? {}, (written) => {
      files?.set(phone, written)
      onKept?.()
    }),
    runs: runs?.get(phone) ?? AS_MADE,
    onUpgraded(upgraded: Runs) {
      runs?.set(phone, upgraded)
      onKept?.()
    },
  } satisfies Partial<TerminalOptions>
}

/** Trucks that report closely for a while, by an order of the platform. */
function closeTracking() {
  const tracking = new Map<TruckLife, { everyS: number; nextAt: number; untilMs: number }>()
  return {
    begin(life: TruckLife, everyS: number, validityS: number): void {
      if (everyS === 0) tracking.delete(life)
      else tracking.set(life, { everyS, nextAt: 0, untilMs: Date.now() + validityS * 1_000 })
    },
    beat(now: number): void {
      for (const [life, one] of tracking) {
        if (now > one.untilMs) tracking.delete(life)
        else if (now >= one.nextAt) {
          life.body.reportNow = true
          one.nextAt = now + one.everyS * 1_000
        }
      }
    },
  }
}

export function driveFleet(options: DriveFleetOptions): DrivenFleet {
  const { fleet, lifeOfSpan, now: clock = Date.now } = options
  const roll = rollCall(options.trucks ?? fleet.lives.length, options.onAllOnline)
  const terminals = new Map<TruckLife, Terminal>()
  const joinedAt = new Map<TruckLife, number>()
  const uploads = uploadHistory({
    lifeOf(span) {
      if (!lifeOfSpan) throw new Error('replaying spans needs lifeOfSpan')
      return lifeOfSpan(span)
    },
    locationOf,
    ...(options.onPapers && { onPapers: options.onPapers }),
    ...(options.onReplayed && { onReplayed: options.onReplayed }),
  })
  const dialling = new Set<NodeJS.Timeout>()
  const occasions = watchOccasions()
  const tracking = closeTracking()
  const checks = new Map<TruckLife, PasswordCheck>()
  const cameras = createFleetCameras(options.random, clock)
  const tables = createSentTables(options.tables, () => options.onKept?.())

  function locationOf(report: Report, { body }: TruckLife): Location {
    const location = locationOfReport(report, body.row.terminalId)
    cameras.see(body.row, location)
    return location
  }

  function join(life: TruckLife, spans: readonly HistorySpan[], afterMs = 0): void {
    joinedAt.set(life, life.body.at)
    uploads.expect(life, spans)
    tables.join(life)
    const timer = setTimeout(() => {
      dialling.delete(timer)
      dial(life)
    }, afterMs)
    dialling.add(timer)
  }

  function dial(life: TruckLife): void {
    const { row } = life.body
    const kept = keptOf(life, options)
    checks.set(life, kept.passwords)
    const mishaps = options.random.fork(`${row.plate} upgrades`)
    const terminal = createTerminal({
      host: options.host,
      port: options.port,
      phone: row.terminalPhone,
      version: row.protocolVersion === '2019' ? 2019 : 2013,
      terminalId: row.terminalId,
      plate: row.plate,
      plateColour: plateColourCode[row.plateColour],
      random: options.random.fork(row.plate),
      camera: cameras.of(row),
      video: (channel, stream) =>
        channel <= row.channelCount ? createCamera({ sim: row.terminalPhone, channel, plate: row.plate }, stream) : null,
      recordings: (channel, now) => (channel <= row.channelCount ? recordingsOf(row.terminalPhone, channel, now) : []),
      authCode: options.codes.get(row.terminalPhone) ?? null,
      upgradeWorks: () => !mishaps.chance(failedUpgrades),
      photograph: (channel, location) => photograph(life.body, channel, location),
      ...kept,
      onAuthCode(code) {
        options.codes.set(row.terminalPhone, code)
        options.onKept?.()
      },
      onOnline() {
        roll.online(life)
      },
      onEffect(effect) {
        if (effect.kind === 'tank-table') tables.receive(life, effect.file)
        if (effect.kind === 'track') tracking.begin(life, effect.intervalS, effect.validityS)
        if (effect.kind === 'alarms-confirmed')
          for (let bit = 0; bit < 32; bit++) if (effect.alarmBits & (1 << bit)) setAlarmBit(life.body, bit, false)
      },
      ...(options.onSent && { onSent: options.onSent }),
      ...(options.onAcked && { onAcked: options.onAcked }),
    })
    terminals.set(life, terminal)
    if (!life.body.linkUp || !life.body.consoleUp) {
      terminal.setLink(false)
      roll.off(life)
    }
    uploads.add(life, terminal)
  }

  function beat(): void {
    const now = clock()
    tables.beat(now)
    tracking.beat(now)
    for (const { life, outputs } of fleet.advance(now)) {
      const terminal = terminals.get(life)
      for (const { channel, event } of occasions(life.body, now)) terminal?.photograph(channel, event)
      for (const output of outputs) {
        if (output.kind === 'paper') options.onPapers?.([output.paper])
        else if (output.kind === 'link') terminal?.setLink(output.up)
        else terminal?.report(locationOf(output.report, life))
      }
    }
  }

  for (const [index, life] of fleet.lives.entries()) {
    const mine = (options.spans ?? []).filter(({ phone }) => phone === life.body.row.terminalPhone)
    join(life, mine, index * dialEveryMs)
  }
  const beating = setInterval(beat, beatMs)
  return {
    join,
    enterPassword(life, operation, password) {
      const number = checks.get(life)?.enter(operation, password, clock())
      if (typeof number !== 'number') return false
      announce(life.body, 'one-time-password', number, String(operation))
      return true
    },
    spansOf: (life) => uploads.left(life),
    reportedUntil(life) {
      const joined = joinedAt.get(life) ?? life.body.at
      const terminal = terminals.get(life)
      return terminal ? Math.max(joined, Math.min(life.body.at, terminal.oldestLiveAt - 1)) : joined
    },
    stop() {
      clearInterval(beating)
      uploads.stop()
      for (const timer of dialling) clearTimeout(timer)
      cameras.stop()
      for (const terminal of terminals.values()) terminal.close()
    },
  }
}
