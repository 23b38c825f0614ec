import { Readable } from 'node:stream'
import { BYTES } from '@tanker/contract/endpoint'
import { cameraSettingCalls } from '@tanker/contract/endpoints/camera-settings'
import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import { parameterDriftCalls } from '@tanker/contract/endpoints/parameter-drift'
import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { productListCalls } from '@tanker/contract/endpoints/product-lists'
import type { Permission } from '@tanker/contract/permissions'
import { mayUse } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { compareContents, contentsToCompare, copyFields } from './compare-contents.ts'
import { backupContent, compareBackup, keepReported, restoreBackup } from './parameter-backups.ts'
import { acceptReported, driftOfFile, sendWanted } from './parameter-drift.ts'
import { orderRead, parameterFileOf } from './read-parameter-files.ts'
import { sendCameraSettings } from './send-camera-settings.ts'
import { sendParameterFile } from './send-parameter-file.ts'
import { sendProductList } from './send-product-list.ts'

/** Parameter files of the trucks that the user sees. */
export const parameterFileRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(parameterFileCalls.content, ({ input, db }) => parameterFileOf(db, input)),
  handle(parameterFileCalls.read, async ({ input, db, user }) => {
    await orderRead(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(parameterFileCalls.send, async ({ input, db, user }) => {
    await sendParameterFile(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  ...driftRoutes({ bus, now }),
  handle(productListCalls.send, async ({ input, db, user }) => {
    const ordered = await sendProductList(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return ordered
  }),
  handle(cameraSettingCalls.send, async ({ input, db, user }) => {
    const ordered = await sendCameraSettings(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return ordered
  }),
  handle(parameterBackupCalls.keep, async ({ input, db, user }) => {
    await keepReported(db, input, changerOf(user, now()))
    return null
  }),
  handle(parameterBackupCalls.compare, ({ input, db }) => compareBackup(db, input.backupId)),
  handle(parameterBackupCalls.restore, async ({ input, db, user }) => {
    await restoreBackup(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(parameterBackupCalls.download, async ({ input, db }) => {
    const { content, name } = await backupContent(db, input.backupId)
    return new FileAnswer(Readable.from([content]), BYTES, name)
  }),
]

const BACKUPS = 'setting/device_parameter/params_bak'
const LIBRARY = 'setting/device_parameter/upgrade_file'

/** Backups and files of the library need their own screens. */
function refuseUnseen(
  user: SignedInUser,
  backupIds: readonly (number | undefined)[],
  upgradeFileIds: readonly (number | undefined)[],
): void {
  const isHeld = (ids: readonly (number | undefined)[], screen: Permission): boolean =>
    ids.every((id) => id === undefined) || mayUse(user.grants, screen)
  if (!isHeld(backupIds, BACKUPS) || !isHeld(upgradeFileIds, LIBRARY)) throw errors.noPermission()
}

const driftRoutes = ({ bus, now }: Pick<HttpParts, 'bus' | 'now'>): Route[] => [
  handle(parameterDriftCalls.fields, ({ input, db }) => driftOfFile(db, input)),
  handle(parameterDriftCalls.sendWanted, async ({ input, db, user }) => {
    await sendWanted(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(parameterDriftCalls.accept, async ({ input, db, user }) => {
    await acceptReported(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(parameterDriftCalls.contents, ({ input, db, user }) =>
    contentsToCompare(db, input, { backups: mayUse(user.grants, BACKUPS), library: mayUse(user.grants, LIBRARY) }),
  ),
  handle(parameterDriftCalls.compare, ({ input, db, user }) => {
    refuseUnseen(user, [input.firstBackupId, input.secondBackupId], [input.firstUpgradeFileId, input.secondUpgradeFileId])
    return compareContents(db, input, new Date(now()))
  }),
  handle(parameterDriftCalls.copy, async ({ input, db, user }) => {
    refuseUnseen(user, [input.secondBackupId], [input.secondUpgradeFileId])
    await copyFields(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
]
