import { z } from 'zod'
import { rowId } from './input-bounds.ts'
import { namedParameterFile, parameterFileSent } from './parameter-files.ts'

/** Fields that are chosen at once; the fullest file has about a thousand. */
const MAX_CHOICES = 1_000
/** Characters of one: `probes.63.levelComp`. */
const MAX_CHOICE = 60
/** Characters of a list of them. */
const MAX_CHOICES_TEXT = 50_000

/** Fields and groups by their choices, separated by commas. */
const choices = z
  .string()
  .min(1)
  .max(MAX_CHOICES_TEXT)
  .regex(new RegExp(`^[A-Za-z0-9_.]{1,${MAX_CHOICE}}(,[A-Za-z0-9_.]{1,${MAX_CHOICE}}){0,${MAX_CHOICES - 1}}$`))
  .transform((text) => [...new Set(text.split(','))])

const words = z.object({ zh: z.string(), en: z.string() })

/** What a field is called, and how it may be chosen. */
const namedField = z.object({
  path: z.string(),
  label: words,
  /** By what it is chosen: its path, or its group where one has more entries than the other. */
  choice: z.string(),
  /** Values are not given. */
  secret: z.boolean(),
  /** Belongs to one truck alone: plate, serials, compensations. */
  own: z.boolean(),
  /** False: the device reports it. */
  settable: z.boolean(),
})

/** GET /parameterFiles/drift: the fields of a truck's file that can be set and are not as wanted. */
export const parameterDrift = z.object({
  /** ISO 8601 UTC, and CRC-32 of both contents; null: not known. */
  reportedAt: z.string().nullable(),
  reportedCrc32: z.number().nullable(),
  wantedAt: z.string().nullable(),
  wantedBy: z.string().nullable(),
  wantedCrc32: z.number().nullable(),
  /** Whether a command reads or writes this file at present. */
  busy: z.boolean(),
  /** In words, null: empty. `since`: ISO 8601 UTC; null: just found. */
  fields: z.array(namedField.extend({ wanted: words.nullable(), reported: words.nullable(), since: z.string().nullable() })),
})
export type ParameterDrift = z.output<typeof parameterDrift>

const seenBoth = namedParameterFile.extend({
  /** CRC-32 of both contents when the user decided. */
  seen: parameterFileSent.shape.seen,
  wantedSeen: parameterFileSent.shape.seen,
  choices,
  reason: parameterFileSent.shape.reason,
})
/** POST /parameterFiles/drift/send. */
export const wantedSent = seenBoth.extend({ maxTries: parameterFileSent.shape.maxTries })
/** POST /parameterFiles/drift/accept. */
export const driftAccepted = seenBoth

/** What a truck has now, what it had 24 hours ago, and what is wanted. */
export const FILE_MOMENTS = ['now', 'day-before', 'wanted'] as const
const moment = z.enum(FILE_MOMENTS).default('now')

/**
 * The contents of a file that can be compared: one of the named truck, of another truck, a backup, or a parameter file of the library of
 * upgrade files. The first that is given counts.
 */
const first = { firstBackupId: rowId.optional(), firstUpgradeFileId: rowId.optional(), firstTruckId: rowId.optional(), firstState: moment }
const second = {
  secondBackupId: rowId.optional(),
  secondUpgradeFileId: rowId.optional(),
  secondTruckId: rowId.optional(),
  secondState: moment,
}

/** GET /parameterFiles/comparison. */
export const filesCompared = namedParameterFile.extend({ ...first, ...second })

/** Where a content is from, in words, and from when: ISO 8601 UTC; null: it is not known. */
const side = z.object({ name: words, at: z.string().nullable(), isKnown: z.boolean() })

export const fileComparison = z.object({
  first: side,
  second: side,
  /** CRC-32 of what the named truck has now; null: never read. */
  crc32: z.number().nullable(),
  /** Every field that one of both has, in the order of the file; in words, null: empty. */
  fields: z.array(namedField.extend({ first: words.nullable(), second: words.nullable(), differs: z.boolean() })),
})
export type FileComparison = z.output<typeof fileComparison>

/** POST /parameterFiles/copy: the chosen fields as the second content has them, for the named truck. */
export const fieldsCopied = namedParameterFile.extend({
  ...second,
  seen: parameterFileSent.shape.seen,
  choices,
  maxTries: parameterFileSent.shape.maxTries,
  reason: parameterFileSent.shape.reason,
})

/** GET /parameterFiles/contents: backups of the truck's file, and parameter files of the library, newest first. */
export const comparableContents = z.object({
  backups: z.array(z.object({ id: z.number().int(), takenAt: z.string(), takenBy: z.string() })),
  upgradeFiles: z.array(z.object({ id: z.number().int(), description: z.string(), release: z.string() })),
})
export type ComparableContents = z.output<typeof comparableContents>
