import { FIRMWARE_DEVICES, type FirmwareDevice } from '@tanker/domain/devices/firmware'
import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { idList, formNumber, rowId } from './input-bounds.ts'

/** Largest file of firmware, bytes: so many parts of 0x8108 as terminals join. */
export const MAX_FIRMWARE_BYTES = 4_000_000

/** Spec 5.3: how often an upgrade is tried to be sent. */
export const UPGRADE_TRIES = { min: 2, max: 20, usual: 3 } as const

const device = z.enum(Object.keys(FIRMWARE_DEVICES) as [FirmwareDevice, ...FirmwareDevice[]])

/** Letters, digits and . _ -, with a digit: versions are compared by their numbers. */
export const FIRMWARE_VERSION = /^[0-9A-Za-z._-]{0,29}[0-9][0-9A-Za-z._-]{0,29}$/
/** As terminals register. */
export const FIRMWARE_MAKER = /^[0-9A-Za-z]{1,5}$/
/** As 0x0107 names it; empty for all of the maker's. */
export const FIRMWARE_HARDWARE = /^[0-9A-Za-z._-]{0,30}$/
/** A name without a path. */
export const UPGRADE_FILE_NAME = /^[^\\/\p{Cc}\p{Cf}]{1,120}$/u

/** POST /firmware/file: what the file beside it is. */
export const firmwareUpload = z.object({
  device,
  version: z.string().trim().regex(FIRMWARE_VERSION).max(30),
  maker: z.string().trim().regex(FIRMWARE_MAKER),
  hardware: z.string().trim().regex(FIRMWARE_HARDWARE).default(''),
  fileName: z.string().trim().regex(UPGRADE_FILE_NAME),
  remark: z.string().trim().max(200).default(''),
})
export type FirmwareUpload = z.infer<typeof firmwareUpload>

/** DELETE /firmware/file, POST /firmware/content. */
export const namedFirmware = z.object({ firmwareId: rowId })

/** GET /firmware: what can be sent, the newest first. */
export const firmwareFiles = z.array(
  z.object({ id: z.number().int(), device, version: z.string(), maker: z.string(), hardware: z.string(), fileName: z.string() }),
)
export type FirmwareFiles = z.infer<typeof firmwareFiles>

/** POST /upgrades/check: the verdict for each of these trucks. */
export const upgradeQuestion = namedFirmware.extend({ truckIds: idList })

const text = z.object({ zh: z.string(), en: z.string() }) satisfies z.ZodType<Text>

export const upgradeVerdicts = z.array(
  z.object({
    truckId: z.number().int(),
    plate: z.string(),
    /** What the device runs; null: it never said. */
    version: z.string().nullable(),
    /** 'forced': only by who insists on an older version. */
    may: z.enum(['yes', 'forced', 'no']),
    /** Why not, or why only so; null where it may. */
    why: text.nullable(),
  }),
)
export type UpgradeVerdicts = z.infer<typeof upgradeVerdicts>

/** POST /upgrades: all of them or none. */
export const upgradeAsked = upgradeQuestion.extend({
  maxTries: formNumber(z.number().int().min(UPGRADE_TRIES.min).max(UPGRADE_TRIES.max)),
  /** Also versions that are not newer than what runs. */
  downgrade: z.enum(['yes', 'no']).default('no'),
})

/** POST /upgrades/retry, POST /upgrades/abort: rows of the list, all of them or none. */
export const namedUpgrades = z.object({ upgradeIds: idList })

/** POST /deviceVersions/query: the trucks to ask what their devices run. */
export const versionQuestion = z.object({ truckIds: idList })

/** How many trucks will be asked; one that is being asked already is not asked twice. */
export const askedTrucks = z.object({ trucks: z.number().int() })

/** How many were ordered, begun again or aborted. */
export const changedUpgrades = z.object({ upgrades: z.number().int() })
