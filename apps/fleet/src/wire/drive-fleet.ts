/** Gives each virtual truck a terminal and lets the fleet live at the pace of the clock. */
import type { Fleet } from '../fleet.ts'
import type { PastReport } from '../past.ts'
import type { Random } from '../random.ts'
import { setAlarmBit } from '../truck-body.ts'
import type { TruckLife } from '../truck-life.ts'
import type { TruckRow } from '../world.ts'
import { locationOfReport } from './location-of-report.ts'
import { createTerminal, type Terminal } from './terminal.ts'

export type DriveFleetOptions = {
  readonly fleet: Fleet
  readonly host: string
  readonly port: number
  readonly random: Random
  /** Authentication codes by phone; grows as trucks register. */
  readonly codes: Map<string, string>
  /** Reports of earlier days; uploaded in the background once all are online. */
  readonly past?: Iterator<readonly PastReport[], void, void>
  onPastTold?(): void
  onCode?(phone: string): void
  /** Once, when every truck has been online. */
  onAllOnline?(trucks: number): void
  onSent?(key: string, frame: Uint8Array): void
  onAcked?(key: string): void
}

const beatMs = 1_000
/** Trucks dial in one after another, not all in the same instant. */
const dialEveryMs = 40
/** The past goes up at this pace at most, and never further ahead of the acknowledgements than this. */
const past = { everyMs: 200, reportsPerTurn: 700, unacknowledged: 3_000 }

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
      onAuthCode(code) {
        options.codes.set(row.terminalPhone, code)
        options.onCode?.(row.terminalPhone)
      },
      onOnline() {
        seen.add(life)
        if (everyoneSeen || seen.size < fleet.lives.length) return
        everyoneSeen = true
        options.onAllOnline?.(seen.size)
        if (options.past) uploading = setInterval(uploadPast, past.everyMs)
      },
      onEffect(effect) {
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

  const tracking = new Map<TruckLife, { everyS: number; nextAt: number; untilMs: number }>()
  function track(life: TruckLife, everyS: number, validityS: number): void {
    if (everyS === 0) tracking.delete(life)
    else tracking.set(life, { everyS, nextAt: 0, untilMs: Date.now() + validityS * 1_000 })
  }

  function beat(): void {
    const now = Date.now()
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
        else terminal.report(locationOfReport(output.report, life.body.row.terminalId))
      }
    }
  }

  const byPhone = new Map(fleet.lives.map((life) => [life.body.row.terminalPhone, life]))

  function uploadPast(): void {
    let kept = 0
    for (const terminal of terminals.values()) kept += terminal.online ? terminal.kept : 0
    for (let told = 0; told < past.reportsPerTurn && kept + told < past.unacknowledged;) {
      const next = options.past?.next()
      if (!next || next.done) {
        clearInterval(uploading)
        options.onPastTold?.()
        return
      }
      for (const { phone, report } of next.value) {
        const life = byPhone.get(phone)
        if (life) terminals.get(life)?.report(locationOfReport(report, life.body.row.terminalId))
      }
      told += Math.max(1, next.value.length)
    }
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
