import { Readable } from 'node:stream'
import {
  changedUpgrades,
  firmwareFiles,
  firmwareUpload,
  namedFirmware,
  namedUpgrades,
  upgradeOrder,
  upgradeQuestion,
  upgradeVerdicts,
} from '@tanker/contract/firmware'
import { MAX_SHEET_BYTES } from '@tanker/contract/integration'
import { z } from 'zod'
import { mayUse } from '../access/grants.ts'
import type { SignedInUser } from '../access/sessions.ts'
import type { Changer } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import { BYTES, FileAnswer } from '../http/file-answer.ts'
import type { HttpParts } from '../http/parts.ts'
import { fileRoute, type Route, userRoute } from '../http/routes.ts'
import { firmwareContent, keepFirmware, removeFirmware } from './firmware-files.ts'
import { upgradeCommand } from './upgrade.command.ts'
import { abortUpgrades, checkUpgrade, orderUpgrades, retryUpgrades } from './order-upgrades.ts'

/** Maximum number of firmware files in the list, newest first. */
const MAX_LISTED_FILES = 500
const screen = { function: 'setting/base_data/upgrade_mcu' } as const
const keep = { function: 'firmware:keep' } as const
const send = { function: upgradeCommand.permission }

/** Routes of the firmware library and of upgrades. */
export const firmwareRoutes = (parts: HttpParts): Route[] => [...libraryRoutes(parts), ...upgradeRoutes(parts)]

const changerOf = ({ id, userName }: SignedInUser, { now }: HttpParts): Changer => ({ id, userName, at: now() })

function libraryRoutes(parts: HttpParts): Route[] {
  return [
    userRoute({
      method: 'GET',
      path: '/firmware',
      policy: screen,
      summary: 'List firmware, newest first',
      input: z.object({}),
      answer: firmwareFiles,
      handle: ({ db }) =>
        db
          .from('firmware_file')
          .select(['firmware_file.id', 'firmware_file.device', 'firmware_file.version', 'firmware_file.maker'])
          .select(['firmware_file.hardware', 'firmware_file.file_name as fileName'])
          .orderBy('firmware_file.id', 'desc')
          .limit(MAX_LISTED_FILES)
          .execute(),
    }),
    userRoute({
      method: 'POST',
      path: '/firmware/file',
      audit: 'history',
      policy: keep,
      summary: 'Upload firmware, field "file", at most 4 MB; one file per version of a device',
      input: firmwareUpload,
      bodyLimit: MAX_SHEET_BYTES,
      takesSheet: true,
      answer: z.object({ id: z.number().int() }),
      handle: async ({ input, db, user, request }) => {
        const content = (request.body as { sheet?: Uint8Array } | undefined)?.sheet ?? new Uint8Array()
        return { id: await keepFirmware(db, input, content, changerOf(user, parts)) }
      },
    }),
    userRoute({
      method: 'DELETE',
      path: '/firmware/file',
      audit: 'history',
      policy: keep,
      summary: 'Delete firmware; refused while an open upgrade sends it',
      input: namedFirmware,
      answer: z.null(),
      handle: async ({ input, db, user }) => {
        await removeFirmware(db, input.firmwareId, changerOf(user, parts))
        return null
      },
    }),
    fileRoute({
      method: 'POST',
      path: '/firmware/content',
      policy: screen,
      summary: 'Download a firmware file',
      input: namedFirmware,
      file: BYTES,
      handle: async ({ input, db }) => {
        const { content, name } = await firmwareContent(db, input.firmwareId)
        return new FileAnswer(Readable.from([content]), BYTES, name)
      },
    }),
  ]
}

function upgradeRoutes(parts: HttpParts): Route[] {
  /** Makes the gateways read open commands at once. */
  const hinted = (upgrades: number): { upgrades: number } => {
    parts.bus.publish('orders', '')
    return { upgrades }
  }
  return [
    userRoute({
      method: 'POST',
      path: '/upgrades/check',
      audit: { exempt: 'asks and changes nothing' },
      policy: screen,
      summary: 'Check for each truck whether it can get this firmware, with the reason if not',
      input: upgradeQuestion,
      onlyReads: true,
      answer: upgradeVerdicts,
      handle: ({ input: { firmwareId, truckIds }, db }) => checkUpgrade(db, firmwareId, truckIds),
    }),
    userRoute({
      method: 'POST',
      path: '/upgrades',
      audit: 'history',
      policy: send,
      summary: 'Order an upgrade for each of these trucks (all or none); older versions only with "downgrade" and its permission',
      input: upgradeOrder,
      answer: changedUpgrades,
      handle: async ({ input: { downgrade, ...given }, db, user }) => {
        if (downgrade === 'yes' && !mayUse(user.grants, 'firmware:downgrade')) throw errors.noPermission()
        return hinted(await orderUpgrades(db, { ...given, downgrade: downgrade === 'yes' }, changerOf(user, parts)))
      },
    }),
    userRoute({
      method: 'POST',
      path: '/upgrades/retry',
      audit: 'history',
      policy: send,
      summary: 'Retry failed or aborted upgrades (all or none)',
      input: namedUpgrades,
      answer: changedUpgrades,
      handle: async ({ input, db, user }) => hinted(await retryUpgrades(db, input.upgradeIds, changerOf(user, parts))),
    }),
    userRoute({
      method: 'POST',
      path: '/upgrades/abort',
      audit: 'history',
      policy: send,
      summary: 'Abort the open ones of these upgrades',
      input: namedUpgrades,
      answer: changedUpgrades,
      handle: async ({ input, db, user }) => hinted(await abortUpgrades(db, input.upgradeIds, changerOf(user, parts))),
    }),
  ]
}
