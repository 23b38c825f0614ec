/**
 * Keys of PostgreSQL's advisory locks, one per thing that one process or transaction does at a time. Processes of two releases may
 * run at once, so a number is never given to another thing.
 */
export const ADVISORY_LOCKS = {
  changeLog: 7_209_001,
  organisationTree: 7_209_002,
  permissions: 7_209_003,
  accessLog: 7_209_005,
  offlineWatch: 7_308_001,
  firstStart: 7_308_002,
  deliveries: 7_308_005,
  textMessages: 7_315_001,
  uploadSums: 7_315_002,
  mails: 7_319_001,
  retention: 7_326_001,
  alarmEscalation: 7_328_001,
  gaugeLearning: 7_330_001,
  mailedReports: 7_346_001,
  evidence: 7_352_001,
  evidenceFiles: 7_363_001,
  robotNotices: 7_355_001,
  trackCells: 7_392_001,
  rollOuts: 7_397_001,
  positionPartitions: 0x7a_6e_01,
} as const

export type AdvisoryLock = (typeof ADVISORY_LOCKS)[keyof typeof ADVISORY_LOCKS]
