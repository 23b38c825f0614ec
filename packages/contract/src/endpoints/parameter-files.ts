import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { namedParameterFile, parameterFile, parameterFileSent } from '../parameter-files.ts'

export const parameterFileCalls = {
  content: endpoint({
    method: 'GET',
    path: '/parameterFiles',
    policy: { permission: 'setting/device_parameter/params_files' },
    summary: 'Get what a truck reported of a parameter file, without secrets; customers have six of the eleven files',
    input: namedParameterFile,
    answer: parameterFile,
    refusals: [RESULT.conflict],
  }),
  read: endpoint({
    method: 'POST',
    path: '/parameterFiles/read',
    policy: { permission: 'setting/device_parameter/params_files' },
    summary: 'Read a parameter file from its truck once it is connected; given up after a week',
    input: namedParameterFile,
    answer: z.null(),
    audit: { exempt: 'reads from a device and changes nothing; the command says who ordered it' },
    refusals: [RESULT.conflict],
  }),
  send: endpoint({
    method: 'POST',
    path: '/parameterFiles',
    policy: { permission: 'parameters:send' },
    summary:
      'Write a parameter file to its truck: what it has is kept first, and read back afterwards; refused if it is not as it was seen',
    input: parameterFileSent,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
