import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { EVIDENCE_EXPIRY_S } from './evidence.command.ts'
import { EvidenceFolder } from './evidence-folder.ts'
import { askTrucks, makeRequests } from './request-evidence.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What trucks kept in a blind zone is found by the slower run. */
const RECENT_MS = HOUR_MS

/** Requests pictures and clips of new alarms, and removes old files. */
export function evidenceJobs({ connection: { db }, bus, now, evidenceAddress, dataFolder, keepDays, log }: JobOptions): Job[] {
  const folder = new EvidenceFolder(dataFolder)
  const cleaning: Job = {
    name: 'evidence files',
    schedule: { everyS: 3_600 },
    lock: null,
    async run() {
      const days = await folder.removeBefore(new Date(now() - (keepDays.evidence + 1) * DAY_MS), new Date(now()))
      if (days > 0) log.info({ days }, 'removed old pictures and clips of alarms')
    },
  }
  if (evidenceAddress === null) return [cleaning]
  const requesting = (name: string, everyS: number, backMs: number): Job => ({
    name,
    schedule: { everyS },
    lock: ADVISORY_LOCKS.evidence,
    async run() {
      await makeRequests(db, new Date(now()), new Date(now() - backMs))
      if ((await askTrucks(db, new Date(now()), evidenceAddress)) > 0) bus.publish('commands', '')
    },
  })
  return [cleaning, requesting('evidence requests', 5, RECENT_MS), requesting('evidence of late data', 600, EVIDENCE_EXPIRY_S * 1000)]
}
