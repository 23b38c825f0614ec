import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import {
  comparableContents,
  driftAccepted,
  fieldsCopied,
  fileComparison,
  filesCompared,
  parameterDrift,
  wantedSent,
} from '../parameter-drift.ts'
import { namedParameterFile } from '../parameter-files.ts'

const read = { permission: 'setting/device_parameter/params_files' } as const
const send = { permission: 'parameters:send' } as const

export const parameterDriftCalls = {
  fields: endpoint({
    method: 'GET',
    path: '/parameterFiles/drift',
    policy: read,
    summary: 'Get the fields of a truck’s parameter file that are not as wanted, without secrets, and since when',
    input: namedParameterFile,
    answer: parameterDrift,
    refusals: [RESULT.conflict],
  }),
  sendWanted: endpoint({
    method: 'POST',
    path: '/parameterFiles/drift/send',
    policy: send,
    summary: 'Write the wanted values of chosen fields to a truck, as an edit does; refused if the file or what is wanted has changed',
    input: wantedSent,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/parameterFiles/drift/accept',
    policy: send,
    summary: 'Want what a truck reported of chosen fields; nothing is sent. Refused while the file is being written',
    input: driftAccepted,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  contents: endpoint({
    method: 'GET',
    path: '/parameterFiles/contents',
    policy: read,
    summary: 'List the backups and library files with which a truck’s parameter file can be compared',
    input: namedParameterFile,
    answer: comparableContents,
    refusals: [RESULT.conflict],
  }),
  compare: endpoint({
    method: 'GET',
    path: '/parameterFiles/comparison',
    policy: read,
    summary:
      'Compare two contents of a parameter file: of a truck now, a day before or as wanted, of another truck, a backup, or a file of the library; without secrets',
    input: filesCompared,
    answer: fileComparison,
    refusals: [RESULT.conflict],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/parameterFiles/copy',
    policy: send,
    summary: 'Write chosen fields of another content to a truck, as an edit does; refused if its file is not as it was seen',
    input: fieldsCopied,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
