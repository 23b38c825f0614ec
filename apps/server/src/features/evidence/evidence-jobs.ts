import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { EVIDENCE_EXPIRY_S } from './evidence.command.ts'
import { removeAboveQuota } from './evidence-quota.ts'
import { askTrucks, makeRequests } from './request-evidence.ts'
import { openEvidenceStore } from './store/open-evidence-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What trucks kept in a blind zone is found by the slower run. */
const RECENT_MS = HOUR_MS

/** Requests pictures and clips of new alarms, removes old files, and shows in health whether the store answers. */
export function evidenceJobs(options: JobOptions): Job[] {
  const { connection, bus, now, evidenceAddress, keepDays, evidenceMaxBytes, log } = options
  const { db } = connection
  const store = openEvidenceStore(options, now)
  const cleaning: Job = {
    name: 'evidence files',
    schedule: { everyS: 3_600 },
    lock: ADVISORY_LOCKS.evidenceFiles,
    async run() {
      const quotaDay = evidenceMaxBytes === null ? null : await removeAboveQuota(db, evidenceMaxBytes, new Date(now()))
      if (quotaDay !== null) log.warn({ before: quotaDay }, 'removed pictures and clips of alarms: EVIDENCE_MAX_GB is reached')
      const kept = new Date(now() - (keepDays.evidence + 1) * DAY_MS)
      const days = await store.removeBefore(quotaDay === null || quotaDay < kept ? kept : quotaDay)
      if (days > 0) log.info({ days }, 'removed old pictures and clips of alarms')
    },
  }
  if (evidenceAddress === null) return [cleaning]
  const checking: Job = { name: 'evidence store', schedule: { everyS: 60 }, lock: null, run: () => store.check() }
  const requesting = (name: string, everyS: number, backMs: number): Job => ({
    name,
    schedule: { everyS },
    lock: ADVISORY_LOCKS.evidence,
    async run() {
      await makeRequests(db, new Date(now()), new Date(now() - backMs))
      // What is not asked for now stays due.
      if (!(await store.isReady())) return
      if ((await askTrucks(db, new Date(now()), evidenceAddress)) > 0) bus.publish('commands', '')
    },
  })
  return [
    cleaning,
    checking,
    requesting('evidence requests', 5, RECENT_MS),
    requesting('evidence of late data', 600, EVIDENCE_EXPIRY_S * 1000),
  ]
}
