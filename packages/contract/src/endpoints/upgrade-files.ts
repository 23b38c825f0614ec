import { entityRow } from '../base-data/calls.ts'
import { entityFields } from '../base-data/entity-fields.ts'
import { upgradeFile } from '../base-data/upgrade-file.ts'
import { BYTES, endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { namedUpgradeFile, upgradeFileContent, upgradeFileOrdered, upgradeFileSent } from '../upgrade-files.ts'

const create = { permission: 'setting/device_parameter/upgrade_file:create' } as const

export const upgradeFileCalls = {
  upload: endpoint({
    method: 'POST',
    path: '/upgradeFiles/file',
    policy: create,
    summary: 'Add firmware, a parameter file or a tank chart to the library, field "file", at most 4 MB',
    input: entityFields(upgradeFile).extend(upgradeFileContent.shape),
    answer: entityRow,
    body: 'file',
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  addCommand: endpoint({
    method: 'POST',
    path: '/baseData/upgrade_file',
    policy: create,
    summary: 'Add a clear or restart command to the library; files come with /upgradeFiles/file',
    input: entityFields(upgradeFile),
    answer: entityRow,
    audit: 'history',
  }),
  content: endpoint({
    method: 'POST',
    path: '/upgradeFiles/content',
    policy: { permission: 'setting/device_parameter/upgrade_file' },
    summary: 'Download a file of the library; a parameter file with a password is not given out',
    input: namedUpgradeFile,
    answer: BYTES,
    refusals: [RESULT.conflict],
  }),
  send: endpoint({
    method: 'POST',
    path: '/upgradeFiles/send',
    policy: { permission: 'upgrade-files:send' },
    summary: 'Send an enabled file of the library to trucks (all or none): each kind by its own command and its own rules',
    input: upgradeFileSent,
    answer: upgradeFileOrdered,
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
