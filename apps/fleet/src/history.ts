/**
 * How far the telling of the past has come, kept in a file: a start command that was stopped goes on with the trucks that
 * are left, and no later start tells another past.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { pastsOf, type PastOptions, type TruckPast } from './past.ts'

export type History = {
  /** Pasts that are not told yet. */
  readonly left: readonly TruckPast[]
  /** Truck-days in all, and how many were told. */
  readonly days: number
  readonly toldDays: number
  /** So much of a truck's past is on its way. */
  underWay(past: TruckPast, days: number): void
  /** The platform has all of this truck. */
  told(past: TruckPast): void
}

type Kept = Pick<PastOptions, 'seed' | 'trucks' | 'startAt' | 'days' | 'longDays'> & { readonly told: readonly string[] }

/** What is left to tell: of the history in the file if there is one, else of the one wanted. An empty name keeps nothing. */
export function openHistory(file: string, wanted: PastOptions): History {
  const kept: Kept = read(file) ?? {
    seed: wanted.seed,
    trucks: wanted.trucks,
    startAt: wanted.startAt,
    days: wanted.days,
    longDays: wanted.longDays,
    told: [],
  }
  const pasts = pastsOf({ ...wanted, ...kept }).filter(({ days }) => days > 0)
  const told = new Set(kept.told)
  const begun = new Map<string, number>()
  const daysOf = (list: readonly TruckPast[]) => list.reduce((sum, { days }) => sum + days, 0)
  if (pasts.length > 0) write(file, kept)
  return {
    left: pasts.filter(({ phone }) => !told.has(phone)),
    days: daysOf(pasts),
    get toldDays() {
      return pasts.reduce((sum, { phone, days }) => sum + (told.has(phone) ? days : (begun.get(phone) ?? 0)), 0)
    },
    underWay: (past, days) => void begun.set(past.phone, days),
    told(past) {
      told.add(past.phone)
      write(file, { ...kept, told: [...told] })
    },
  }
}

function read(file: string): Kept | null {
  if (file === '') return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') console.error(`fleet: cannot read ${file}`)
    return null
  }
}

function write(file: string, kept: Kept): void {
  if (file === '') return
  writeFileSync(`${file}.tmp`, JSON.stringify(kept))
  renameSync(`${file}.tmp`, file)
}
