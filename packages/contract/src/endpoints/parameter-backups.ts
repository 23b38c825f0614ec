import { z } from 'zod'
import { BYTES, endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { backupRestored, comparedBackup, namedBackup } from '../parameter-backups.ts'
import { namedParameterFile } from '../parameter-files.ts'

export const parameterBackupCalls = {
  keep: endpoint({
    method: 'POST',
    path: '/parameterBackups',
    policy: { permission: 'parameters:send' },
    summary: 'Keep what a truck reported of a parameter file; refused if the newest backup has the same content',
    input: namedParameterFile,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  compare: endpoint({
    method: 'GET',
    path: '/parameterBackups/differences',
    policy: { permission: 'setting/device_parameter/params_bak' },
    summary: 'Compare a backup with what its truck reported last, without secrets',
    input: namedBackup,
    answer: comparedBackup,
    refusals: [RESULT.conflict],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/parameterBackups/restore',
    policy: { permission: 'parameters:send' },
    summary: 'Write the fields of a backup to its truck as an edit does; refused if its file is not as it was seen',
    input: backupRestored,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  download: endpoint({
    method: 'POST',
    path: '/parameterBackups/content',
    policy: { permission: 'parameters:send' },
    summary: 'Download a backup; refused for files that have secrets',
    input: namedBackup,
    answer: BYTES,
    refusals: [RESULT.conflict],
  }),
}
