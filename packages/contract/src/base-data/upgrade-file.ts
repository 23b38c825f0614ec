import { UPGRADE_FILE_TYPES } from '@tanker/domain/devices/upgrade-file'
import { addUpgradeFile, orderRollOut, saveUpgradeFile, sendUpgradeFile } from '../actions/upgrade-files.ts'
import { defineEntity } from './define-entity.ts'
import { choiceField, organisationField, statusField, textField, wholeOrNoneField } from './fields.ts'

/** Longest wait between a file's arrival and the restart, minutes. */
export const MAX_RESTART_DELAY_MIN = 1_440

/** Something that is kept to be sent to trucks (spec 3.8). Its bytes are no field: they come with the call that adds it. */
export const upgradeFile = defineEntity({
  path: 'setting/device_parameter/upgrade_file',
  name: { zh: '升级文件', en: 'Upgrade file' },
  nameField: 'description',
  fields: {
    type: choiceField({
      label: { zh: '文件类型', en: 'Type' },
      required: true,
      choices: UPGRADE_FILE_TYPES,
      unlessGiven: 'console',
    }),
    description: textField({ label: { zh: '说明', en: 'Description' }, required: true, max: 200, example: '修正温度补偿' }),
    release: textField({ label: { zh: '版本', en: 'Version' }, required: true, max: 30, example: 'FW2.7.0' }),
    restartDelayMin: wholeOrNoneField({
      label: { zh: '重启延时 (分钟)', en: 'Restart delay (min)' },
      hint: { zh: '送达后多少分钟重启终端；留空为不重启', en: 'Minutes from arrival until the terminal restarts; empty: no restart' },
      min: 0,
      max: MAX_RESTART_DELAY_MIN,
      example: '10',
    }),
    organisationId: organisationField(),
    status: statusField(),
  },
  unique: [],
  settled: ['type', 'release'],
  takesSheets: false,
  adds: addUpgradeFile,
  actions: [sendUpgradeFile, orderRollOut, saveUpgradeFile],
})
