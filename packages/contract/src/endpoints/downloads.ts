import { z } from 'zod'
import { BYTES, endpoint } from '../endpoint.ts'
import { PLUG_INS, downloads } from '../downloads.ts'

export const downloadCalls = {
  list: endpoint({
    method: 'GET',
    path: '/downloads',
    policy: 'session',
    summary: 'List downloads',
    input: z.object({}),
    answer: downloads,
  }),
  plugIn: endpoint({
    method: 'POST',
    path: '/downloads/file',
    policy: 'session',
    summary: 'Download a plug-in provided by an administrator',
    input: z.object({ plugIn: z.enum(PLUG_INS) }),
    answer: BYTES,
  }),
}
