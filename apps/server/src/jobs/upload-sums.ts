import { Cron } from 'croner'
import { sumUploads } from '../uploads/sum-uploads.ts'
import { turns } from '../health/turns.ts'
import type { JobOptions } from './job.ts'

/** Sums up the uploads of trucks every five minutes. */
export function startUploadSums({ connection, log, now }: Pick<JobOptions, 'connection' | 'log' | 'now'>): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const work = (): Promise<void> => {
    running = turns
      .across('upload sums', () => sumUploads(connection.db, new Date(now())))
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'failed to sum up uploads, trying again'),
      )
    return running
  }
  const cron = new Cron('*/5 * * * *', { protect: true }, work)
  return {
    async close() {
      cron.stop()
      await running
    },
  }
}
