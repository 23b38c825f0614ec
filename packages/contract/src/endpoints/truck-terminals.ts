import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ENROLMENT_MINUTES, truckTerminal } from '../base-data/truck-terminal.ts'
import { rowId } from '../input-bounds.ts'

export const truckTerminalCalls = {
  read: endpoint({
    method: 'GET',
    path: '/baseData/truck/terminal',
    policy: { permission: 'setting/base_data/truck' },
    summary: 'The announced and the bound terminal of a truck',
    input: z.object({ id: rowId }),
    answer: truckTerminal,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/baseData/truck/enrolment',
    policy: { permission: 'terminals:manage' },
    summary: `Lets any terminal register for a truck for ${ENROLMENT_MINUTES} minutes, or stops this`,
    input: z.object({ id: rowId, open: z.enum(['yes', 'no']) }),
    answer: z.null(),
    audit: 'history',
  }),
  release: endpoint({
    method: 'POST',
    path: '/baseData/truck/releaseTerminal',
    policy: { permission: 'terminals:manage' },
    summary: 'Releases the terminal of a truck: its session ends and its code becomes invalid',
    input: z.object({ id: rowId }),
    answer: z.null(),
    audit: 'history',
  }),
}
