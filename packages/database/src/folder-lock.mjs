// Plain JavaScript, because the start command takes a lock before anything is installed that could run TypeScript.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** A file that another start has created but not yet written to is taken for abandoned after this long. */
const EMPTY_LOCK_MS = 5_000
const POLL_MS = 100

/** Whether a process of this id runs, no matter whose. A zombie does not run: nothing may have collected it. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** Text that names this process so that another process that later gets its id is not taken for it. */
export function processMark(pid = process.pid) {
  const stat = statOf(pid)
  return stat ? `${pid} ${stat.started} ${bootId()}` : String(pid)
}

/** Whether the process of a mark still runs; a bare id is compared by the id alone. */
export function isMarkAlive(mark) {
  const [pid, started, boot] = mark.trim().split(' ')
  if (!/^[1-9]\d*$/.test(pid ?? '') || !isAlive(Number(pid))) return false
  const stat = statOf(Number(pid))
  if (!stat || started === undefined) return true
  return stat.started === started && boot === bootId()
}

/** Thrown when the lock was not free in time; `pid` is the process that holds it. */
export class LockHeld extends Error {
  constructor(file, pid) {
    super(`Process ${pid} holds ${file}.`)
    this.pid = pid
  }
}

/**
 * Takes `file` as a lock and resolves to the permission that gives it back. A lock whose process has ended is free.
 * Waits up to `waitMs`; `onWait` is called once, with the id of the process that holds it.
 * @throws LockHeld, or the error of the file system
 */
export async function takeLock(file, { waitMs, onWait }) {
  const mine = processMark()
  const until = Date.now() + waitMs
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return () => {
        if (contentOf(file) === mine) rmSync(file, { force: true })
      }
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = contentOf(file)
    if (isAbandoned(file, holder)) {
      removeIfStill(file, holder)
      continue
    }
    const pid = Number(holder.split(' ')[0])
    if (Date.now() >= until) throw new LockHeld(file, pid)
    if (!waited) onWait?.(pid)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

function isAbandoned(file, holder) {
  if (holder.trim() !== '') return !isMarkAlive(holder)
  try {
    return Date.now() - statSync(file).mtimeMs > EMPTY_LOCK_MS
  } catch {
    return false
  }
}

/** Two starts may find the same dead lock: the second must not remove what the first has just put in its place. */
function removeIfStill(file, holder) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (contentOf(aside) === holder) rmSync(aside)
    else renameSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** State and start time of a process, on Linux; null elsewhere. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces and brackets; what follows the last one is counted from field 3.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], started: fields[19] }
  } catch {
    return null
  }
}

function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
