import { Worker } from 'node:worker_threads'
import type { TrialResult } from '@tanker/contract/threshold-trials'
import type pg from 'pg'
import { errors } from '../../../platform/http/errors.ts'
import { thresholdErrors } from '../threshold-errors.ts'
import { type Trial, type TriedTrucks, tryThresholds } from './try-thresholds.ts'

/** Trials at a time, each in a thread of its own. */
const MAX_TRIALS_AT_ONCE = 2
/** Trials that wait for a thread: a browser asks for two at a time. */
const MAX_WAITING_TRIALS = 20
/** Memory of a thread, MB. */
const MAX_TRIAL_MB = 512
/** Longest trial, ms: the browser waits for 100 s. */
const MAX_TRIAL_MS = 90_000

let running = 0
const waiting: (() => void)[] = []

/** The thread's program, a file of its own beside the built server. The sources have none: there the caller's thread does the work. */
const PROGRAM = import.meta.url.endsWith('.js') ? new URL('./threshold-trial.js', import.meta.url) : null

/** Runs a trial in a thread with limits of time and memory. Refused while too many wait. */
export async function runTrial(pool: pg.Pool, databaseUrl: string, trial: Trial, trucks: TriedTrucks): Promise<TrialResult> {
  if (running >= MAX_TRIALS_AT_ONCE) {
    if (waiting.length >= MAX_WAITING_TRIALS) throw errors.tooManyRequests()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await (PROGRAM === null ? tryThresholds(pool, trial, trucks) : inThread(PROGRAM, { databaseUrl, trial, trucks }))
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function inThread(program: URL, workerData: object): Promise<TrialResult> {
  const worker = new Worker(program, { workerData, execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: MAX_TRIAL_MB } })
  return new Promise<TrialResult>((resolve, reject) => {
    const late = setTimeout(() => reject(thresholdErrors.trialTooLong()), MAX_TRIAL_MS)
    worker.once('message', resolve)
    worker.once('error', (error) =>
      reject((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? thresholdErrors.trialTooLong() : error),
    )
    worker.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`the thread of a threshold trial ended with ${code}`))
    })
  }).finally(() => void worker.terminate())
}
