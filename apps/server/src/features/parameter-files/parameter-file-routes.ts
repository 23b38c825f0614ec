import { Readable } from 'node:stream'
import { BYTES } from '@tanker/contract/endpoint'
import { cameraSettingCalls } from '@tanker/contract/endpoints/camera-settings'
import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { productListCalls } from '@tanker/contract/endpoints/product-lists'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { backupContent, compareBackup, keepReported, restoreBackup } from './parameter-backups.ts'
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
