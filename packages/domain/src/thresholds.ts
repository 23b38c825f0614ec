import { abnormalLoadingThresholds } from './thresholds/abnormal-loading.ts'
import { alarmsThresholds } from './thresholds/alarms.ts'
import { dischargeThresholds } from './thresholds/discharge.ts'
import { drivingThresholds } from './thresholds/driving.ts'
import { environmentThresholds } from './thresholds/environment.ts'
import { fencesThresholds } from './thresholds/fences.ts'
import { gaugesThresholds } from './thresholds/gauges.ts'
import { lossThresholds } from './thresholds/loss.ts'
import { positioningThresholds } from './thresholds/positioning.ts'
import { powerThresholds } from './thresholds/power.ts'
import { processThresholds } from './thresholds/process.ts'
import { sealsThresholds } from './thresholds/seals.ts'
import { statusThresholds } from './thresholds/status.ts'
import type { Threshold, ThresholdGroup } from './thresholds/threshold.ts'
import { unsealingThresholds } from './thresholds/unsealing.ts'
import { volumeThresholds } from './thresholds/volume.ts'
import { waterThresholds } from './thresholds/water.ts'
import { workingHoursThresholds } from './thresholds/working-hours.ts'

const GROUPS = [
  drivingThresholds,
  workingHoursThresholds,
  positioningThresholds,
  fencesThresholds,
  gaugesThresholds,
  sealsThresholds,
  statusThresholds,
  processThresholds,
  abnormalLoadingThresholds,
  dischargeThresholds,
  unsealingThresholds,
  lossThresholds,
  waterThresholds,
  powerThresholds,
  environmentThresholds,
  alarmsThresholds,
  volumeThresholds,
]

export type ThresholdName = (typeof GROUPS)[number] extends infer Group ? (Group extends ThresholdGroup<infer Name> ? Name : never) : never
export type Thresholds = { readonly [Name in ThresholdName]: number }

/** Every number that detection compares with, in groups, in the order in which screens show them. */
export const THRESHOLD_GROUPS: readonly ThresholdGroup[] = GROUPS

/** Every threshold by its name. */
export const THRESHOLDS: ReadonlyMap<string, Threshold> = new Map(
  THRESHOLD_GROUPS.flatMap(({ thresholds }) => Object.values<Threshold>(thresholds).map((one): [string, Threshold] => [one.key, one])),
)

/**
 * The default of each threshold, by name: domain rules D.1 to D.8.
 * Each can be changed: the value of the truck counts, else that of its organisation or the nearest above, else the default.
 */
export const defaultThresholds = Object.fromEntries(
  THRESHOLD_GROUPS.flatMap(({ thresholds }) => Object.values<Threshold>(thresholds).map((one) => [one.key, one.default])),
) as Thresholds
