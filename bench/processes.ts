import { readFileSync, readdirSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU seconds (user and system) that a process and its children alive now have used. Linux only. */
export function cpuSeconds(pid: number): number {
  const parents = new Map<number, number>()
  const own = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      parents.set(Number(name), Number(fields[1]))
      // utime, stime, and those of children that have ended
      own.set(Number(name), (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND)
    } catch {
      continue // the process ended while we read
    }
  }
  let sum = 0
  for (const [candidate, seconds] of own) {
    for (let at: number | undefined = candidate; at !== undefined && at !== 0; at = parents.get(at)) {
      if (at === pid) {
        sum += seconds
        break
      }
    }
  }
  return sum
}

/** Resident memory of a process in megabytes. Linux only. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kb) / 1024
}

/** The p-th percentile (0–100) of numbers that are sorted here. */
export function percentile(values: Float64Array | number[], p: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? Number.NaN
}
