import { Readable } from 'node:stream'
import { BYTES } from '@tanker/contract/endpoint'
import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { mayUse } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import type { Changer } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { firmwareContent, keepFirmware, removeFirmware } from './firmware-files.ts'
import { abortUpgrades, checkUpgrade, sendUpgrades, retryUpgrades } from './send-upgrades.ts'

/** Maximum number of firmware files in the list, newest first. */
const MAX_LISTED_FILES = 500

/** Routes of the firmware library and of upgrades. */
export const firmwareRoutes = (parts: HttpParts): Route[] => [...libraryRoutes(parts), ...upgradeRoutes(parts)]

const changerOf = ({ id, userName }: SignedInUser, { now }: HttpParts): Changer => ({ id, userName, at: now() })

function libraryRoutes(parts: HttpParts): Route[] {
  return [
    handle(firmwareCalls.list, ({ db }) =>
      db
        .from('firmware_file')
        .select(['firmware_file.id', 'firmware_file.device', 'firmware_file.version', 'firmware_file.maker'])
        .select(['firmware_file.hardware', 'firmware_file.file_name as fileName'])
        .orderBy('firmware_file.id', 'desc')
        .limit(MAX_LISTED_FILES)
        .execute(),
    ),
    handle(firmwareCalls.upload, async ({ input, db, user, file }) => ({
      id: await keepFirmware(db, input, file ?? new Uint8Array(), changerOf(user, parts)),
    })),
    handle(firmwareCalls.remove, async ({ input, db, user }) => {
      await removeFirmware(db, input.firmwareId, changerOf(user, parts))
      return null
    }),
    handle(firmwareCalls.download, async ({ input, db }) => {
      const { content, name } = await firmwareContent(db, input.firmwareId)
      return new FileAnswer(Readable.from([content]), BYTES, name)
    }),
  ]
}

function upgradeRoutes(parts: HttpParts): Route[] {
  /** Makes the gateways read open commands at once. */
  const hinted = (upgrades: number): { upgrades: number } => {
    parts.bus.publish('commands', '')
    return { upgrades }
  }
  return [
    handle(firmwareCalls.checkUpgrades, ({ input: { firmwareId, truckIds }, db }) => checkUpgrade(db, firmwareId, truckIds)),
    handle(firmwareCalls.sendUpgrades, async ({ input: { downgrade, ...given }, db, user }) => {
      if (downgrade === 'yes' && !mayUse(user.grants, 'firmware:downgrade')) throw errors.noPermission()
      return hinted(await sendUpgrades(db, { ...given, downgrade: downgrade === 'yes' }, changerOf(user, parts)))
    }),
    handle(firmwareCalls.retryUpgrades, async ({ input, db, user }) =>
      hinted(await retryUpgrades(db, input.upgradeIds, changerOf(user, parts))),
    ),
    handle(firmwareCalls.abortUpgrades, async ({ input, db, user }) =>
      hinted(await abortUpgrades(db, input.upgradeIds, changerOf(user, parts))),
    ),
  ]
}
