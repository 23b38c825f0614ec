/**
 * State file of the fleet, so that a restarted fleet continues where its trucks would be: for each truck a mark of its life,
 * the time up to which the platform has its reports, the spans still to be replayed, and what the platform sent to its terminal.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { TankTable } from '@tanker/domain/tank/tank-table'
import type { Mark } from './life-mark.ts'
import type { HistorySpan } from './history-replay.ts'
import type { Play } from './truck-life.ts'
import type { TruckBody } from './truck-body.ts'
import type { Leave } from './working-day.ts'
import type { Runs } from './wire/on-board.ts'
import type { WrittenFiles } from './wire/own-files.ts'
import type { KeptPasswords } from './wire/password-check.ts'

/** A tank table that the platform sent, from its time on. */
export type KeptTable = { readonly compartment: number; readonly effectiveAt: number; readonly table: TankTable }

/** State of a truck when the file was written; a simulation that does not match it is another life. */
export type Witness = { readonly at: number; readonly mileageM: number; readonly openings: number; readonly aboardL: number }

export type KeptTruck = {
  readonly mark: Mark
  readonly witness: Witness
  /** The platform has everything up to here, ms since 1970 UTC. */
  readonly reportedUntil: number
  readonly plays: readonly Play[]
  readonly leaves: readonly Leave[]
  readonly tales: readonly HistorySpan[]
  readonly tables: readonly KeptTable[]
  /** From a registration; null before the first. */
  readonly authCode: string | null
  readonly runs: Runs | null
  /** Parameter files that the platform wrote; absent in older state files. */
  readonly files?: WrittenFiles
  /** For one-time passwords; absent in older state files. */
  readonly passwords?: KeptPasswords | null
}

export type KeptFleet = {
  readonly version: 1
  readonly seed: number
  /** When the fleet first went live; days before it are duller. */
  readonly liveFrom: number
  /** Replayed days before that, for every truck and for the first few; null when the platform knew the trucks already. */
  readonly days: number | null
  readonly longDays: number
  /** Acknowledged part of the current upload, ms of all trucks together; absent without an upload. */
  readonly uploadedMs?: number
  readonly trucks: Readonly<Record<string, KeptTruck>>
}

/** Null when there is none, or none that can be read. */
export function readKeptFleet(file: string): KeptFleet | null {
  if (file === '') return null
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptFleet
    return kept.version === 1 ? kept : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') console.error(`fleet: cannot read ${file}, starting with a new fleet`)
    return null
  }
}

/** Replaces the file atomically; it contains the authentication codes and keys of terminals. */
export function writeKeptFleet(file: string, kept: KeptFleet): void {
  if (file === '') return
  writeFileSync(`${file}.tmp`, JSON.stringify(kept), { mode: 0o600, flush: true })
  renameSync(`${file}.tmp`, file)
}

export const witnessOf = (body: TruckBody): Witness => ({
  at: body.at,
  mileageM: body.mileageM,
  openings: body.probes.reduce((sum, { sealCount }) => sum + sealCount, 0),
  aboardL: body.compartments.reduce((sum, { v20L }) => sum + v20L, 0),
})

/** False when this version of the program simulates the life differently from the one that wrote the witness. */
export const isSame = (body: TruckBody, witness: Witness): boolean => {
  const now = witnessOf(body)
  return (
    Math.abs(now.at - witness.at) < 1 &&
    Math.abs(now.mileageM - witness.mileageM) < 1 &&
    now.openings === witness.openings &&
    Math.abs(now.aboardL - witness.aboardL) < 0.1
  )
}
