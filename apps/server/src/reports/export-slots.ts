import { reportErrors } from './report-errors.ts'

/** Concurrent exports of all users: each holds a connection of the pool and a snapshot of the database for as long as it takes. */
const MAX_EXPORTS = 4
/** Concurrent exports of one user. */
const MAX_EXPORTS_OF_USER = 1
/** Waiting exports; more are refused at once. */
const MAX_WAITING_EXPORTS = 20
/** How long an export waits for its turn, ms. */
const MAX_WAIT_MS = 15_000

type Waiting = { readonly userId: number; readonly go: () => void }

const running: number[] = []
const waiting: Waiting[] = []

const hasRoom = (userId: number): boolean =>
  running.length < MAX_EXPORTS && running.filter((one) => one === userId).length < MAX_EXPORTS_OF_USER

/**
 * Waits for a slot and returns the function that releases it. Refuses, with what to do, if too many wait, if none is free in time,
 * or if the browser disconnects.
 */
export async function exportSlot(userId: number, left: AbortSignal): Promise<() => void> {
  if (!hasRoom(userId)) {
    if (waiting.length >= MAX_WAITING_EXPORTS) throw reportErrors.tooManyExports()
    await turn(userId, left)
  } else running.push(userId)
  let isGiven = false
  return () => {
    if (isGiven) return
    isGiven = true
    running.splice(running.indexOf(userId), 1)
    const next = waiting.findIndex((one) => hasRoom(one.userId))
    if (next >= 0) waiting.splice(next, 1)[0]?.go()
  }
}

const turn = (userId: number, left: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (): void => {
      const at = waiting.indexOf(own)
      if (at >= 0) waiting.splice(at, 1)
      settle()
      reject(
        left.aborted
          ? reportErrors.exportCancelled()
          : running.includes(userId)
            ? reportErrors.ownExportRunning()
            : reportErrors.tooManyExports(),
      )
    }
    const timer = setTimeout(refuse, MAX_WAIT_MS)
    const settle = (): void => {
      clearTimeout(timer)
      left.removeEventListener('abort', refuse)
    }
    const own: Waiting = {
      userId,
      go() {
        settle()
        // Taken here, not by the waiting export, so that no other one gets in between.
        running.push(userId)
        resolve()
      },
    }
    left.addEventListener('abort', refuse, { once: true })
    waiting.push(own)
    if (left.aborted) refuse()
  })
