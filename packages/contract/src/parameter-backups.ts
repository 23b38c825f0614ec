import { z } from 'zod'
import { rowId } from './input-bounds.ts'
import { parameterFileSent } from './parameter-files.ts'

export const namedBackup = z.object({ backupId: rowId })

const words = z.object({ zh: z.string(), en: z.string() })

/** A field that differs. Values in words, null: empty; of a secret neither is given. */
const difference = z.object({
  path: z.string(),
  label: words,
  secret: z.boolean(),
  now: words.nullable(),
  kept: words.nullable(),
})
export type BackupDifference = z.output<typeof difference>

/** A backup beside what its truck reported last. */
export const comparedBackup = z.object({
  /** Of what the truck reported last: ISO 8601 UTC, and CRC-32; null: nothing is known. */
  reportedAt: z.string().nullable(),
  crc32: z.number().nullable(),
  /** Whether the bytes are the same; they may differ in lines that the catalogue does not know. */
  same: z.boolean(),
  /** Fields in which the truck's file differs from the backup. */
  differences: z.array(difference),
  /** Fields that a restore changes: what devices report is not among them. */
  restores: z.array(difference),
})
export type ComparedBackup = z.output<typeof comparedBackup>

/** `seen`: CRC-32 of what the truck had when its user decided. */
export const backupRestored = parameterFileSent.omit({ truckId: true, file: true, content: true }).extend({ backupId: rowId })
