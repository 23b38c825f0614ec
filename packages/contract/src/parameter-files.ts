import { z } from 'zod'
import { formNumber, oneLine, rowId } from './input-bounds.ts'

/** Why a file is sent; shown in the history. */
export const MAX_SEND_REASON = 200
/** Spec 5.3: some parameter sends allow 2 to 2000. */
export const PARAMETER_TRIES = { min: 2, max: 2000, usual: 3 } as const
/** Characters of one text value of a parameter file. */
const MAX_VALUE = 200
/** Entries of a group; the largest of the catalogue has 64. */
const MAX_ENTRIES = 64

/** The number of a file of the catalogue. */
const fileNumber = formNumber(z.number().int().min(1).max(11))

const fieldValues = z.record(z.string(), z.union([z.number(), z.string().max(MAX_VALUE)]))
/** Values of a parameter file by the keys of its fields. */
export const fileContent = z.object({ fields: fieldValues, groups: z.record(z.string(), z.array(fieldValues).max(MAX_ENTRIES)) })

export const namedParameterFile = z.object({ truckId: rowId, file: fileNumber })

const words = z.object({ zh: z.string(), en: z.string() })

/** What is known of one parameter file of a truck. Secrets are left out; `secrets` are the keys of those that have a value. */
export const parameterFile = z.object({
  /** ISO 8601 UTC, and CRC-32 of the bytes; null: never read. */
  reportedAt: z.string().nullable(),
  crc32: z.number().nullable(),
  content: fileContent.nullable(),
  secrets: z.array(z.string()),
  /** Lines of the truck's file that could not be understood. */
  lineProblems: z.array(z.object({ line: z.number().int(), text: words })),
  /** Fields in which the truck's file is not as ordered last, by path. */
  drifted: z.array(z.string()),
  wantedAt: z.string().nullable(),
  wantedBy: z.string().nullable(),
  /** Compartments of the truck in base data; null: not entered. */
  compartments: z.number().int().nullable(),
  /** Whether a command reads or writes this file at present. */
  busy: z.boolean(),
})
export type ParameterFileAnswer = z.output<typeof parameterFile>

export const parameterFileSent = namedParameterFile.extend({
  /** CRC-32 of the content from which the form was filled. */
  seen: formNumber(z.number().int().min(0).max(0xffff_ffff)),
  /** `fileContent` as JSON text; secrets that are left out stay as they are. */
  content: z.string(),
  maxTries: formNumber(z.number().int().min(PARAMETER_TRIES.min).max(PARAMETER_TRIES.max)).default(PARAMETER_TRIES.usual),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
})
