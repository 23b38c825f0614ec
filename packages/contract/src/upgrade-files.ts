import { z } from 'zod'
import { formNumber, idList, oneLine, rowId } from './input-bounds.ts'
import { FIRMWARE_HARDWARE, FIRMWARE_MAKER, UPGRADE_FILE_NAME } from './firmware.ts'
import { MAX_SEND_REASON, PARAMETER_TRIES } from './parameter-files.ts'

/** Trucks to which a file of the library is sent at once. */
export const MAX_UPGRADE_TRUCKS = 200
/** Attempts of firmware and tank charts (spec 5.3); parameters are tried up to `PARAMETER_TRIES.max` times. */
export const UPGRADE_FILE_TRIES = { min: 2, max: 20, usual: 3 } as const

/** POST /upgradeFiles/file: beside the fields of an upgrade file what its content is for. */
export const upgradeFileContent = z.object({
  fileName: z.string().trim().regex(UPGRADE_FILE_NAME),
  /** Of firmware: as terminals register, and the hardware that it fits; '' for all of the maker's. */
  maker: z.union([z.literal(''), z.string().trim().regex(FIRMWARE_MAKER)]).default(''),
  hardware: z.string().trim().regex(FIRMWARE_HARDWARE).default(''),
  /** Of parameters: the number of the file. */
  parameterFile: formNumber(z.number().int().min(0).max(11)).default(0),
})

/** POST /upgradeFiles/content. */
export const namedUpgradeFile = z.object({ upgradeFileId: rowId })

/** POST /upgradeFiles/send: to all of these trucks or to none. */
export const upgradeFileSent = namedUpgradeFile.extend({
  truckIds: idList,
  /** Of a tank chart: the compartment. */
  compartment: formNumber(z.number().int().min(0).max(10)).default(0),
  maxTries: formNumber(z.number().int().min(PARAMETER_TRIES.min).max(PARAMETER_TRIES.max)).default(UPGRADE_FILE_TRIES.usual),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
  /** The user's own, hashed as at sign-in; needed for clearing and restarting. */
  pwd: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/** How many trucks get it, and how many have the same already. */
export const upgradeFileOrdered = z.object({ trucks: z.number().int(), unchanged: z.number().int() })
