import { type CameraSettings, cameraSettings, type cameraSettingsSent } from '@tanker/contract/camera-settings'
import type { ScopedDb } from '@tanker/database/scope'
import { cameraProblems } from '@tanker/parameters/camera-settings'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import type { z } from 'zod'
import type { Changer } from '../../platform/changes/record-change.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { sendToTrucks, type TrucksOrdered } from './send-to-trucks.ts'

/** Orders to change these settings in syscfg.txt of the user's trucks; everything else of each file stays as its truck reported it. */
export async function sendCameraSettings(
  mine: ScopedDb,
  { values: text, ...sent }: z.output<typeof cameraSettingsSent>,
  changer: Changer,
): Promise<TrucksOrdered> {
  const settings = settingsOf(text)
  const problems = cameraProblems(settings, sent.truckIds.length)
  if (problems.length > 0) throw parameterFileErrors.refused(problems)
  return sendToTrucks(mine, { ...sent, file: syscfg.number }, changer, (_, now) => ({ ...now, fields: { ...now.fields, ...settings } }))
}

function settingsOf(text: string): CameraSettings {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw parameterFileErrors.malformedSettings()
  }
  const read = cameraSettings.safeParse(given)
  if (!read.success || Object.keys(read.data).length === 0) throw parameterFileErrors.malformedSettings()
  return read.data
}
