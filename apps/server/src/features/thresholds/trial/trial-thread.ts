import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '@tanker/database/connection'
import { type Trial, type TriedTrucks, tryThresholds } from './try-thresholds.ts'

/** A program of its own: runs one trial in a thread, away from the processor that takes in readings. */
const { databaseUrl, trial, trucks } = workerData as { readonly databaseUrl: string; readonly trial: Trial; readonly trucks: TriedTrucks }
const connection = connect(databaseUrl, { max: 2, applicationName: 'tanker threshold trial' })
try {
  parentPort?.postMessage(await tryThresholds(connection.pool, trial, trucks))
} finally {
  await connection.close()
}
