import { z } from 'zod'
import { formNumber, idList, oneLine } from './input-bounds.ts'
import { MAX_SEND_REASON } from './parameter-files.ts'

/** How often a truck is written before it counts as failed. */
export const CAMERA_TRIES = { min: 2, max: 20, usual: 3 } as const
/** Characters of the settings of one order as JSON; all of them take about 400. */
const MAX_SETTINGS_JSON = 1_000
/** Characters of one text value. What a device takes is checked by the catalogue. */
const MAX_SETTING = 40

/** Camera settings by their keys in syscfg.txt: those that are to change. */
export const cameraSettings = z.record(z.string(), z.union([z.number(), z.string().max(MAX_SETTING)]))
export type CameraSettings = z.output<typeof cameraSettings>

/** POST /cameraSettings: the same settings for the consoles of one or several trucks. */
export const cameraSettingsSent = z.object({
  truckIds: idList,
  /** `cameraSettings` as JSON text. */
  values: z.string().min(2).max(MAX_SETTINGS_JSON),
  maxTries: formNumber(z.number().int().min(CAMERA_TRIES.min).max(CAMERA_TRIES.max)).default(CAMERA_TRIES.usual),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
})
