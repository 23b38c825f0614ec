import { crc32 } from 'node:zlib'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { MAX_TABLE_BYTES, problemWords } from '@tanker/contract/base-data/levels-field'
import { FIRMWARE_VERSION, MAX_FIRMWARE_BYTES } from '@tanker/contract/firmware'
import type { upgradeFileContent } from '@tanker/contract/upgrade-files'
import type { Db } from '@tanker/database/connection'
import { hasContent, PARAMETER_FILES_OF, type ContentType, type UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import { readTankTable } from '@tanker/domain/tank/tank-table-text'
import type { Text } from '@tanker/domain/texts/text'
import { deviceFile } from '@tanker/parameters/device-files'
import { MAX_PARAMETER_FILE_BYTES } from '@tanker/protocol/tanker-extension/parameter-file'
import type { z } from 'zod'
import type { Saver } from '../../base-data/apply-changes.ts'
import { createRow } from '../../base-data/save-row.ts'
import type { Changer } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { insertFirmware } from '../firmware/feature.ts'
import { refuseUnreadable } from '../parameter-files/feature.ts'
import { upgradeFileErrors } from './upgrade-file-errors.ts'
import { upgradeFileTable } from './upgrade-file-table.ts'

type Given = Readonly<Record<string, unknown>>
type About = z.output<typeof upgradeFileContent>

const WRONG_VERSION: Text = {
  zh: '固件版本应为字母、数字、点、横线，须含数字，如 FW2.7.0。',
  en: 'A firmware version has letters, digits, dots and dashes and needs a digit, such as FW2.7.0.',
}
const NEEDS_MAKER: Text = { zh: '请填写厂家（1 到 5 位字母或数字）。', en: 'Please enter the maker (1 to 5 letters or digits).' }
const NEEDS_PARAMETER_FILE: Text = { zh: '请选择参数文件。', en: 'Please choose the parameter file.' }

/** Null for a form without a type: the declaration refuses it with all its problems. */
const typeOf = ({ type }: Given): UpgradeFileType | null => (type === undefined || type === '' ? null : (type as UpgradeFileType))

/** Adds a clear or restart command to the library. */
export async function keepCommand(given: Given, { db, writer }: Saver): Promise<EntityRow> {
  const type = typeOf(given)
  if (type !== null && hasContent(type)) throw upgradeFileErrors.needsFile()
  return createRow(upgradeFileTable, given, { db, writer }, async (inside, id) => {
    await inside.updateTable('upgrade_file').set({ uploaded_by: writer.userName, uploaded_at: writer.at }).where('id', '=', id).execute()
  })
}

/** Adds a file with its bytes, which are checked by the rules of its type and never executed here. */
export async function keepUpgradeFile(
  given: Given,
  about: About,
  content: Uint8Array,
  db: Saver['db'],
  changer: Changer,
): Promise<EntityRow> {
  const type = typeOf(given)
  if (type === null) return createRow(upgradeFileTable, given, { db, writer: changer })
  if (!hasContent(type)) throw upgradeFileErrors.takesNoFile()
  if (content.length === 0) throw upgradeFileErrors.needsFile()
  checkContent(type, given, about, content)
  return createRow(upgradeFileTable, given, { db, writer: changer }, async (inside, id) => {
    const { organisation_id, description, release } = await inside
      .selectFrom('upgrade_file')
      .where('id', '=', id)
      .select(['organisation_id', 'description', 'release'])
      .executeTakeFirstOrThrow()
    const { maker, hardware, fileName, parameterFile } = about
    if (type === 'console' || type === 'controller') {
      const said = { device: type, version: release, maker, hardware, fileName, remark: description }
      const kept = await insertFirmware(inside, organisation_id, said, content, changer)
      await inside
        .updateTable('upgrade_file')
        .set({ ...kept.described, firmware_id: kept.id })
        .where('id', '=', id)
        .execute()
      return
    }
    await inside
      .updateTable('upgrade_file')
      .set({
        file_id: await storedBytes(inside, content),
        file_name: fileName,
        size_bytes: content.length,
        crc32: crc32(content),
        parameter_file: type === 'tank-chart' ? null : parameterFile,
        uploaded_by: changer.userName,
        uploaded_at: changer.at,
      })
      .where('id', '=', id)
      .execute()
  })
}

function checkContent(type: ContentType, given: Given, { maker, parameterFile }: About, content: Uint8Array): void {
  switch (type) {
    case 'console':
    case 'controller': {
      if (content.length > MAX_FIRMWARE_BYTES) return
      const version = typeof given['release'] === 'string' ? given['release'].trim() : ''
      const problems = {
        ...(version !== '' && !FIRMWARE_VERSION.test(version) && { release: WRONG_VERSION }),
        ...(maker === '' && { maker: NEEDS_MAKER }),
      }
      if (Object.keys(problems).length > 0) throw errors.fieldsRefused(problems)
      return
    }
    case 'console-parameters':
    case 'controller-parameters': {
      const file = (PARAMETER_FILES_OF[type] as readonly number[]).includes(parameterFile) ? deviceFile(parameterFile) : undefined
      if (file === undefined) throw errors.fieldsRefused({ parameterFile: NEEDS_PARAMETER_FILE })
      if (content.length > MAX_PARAMETER_FILE_BYTES) throw upgradeFileErrors.parametersTooLarge()
      return refuseUnreadable(file, content)
    }
    case 'tank-chart': {
      if (content.length > MAX_TABLE_BYTES) throw upgradeFileErrors.chartTooLarge()
      const read = readTankTable(Buffer.from(content).toString('utf8'))
      if (!('problems' in read)) return
      const { zh, en } = problemWords(read.problems)
      throw errors.fieldsRefused({ file: { zh: `罐容表文件有误，${zh}。`, en: `The tank chart has errors: ${en}.` } })
    }
  }
}

const storedBytes = async (db: Db, content: Uint8Array): Promise<number> =>
  (
    await db
      .insertInto('command_file')
      .values({ content: Buffer.from(content) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
