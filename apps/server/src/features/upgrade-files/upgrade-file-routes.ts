import { Readable } from 'node:stream'
import { BYTES } from '@tanker/contract/endpoint'
import { upgradeFileCalls } from '@tanker/contract/endpoints/upgrade-files'
import { upgradeFileContent } from '@tanker/contract/upgrade-files'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { isOwnPassword } from '../access/feature.ts'
import { keepCommand, keepUpgradeFile } from './keep-upgrade-file.ts'
import { isDangerous, sendUpgradeFile } from './send-upgrade-file.ts'
import { upgradeFileContentOf } from './upgrade-file-content.ts'
import { upgradeFileErrors } from './upgrade-file-errors.ts'

/** Adding to the library of upgrade files, and sending from it. */
export const upgradeFileRoutes = (parts: HttpParts): Route[] => {
  const { bus, now } = parts
  return [
    handle(upgradeFileCalls.upload, ({ input, db, user, file }) => {
      // The fields of base data come as texts; what describes the content has rules of its own.
      const about = upgradeFileContent.parse(input)
      return keepUpgradeFile(input, about, file ?? new Uint8Array(), db, changerOf(user, now()))
    }),
    handle(upgradeFileCalls.addCommand, ({ input, db, user }) => keepCommand(input, { db, writer: changerOf(user, now()) })),
    handle(upgradeFileCalls.content, async ({ input, db }) => {
      const { content, name } = await upgradeFileContentOf(db, input.upgradeFileId)
      return new FileAnswer(Readable.from([content]), BYTES, name)
    }),
    handle(upgradeFileCalls.send, async ({ input: { pwd, ...sent }, db, user }) => {
      if (await isDangerous(db, sent.upgradeFileId)) {
        if (pwd === undefined) throw upgradeFileErrors.needsPassword()
        if (!(await isOwnPassword(parts, user, pwd))) throw signInErrors.wrongPassword()
      }
      const ordered = await sendUpgradeFile(db, sent, changerOf(user, now()))
      bus.publish('commands', '')
      return ordered
    }),
  ]
}
