import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { productListSent } from '../product-lists.ts'

export const productListCalls = {
  send: endpoint({
    method: 'POST',
    path: '/productLists',
    policy: { permission: 'parameters:send' },
    summary:
      'Write a product list into tlscfg.txt of trucks, all or none; trucks that have it already are left alone. What each has is kept first, and read back afterwards',
    input: productListSent,
    answer: z.object({ trucks: z.number().int(), unchanged: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
