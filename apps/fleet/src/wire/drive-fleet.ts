/** Gives each virtual truck a terminal and lets the fleet live at the pace of the clock. */
import type { TankTable } from '@tanker/domain/tank-table'
import type { TankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import type { Compartment } from '../cargo.ts'
import type { Fleet } from '../fleet.ts'
import type { Paper } from '../office.ts'
import type { Told, TruckPast } from '../past.ts'
import type { Random } from '../random.ts'
import { setAlarmBit } from '../truck-body.ts'
import type { TruckLife } from '../truck-life.ts'
import type { TruckRow } from '../world.ts'
import { locationOfReport } from './location-of-report.ts'
import { AS_MADE, type Runs } from './on-board.ts'
import { createTerminal, type Terminal } from './terminal.ts'

export type DriveFleetOptions = {
  readonly fleet: Fleet
  readonly host: string
  readonly port: number
  readonly random: Random
  /** Authentication codes by phone; grows as trucks register. */
  readonly codes: Map<string, string>
  /** What the devices of trucks run that were upgraded, by phone; grows as they are. */
  readonly runs?: Map<string, Runs>
  onUpgraded?(): void
  /** Earlier days, truck by truck; uploaded in the background once all are online. */
  readonly past?: readonly TruckPast[]
  /** So many days of a truck's past are told, the newest of them perhaps not acknowledged yet. */
  onPastUnderWay?(past: TruckPast, days: number): void
  /** The platform has acknowledged all of one truck's past. */
  onPastTold?(past: TruckPast): void
  /** What the office, a depot or a station wrote. */
  onPapers?(papers: readonly Paper[]): void
  onCode?(phone: string): void
  /** Once, when every truck has been online. */
  onAllOnline?(trucks: number): void
  onSent?(key: string, frame: Uint8Array): void
  onAcked?(key: string): void
}

const beatMs = 1_000
/** Trucks dial in one after another, not all in the same instant. */
const dialEveryMs = 40
/** The past of so many trucks goes up at a time, and never further ahead of a truck's acknowledgements than this. */
const past = { everyMs: 50, trucks: 2, unacknowledged: 1_000 }

/** The share of upgrades with which a device does not start. */
const failedUpgrades = 0.08

/** A live report or two may be on its way at any moment. */
const nearlyNone = 4

const plateColourCode: Readonly<Record<TruckRow['plateColour'], number>> = { blue: 1, yellow: 2, white: 4, green: 5 }

export function driveFleet(options: DriveFleetOptions): { stop(): void } {
  const { fleet } = options
  const terminals = new Map<TruckLife, Terminal>()
  const seen = new Set<TruckLife>()
  let everyoneSeen = false
  let uploading: NodeJS.Timeout | undefined
  const dialling = fleet.lives.map((life, index) => setTimeout(() => dial(life), index * dialEveryMs))

  function dial(life: TruckLife): void {
    const { row } = life.body
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
      authCode: options.codes.get(row.terminalPhone) ?? null,
      upgradeWorks: () => !mishaps.chance(failedUpgrades),
      runs: options.runs?.get(row.terminalPhone) ?? AS_MADE,
      onUpgraded(runs) {
        options.runs?.set(row.terminalPhone, runs)
        options.onUpgraded?.()
      },
      onAuthCode(code) {
        options.codes.set(row.terminalPhone, code)
        options.onCode?.(row.terminalPhone)
      },
      onOnline() {
        seen.add(life)
        if (everyoneSeen || seen.size < fleet.lives.length) return
        everyoneSeen = true
        options.onAllOnline?.(seen.size)
        if (waiting.length > 0) uploading = setInterval(uploadPast, past.everyMs)
      },
      onEffect(effect) {
        if (effect.kind === 'tank-table') measureWith(life, effect.file)
        if (effect.kind === 'track') track(life, effect.intervalS, effect.validityS)
        if (effect.kind === 'alarms-confirmed')
          for (let bit = 0; bit < 32; bit++) if (effect.alarmBits & (1 << bit)) setAlarmBit(life.body, bit, false)
      },
      ...(options.onSent && { onSent: options.onSent }),
      ...(options.onAcked && { onAcked: options.onAcked }),
    })
    terminals.set(life, terminal)
    if (!life.body.linkUp || !life.body.consoleUp) terminal.setLink(false)
  }

  /** From its time on; until then the console goes on with the table it has. */
  function measureWith(life: TruckLife, { compartment, table, effectiveAt }: TankTableFile): void {
    const measured = life.body.compartments.find(({ row }) => row.compartment === compartment)
    if (!measured) return
    if (effectiveAt <= Date.now()) measured.table = table
    else tablesToCome.push({ measured, table, effectiveAt })
  }

  const tablesToCome: { readonly measured: Compartment; readonly table: TankTable; readonly effectiveAt: number }[] = []
  function beginTables(now: number): void {
    for (const one of tablesToCome.filter(({ effectiveAt }) => effectiveAt <= now)) {
      one.measured.table = one.table
      tablesToCome.splice(tablesToCome.indexOf(one), 1)
    }
  }

  const tracking = new Map<TruckLife, { everyS: number; nextAt: number; untilMs: number }>()
  function track(life: TruckLife, everyS: number, validityS: number): void {
    if (everyS === 0) tracking.delete(life)
    else tracking.set(life, { everyS, nextAt: 0, untilMs: Date.now() + validityS * 1_000 })
  }

  function beat(): void {
    const now = Date.now()
    beginTables(now)
    for (const [life, one] of tracking) {
      if (now > one.untilMs) tracking.delete(life)
      else if (now >= one.nextAt) {
        life.body.reportNow = true
        one.nextAt = now + one.everyS * 1_000
      }
    }
    for (const { life, outputs } of fleet.advance(now)) {
      const terminal = terminals.get(life)
      if (!terminal) continue
      for (const output of outputs) {
        if (output.kind === 'link') terminal.setLink(output.up)
        else if (output.kind === 'paper') options.onPapers?.([output.paper])
        else terminal.report(locationOfReport(output.report, life.body.row.terminalId))
      }
    }
  }

  const byPhone = new Map(fleet.lives.map((life) => [life.body.row.terminalPhone, life]))
  const waiting = [...(options.past ?? [])]
  const telling = new Set<{ readonly past: TruckPast; readonly told: Iterator<Told, void, void>; ended: boolean }>()

  /** Truck by truck, so that the platform puts each one's days in order once. */
  function uploadPast(): void {
    while (telling.size < past.trucks && waiting.length > 0) {
      const one = waiting.shift()!
      telling.add({ past: one, told: one.tell(), ended: false })
    }
    for (const one of telling) {
      const life = byPhone.get(one.past.phone)
      const terminal = life && terminals.get(life)
      if (!life || !terminal?.online) continue
      if (!one.ended && terminal.kept < past.unacknowledged) {
        const next = one.told.next()
        one.ended = next.done === true
        if (!next.done) {
          terminal.remember(next.value.reports.map((report) => locationOfReport(report, life.body.row.terminalId)))
          options.onPastUnderWay?.(one.past, next.value.toldDays)
          if (next.value.papers.length > 0) options.onPapers?.(next.value.papers)
        }
      } else if (one.ended && terminal.kept < nearlyNone) {
        telling.delete(one)
        options.onPastTold?.(one.past)
      }
    }
    if (telling.size === 0 && waiting.length === 0) clearInterval(uploading)
  }

  const beating = setInterval(beat, beatMs)
  return {
    stop() {
      clearInterval(beating)
      clearInterval(uploading)
      for (const timer of dialling) clearTimeout(timer)
      for (const terminal of terminals.values()) terminal.close()
    },
  }
}
