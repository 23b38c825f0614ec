import { endpoint } from '../endpoint.ts'
import { organisations } from '../trucks.ts'

export const organisationCalls = {
  list: endpoint({
    method: 'GET',
    path: '/organisations',
    policy: 'session',
    summary: 'List the user’s organisations, parents first',
    input: null,
    answer: organisations,
  }),
}
