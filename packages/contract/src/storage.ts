import { z } from 'zod'

/** How full the disks are and what retention last removed: for super administrators. */
export const storage = z.object({
  /** Disks and databases that are fuller than 80 %. */
  full: z.array(
    z.object({
      /** The process that measured. */
      process: z.string(),
      what: z.enum(['disk', 'database']),
      usedBytes: z.number(),
      totalBytes: z.number(),
      measuredAt: z.string(),
    }),
  ),
  /** Size of the whole database. */
  databaseBytes: z.number(),
  /** Null before the first run. */
  lastRun: z
    .object({
      startedAt: z.string(),
      /** Rows by kind of data, in the reader's language. */
      removed: z.array(z.object({ kind: z.string(), rows: z.number() })),
      /** Kinds of data that could not be removed. */
      problems: z.array(z.object({ kind: z.string(), problem: z.string() })),
    })
    .nullable(),
})
export type Storage = z.infer<typeof storage>
